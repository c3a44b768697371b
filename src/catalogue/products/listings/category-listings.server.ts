import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { ListedPlace } from './listing-counts.server.ts';

/** How the shown products are listed now, by id. Callers that write from it must have locked the products. */
export async function readPlaces(tx: Tx, productIds: readonly string[]): Promise<Map<string, ListedPlace>> {
  const { rows } = await sql<ListedPlace>`
    select l.product_id as id, l.code_key as "codeKey", l.name_key as "nameKey", l.price_cents as "priceCents",
      l.is_in_stock as "isInStock", l.options,
      array(select c.category_id::text from category_listings c where c.product_id = l.product_id
        order by c.category_id) as "withinIds"
    from listings l where l.product_id = any(${[...productIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((place) => [place.id, place]));
}

const hasSameKeys = (a: ListedPlace, b: ListedPlace): boolean =>
  a.codeKey === b.codeKey && a.nameKey === b.nameKey && a.priceCents === b.priceCents && a.isInStock === b.isInStock;

/**
 * Lists products in their categories and removes them from others. The table has an index for each sort, and every
 * written row updates all of them, so only differences are written.
 */
export async function writePlaces(
  tx: Tx,
  before: ReadonlyMap<string, ListedPlace>,
  after: readonly ListedPlace[],
): Promise<void> {
  const moved = after.filter((place) => {
    const was = before.get(place.id);
    return was && !hasSameKeys(was, place);
  });
  const withinBefore = (id: string) => before.get(id)?.withinIds ?? [];
  const removed = after.flatMap(({ id, withinIds }) =>
    withinBefore(id).flatMap((category) => (withinIds.includes(category) ? [] : { id, category })),
  );
  const added = after.flatMap((place) =>
    place.withinIds.flatMap((category) =>
      withinBefore(place.id).includes(category) ? [] : { ...keysOf(place), category },
    ),
  );
  await removePlaces(tx, removed);
  await movePlaces(tx, moved);
  await addPlaces(tx, added);
}

const keysOf = ({ id, codeKey, nameKey, priceCents, isInStock }: ListedPlace) => ({
  id,
  codeKey,
  nameKey,
  priceCents,
  isInStock,
});

const shape = 'id uuid, "codeKey" text, "nameKey" text, "priceCents" bigint, "isInStock" bool';

async function removePlaces(tx: Tx, removed: readonly { id: string; category: string }[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`delete from category_listings o using ${recordset(removed, 'id uuid, category uuid')}
    where o.product_id = r.id and o.category_id = r.category`.execute(tx);
}

/** All rows of a product have the same sort keys. */
async function movePlaces(tx: Tx, moved: readonly ListedPlace[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update category_listings o set code_key = r."codeKey", name_key = r."nameKey", price_cents = r."priceCents",
      is_in_stock = r."isInStock"
    from ${recordset(moved.map(keysOf), shape)} where o.product_id = r.id`.execute(tx);
}

async function addPlaces(tx: Tx, added: readonly object[]): Promise<void> {
  if (added.length === 0) return;
  await sql`
    insert into category_listings (product_id, category_id, code_key, name_key, price_cents, is_in_stock)
    select id, category, "codeKey", "nameKey", "priceCents", "isInStock"
    from ${recordset(added, `${shape}, category uuid`)} order by category, "nameKey"`.execute(tx);
}
