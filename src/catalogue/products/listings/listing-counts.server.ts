import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Listing } from './derive-listing.server.ts';

/** The fields of a listing that its order and the counts of categories and options depend on. */
export type ListingKeys = Pick<
  Listing,
  'id' | 'codeKey' | 'nameKey' | 'priceCents' | 'isInStock' | 'options' | 'withinIds'
>;

interface Count {
  category: string;
  option: string;
  products: number;
  inStock: number;
}

/** Updates the counts of categories and options. Products whose counted fields have not changed are skipped. */
export async function updateCounts(
  tx: Tx,
  before: ReadonlyMap<string, ListingKeys>,
  after: readonly ListingKeys[],
): Promise<void> {
  const changes = new Map<string, Count>();
  const now = new Map(after.map((listing) => [listing.id, listing]));
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const was = before.get(id);
    const is = now.get(id);
    if (was && is && countsAlike(was, is)) continue;
    if (was) addTo(changes, was, -1);
    if (is) addTo(changes, is, 1);
  }
  const nonZero = [...changes.values()].filter(({ products, inStock }) => products !== 0 || inStock !== 0);
  if (nonZero.length > 0) await addCounts(tx, nonZero);
}

const countsAlike = (a: ListingKeys, b: ListingKeys): boolean =>
  a.isInStock === b.isInStock && isSame(a.withinIds, b.withinIds) && isSame(a.options, b.options);

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place]);

/** Counts a product in its categories and options; the option '' means the category itself. */
function addTo(changes: Map<string, Count>, { withinIds, options, isInStock }: ListingKeys, by: 1 | -1): void {
  for (const category of withinIds) {
    for (const option of ['', ...options]) {
      const key = `${category} ${option}`;
      const count = changes.get(key) ?? { category, option, products: 0, inStock: 0 };
      count.products += by;
      if (isInStock) count.inStock += by;
      changes.set(key, count);
    }
  }
}

/** Arbitrary key of the advisory lock for merging rows of counts. A transaction that doesn't get the lock leaves its rows unmerged. */
const mergeLock = 7_234_001;

async function addCounts(tx: Tx, changes: Count[]): Promise<void> {
  const shape = 'category uuid, option text, products int, "inStock" int';
  await sql`
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category, option, products, "inStock" from ${recordset(changes, shape)}`.execute(tx);
  const { rows } = await sql<{
    isLocked: boolean;
  }>`select pg_try_advisory_xact_lock(${mergeLock}) as "isLocked"`.execute(tx);
  if (!rows[0]?.isLocked) return;
  await sql`
    with gone as (
      delete from listing_counts c using ${recordset(changes, 'category uuid, option text')}
      where c.category_id = r.category and c.option = r.option
      returning c.category_id, c.option, c.product_count, c.in_stock_count)
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category_id, option, sum(product_count), sum(in_stock_count) from gone
    group by 1, 2 having sum(product_count) <> 0`.execute(tx);
}
