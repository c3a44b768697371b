import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Listing } from './derive-listing.server.ts';

/** The fields of a listing that determine its order and counts. */
export type ListedPlace = Pick<
  Listing,
  'id' | 'codeKey' | 'nameKey' | 'priceCents' | 'isInStock' | 'options' | 'withinIds'
>;

interface Count {
  category: string;
  option: string;
  products: number;
  inStock: number;
}

/**
 * Updates the counts for the change from `before` to `after`; products whose counted fields are the same are skipped.
 */
export async function recount(
  tx: Tx,
  before: ReadonlyMap<string, ListedPlace>,
  after: readonly ListedPlace[],
): Promise<void> {
  const changes = new Map<string, Count>();
  const now = new Map(after.map((place) => [place.id, place]));
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

const countsAlike = (a: ListedPlace, b: ListedPlace): boolean =>
  a.isInStock === b.isInStock && isSame(a.withinIds, b.withinIds) && isSame(a.options, b.options);

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place]);

/** The option '' counts the category itself. */
function addTo(changes: Map<string, Count>, { withinIds, options, isInStock }: ListedPlace, by: 1 | -1): void {
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

/** Arbitrary key of the advisory lock to merge rows of counts; transactions that don't get it insert their own rows. */
const joiningLock = 7_234_001;

async function addCounts(tx: Tx, changes: Count[]): Promise<void> {
  const shape = 'category uuid, option text, products int, "inStock" int';
  await sql`
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category, option, products, "inStock" from ${recordset(changes, shape)}`.execute(tx);
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${joiningLock}) as mine`.execute(tx);
  if (!rows[0]?.mine) return;
  await sql`
    with gone as (
      delete from listing_counts c using ${recordset(changes, 'category uuid, option text')}
      where c.category_id = r.category and c.option = r.option
      returning c.category_id, c.option, c.product_count, c.in_stock_count)
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category_id, option, sum(product_count), sum(in_stock_count) from gone
    group by 1, 2 having sum(product_count) <> 0`.execute(tx);
}
