import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { ListingKeys } from './listing-counts.server.ts';

/** The stored keys of these products' listings, by product id. Callers that write must have locked the products. */
export async function readListingKeys(tx: Tx, productIds: readonly string[]): Promise<Map<string, ListingKeys>> {
  const { rows } = await sql<ListingKeys>`
    select l.product_id as id, l.code_key as "codeKey", l.name_key as "nameKey", l.price_cents as "priceCents",
      l.is_in_stock as "isInStock", l.options,
      array(select c.category_id::text from category_listings c where c.product_id = l.product_id
        order by c.category_id) as "withinIds"
    from listings l where l.product_id = any(${[...productIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((listing) => [listing.id, listing]));
}

const hasSameSortKeys = (a: ListingKeys, b: ListingKeys): boolean =>
  a.codeKey === b.codeKey && a.nameKey === b.nameKey && a.priceCents === b.priceCents && a.isInStock === b.isInStock;

/**
 * Lists products in their categories and removes them from all others. The table has an index for each sort, and each
 * written row updates all of them, so only differences are written.
 */
export async function writeCategoryListings(
  tx: Tx,
  before: ReadonlyMap<string, ListingKeys>,
  after: readonly ListingKeys[],
): Promise<void> {
  const changed = after.filter((listing) => {
    const was = before.get(listing.id);
    return was && !hasSameSortKeys(was, listing);
  });
  const categoriesBefore = (id: string) => before.get(id)?.withinIds ?? [];
  const removed = after.flatMap(({ id, withinIds }) =>
    categoriesBefore(id).flatMap((category) => (withinIds.includes(category) ? [] : { id, category })),
  );
  const added = after.flatMap((listing) =>
    listing.withinIds.flatMap((category) =>
      categoriesBefore(listing.id).includes(category) ? [] : { ...sortKeysOf(listing), category },
    ),
  );
  await deleteRows(tx, removed);
  await updateSortKeys(tx, changed);
  await insertRows(tx, added);
}

const sortKeysOf = ({ id, codeKey, nameKey, priceCents, isInStock }: ListingKeys) => ({
  id,
  codeKey,
  nameKey,
  priceCents,
  isInStock,
});

const shape = 'id uuid, "codeKey" text, "nameKey" text, "priceCents" bigint, "isInStock" bool';

async function deleteRows(tx: Tx, removed: readonly { id: string; category: string }[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`delete from category_listings o using ${recordset(removed, 'id uuid, category uuid')}
    where o.product_id = r.id and o.category_id = r.category`.execute(tx);
}

/** All rows of a product have the same sort keys. */
async function updateSortKeys(tx: Tx, changed: readonly ListingKeys[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update category_listings o set code_key = r."codeKey", name_key = r."nameKey", price_cents = r."priceCents",
      is_in_stock = r."isInStock"
    from ${recordset(changed.map(sortKeysOf), shape)} where o.product_id = r.id`.execute(tx);
}

async function insertRows(tx: Tx, added: readonly object[]): Promise<void> {
  if (added.length === 0) return;
  await sql`
    insert into category_listings (product_id, category_id, code_key, name_key, price_cents, is_in_stock)
    select id, category, "codeKey", "nameKey", "priceCents", "isInStock"
    from ${recordset(added, `${shape}, category uuid`)} order by category, "nameKey"`.execute(tx);
}
