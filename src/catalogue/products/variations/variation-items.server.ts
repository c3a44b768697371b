import { type Kysely, sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { cents } from '#lib/money.ts';
import { badInput, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { productMissing } from '../records/read-product.server.ts';
import type { ItemsUpdate, VariationItem } from './items-contract.ts';
import { changeProducts, lockProduct, type ProductTx } from '../records/change-products.server.ts';
import { refuseTaken, takenCodes, withTakenConflict } from '../listings/unique-urls-and-codes.server.ts';

type ItemRow = Omit<VariationItem, 'price'> & { price: number | null };

const columns = sql`i.id, i.label as value, i.on_hand as "stockOnHand", i.price_cents as price,
  coalesce(i.code, '') as "productCode", array(select io.option_id::text from item_options io
    join variations v on v.id = io.variation_id where io.item_id = i.id order by v.position, v.id) as options`;

const asItem = (row: ItemRow): VariationItem => ({ ...row, price: row.price === null ? null : cents(row.price) });

/** The items of a product, in order; none if it has no variations. Throws `Problem` 404. */
export async function readItems(db: Kysely<Tables>, productId: string): Promise<VariationItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from product_items i where i.product_id = ${productId} and i.archived_at is null
      and exists (select from variations v where v.product_id = i.product_id)
    order by i.position, i.id`.execute(db);
  if (rows.length > 0) return rows.map(asItem);
  const product = await sql`select from products where id = ${productId}`.execute(db);
  if (product.rows.length === 0) throw notFound(productMissing);
  return [];
}

/** One item, with the same fields as in the list. */
export async function readItem(db: Kysely<Tables>, itemId: string): Promise<VariationItem | undefined> {
  const { rows } = await sql<ItemRow>`select ${columns} from product_items i where i.id = ${itemId}`.execute(db);
  return rows[0] && asItem(rows[0]);
}

/**
 * Sets the codes and prices of items, which may exchange their codes. Throws `Problem` 400 for items of another product, 404,
 * and 409 for an outdated version or for codes of other items.
 */
export function updateItems(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  update: ItemsUpdate,
  context: ActionContext,
): Promise<VariationItem[]> {
  const { productId, version, productVariationItems: items } = update;
  return withTakenConflict(
    inTransaction(db, async (tx) => {
      await lockProduct(tx, productId, version);
      await refuseItemsOfOthers(tx, update);
      const requested = items.map(({ id, productCode }, at) => ({
        itemId: id,
        code: productCode,
        path: `productVariationItems.${at}.productCode`,
      }));
      refuseTaken(await takenCodes(tx, productId, requested));
      await changeProducts(tx, [productId], { context, at: clock.now() }, (write) => writeItems(write, items));
      return readItems(tx, productId);
    }),
  );
}

async function refuseItemsOfOthers(tx: Tx, { productId, productVariationItems: items }: ItemsUpdate): Promise<void> {
  const own = await sql<{ id: string }>`
    select id from product_items where product_id = ${productId} and archived_at is null`.execute(tx);
  const known = new Set(own.rows.map(({ id }) => id));
  const faults = items.flatMap(({ id }, at) =>
    known.has(id) ? [] : [{ path: `productVariationItems.${at}.id`, message: 'This variation item no longer exists.' }],
  );
  if (faults.length > 0) throw badInput(...faults);
}

async function writeItems(tx: ProductTx, items: ItemsUpdate['productVariationItems']): Promise<void> {
  const rows = items.map(({ id, productCode, price }) => ({ id, code: productCode, price }));
  // All codes are cleared first, because items may exchange them.
  await sql`update product_items set code = null where id = any(${items.map(({ id }) => id)}::uuid[])`.execute(tx);
  await sql`update product_items i set code = r.code, price_cents = r.price
    from ${recordset(rows, 'id uuid, code text, price bigint')} where i.id = r.id`.execute(tx);
}
