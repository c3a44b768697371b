import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { conflict, type Fault } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { type ExistingItem, type AssignedItems, assignItems } from './combinations.ts';
import type { ProductUpdate } from '../contract.ts';
import { stockedItemsText } from '../variation-rules.ts';
import type { ProductTx } from '../records/change-products.server.ts';

interface StoredItem extends ExistingItem {
  label: string;
  stockOnHand: number;
  /** Whether orders or stock movements refer to it, so that it can't be deleted. */
  isReferenced: boolean;
}

type Update = Pick<ProductUpdate, 'id' | 'variations' | 'productCode' | 'sellingPrice'>;

/** Faults for variations whose ids belong to another product, and for options whose ids belong to another variation. */
export async function foreignVariations(tx: Tx, { id, variations }: Update): Promise<Fault[]> {
  const own = variations.map((variation) => variation.id);
  const options = variations.flatMap((variation) =>
    variation.options.map(({ value }) => ({ option: value, variation: variation.id })),
  );
  const { rows } = await sql<{ id: string }>`
    select v.id from variations v where v.id = any(${own}::uuid[]) and v.product_id <> ${id}
    union all
    select o.id from ${recordset(options, 'option uuid, variation uuid')}
      join variation_options o on o.id = r.option where o.variation_id <> r.variation`.execute(tx);
  const foreign = new Set(rows.map((row) => row.id));
  if (foreign.size === 0) return [];
  return variations.flatMap((variation, at) => [
    ...(foreign.has(variation.id) ? [{ path: `variations.${at}.id`, message: 'Not a valid id.' }] : []),
    ...variation.options.flatMap(({ value }, place) =>
      foreign.has(value) ? [{ path: `variations.${at}.options.${place}.value`, message: 'Not a valid id.' }] : [],
    ),
  ]);
}

/**
 * Gives a product the requested variations and the items for them; without variations, the product's single item gets the
 * code and the price. The product and its items must be locked. Throws `Problem` 409 if a removed combination has stock.
 */
export async function writeVariations(tx: ProductTx, update: Update, at: Date): Promise<void> {
  const { id, variations } = update;
  const stored = await readStoredItems(tx, id);
  const before = await sql<{ id: string }>`select id from variations where product_id = ${id}`.execute(tx);
  const known = before.rows.map((row) => row.id);
  const assigned = assignItems(stored, known, variations);
  refuseStocked(assigned.removed);
  await removeItems(tx, assigned.removed, at);
  await replaceVariations(tx, update);
  const ids = await writeItems(tx, id, assigned, at);
  await linkOptions(tx, assigned, ids);
  if (variations.length === 0) {
    await sql`update product_items set code = ${update.productCode ?? null}, price_cents = ${update.sellingPrice ?? null}
      where id = ${ids[0]}`.execute(tx);
  }
}

async function readStoredItems(tx: Tx, productId: string): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select i.id, i.label, i.on_hand as "stockOnHand",
      exists (select from order_items o where o.item_id = i.id)
        or exists (select from stock_movements m where m.item_id = i.id)
        or exists (select from standing_order_items s where s.item_id = i.id) as "isReferenced",
      coalesce((select json_object_agg(io.variation_id, io.option_id) from item_options io where io.item_id = i.id), '{}')
        as options
    from product_items i where i.product_id = ${productId} and i.archived_at is null
    order by i.position, i.id`.execute(tx);
  return rows;
}

function refuseStocked(removed: readonly StoredItem[]): void {
  const stocked = removed.filter(({ stockOnHand }) => stockOnHand > 0);
  if (stocked.length > 0) throw conflict(stockedItemsText(stocked));
}

async function removeItems(tx: ProductTx, removed: readonly StoredItem[], at: Date): Promise<void> {
  const idsOf = (isReferenced: boolean) =>
    removed.filter((item) => item.isReferenced === isReferenced).map(({ id }) => id);
  await sql`update product_items set archived_at = ${at} where id = any(${idsOf(true)}::uuid[])`.execute(tx);
  await sql`delete from product_items where id = any(${idsOf(false)}::uuid[])`.execute(tx);
}

/** Writes the requested variations and options and deletes all others. */
async function replaceVariations(tx: ProductTx, { id, variations }: Update): Promise<void> {
  const own = variations.map((variation, position) => ({ id: variation.id, name: variation.name, position }));
  const options = variations.flatMap((variation) =>
    variation.options.map(({ value, label }, position) => ({ id: value, variation: variation.id, label, position })),
  );
  await sql`delete from variations
    where product_id = ${id} and id <> all(${own.map((one) => one.id)}::uuid[])`.execute(tx);
  await sql`insert into variations (id, product_id, name, position)
    select r.id, ${id}, r.name, r.position from ${recordset(own, 'id uuid, name text, position int')}
    on conflict (id) do update set name = excluded.name, position = excluded.position`.execute(tx);
  await sql`delete from variation_options o using variations v where v.id = o.variation_id and v.product_id = ${id}
    and o.id <> all(${options.map((one) => one.id)}::uuid[])`.execute(tx);
  await sql`insert into variation_options (id, variation_id, label, position)
    select r.id, r.variation, r.label, r.position
    from ${recordset(options, 'id uuid, variation uuid, label text, position int')}
    on conflict (id) do update set label = excluded.label, position = excluded.position`.execute(tx);
}

/** Writes the items and returns their ids, in order. */
async function writeItems(
  tx: ProductTx,
  id: string,
  { items }: AssignedItems<StoredItem>,
  at: Date,
): Promise<string[]> {
  const rows = items.map(({ item, label }, position) => ({
    id: item?.id ?? newId(at.getTime()),
    label,
    position,
  }));
  await sql`insert into product_items (id, product_id, label, position, created_at)
    select r.id, ${id}, r.label, r.position, ${at} from ${recordset(rows, 'id uuid, label text, position int')}
    on conflict (id) do update set label = excluded.label, position = excluded.position
    where (product_items.label, product_items.position) <> (excluded.label, excluded.position)`.execute(tx);
  return rows.map((row) => row.id);
}

async function linkOptions(tx: ProductTx, { items }: AssignedItems<StoredItem>, ids: string[]): Promise<void> {
  const rows = items.flatMap(({ options }, place) => options.map((one) => ({ item: ids[place], ...one })));
  await sql`delete from item_options where item_id = any(${ids}::uuid[])`.execute(tx);
  await sql`insert into item_options (item_id, variation_id, option_id)
    select item, variation, option from ${recordset(rows, 'item uuid, variation uuid, option uuid')}`.execute(tx);
}
