import { type Kysely, sql } from 'kysely';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { cents, fromDollars } from '#lib/money.ts';
import { badInput } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { selectedIds, storeUndo } from '../bulk/bulk-changes.server.ts';
import type { BulkResult, PriceBody, PriceRow } from '../bulk/bulk-contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { changeProducts, lockProducts, type ProductTx } from '../records/change-products.server.ts';
import { changedPrice, type PriceChange } from './price-change.ts';

const previewRows = 200;

/** The request with its amount in cents. */
const priceChangeOf = ({ kind, by, ending }: PriceBody): PriceChange => ({
  kind,
  by: kind === 'amount' ? Math.sign(by) * (fromDollars(Math.abs(by)) ?? 0) : by,
  ending,
});

async function pricedRows(db: Kysely<Tables>, ids: readonly string[], change: PriceChange): Promise<PriceRow[]> {
  const { rows } = await sql<Omit<PriceRow, 'newPrice' | 'oldPrice'> & { price: number }>`
    select i.id as "itemId", p.id as "productId", p.name as "productName", i.label as value,
      coalesce(i.code, '') as "productCode", i.price_cents as price
    from products p join product_items i on i.product_id = p.id and i.archived_at is null
    where p.id = any(${ids}::uuid[]) and p.archived_at is null and i.price_cents is not null
    order by p.name_key, p.id, i.position, i.id`.execute(db);
  return rows.flatMap(({ price, ...row }): PriceRow[] => {
    const oldPrice = cents(price);
    const newPrice = changedPrice(oldPrice, change) ?? null;
    return newPrice === oldPrice ? [] : [{ ...row, oldPrice, newPrice }];
  });
}

/** The prices that would change. Nothing is written. */
export async function previewPrices(db: Db, body: PriceBody) {
  return inTransaction(db, async (tx) => {
    const rows = await pricedRows(tx, await selectedIds(tx, body), priceChangeOf(body));
    const impossible = rows.filter(({ newPrice }) => newPrice === null);
    // Impossible prices come first, because they are the reason for a refusal.
    const shown = [...impossible, ...rows.filter(({ newPrice }) => newPrice !== null)].slice(0, previewRows);
    return { rows: shown, total: rows.length, impossible: impossible.length };
  });
}

/**
 * Changes the prices of all items of the selected products, or none. Throws `Problem` 400 if any new price is impossible.
 */
export function changePrices(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  body: PriceBody,
  context: ActionContext,
): Promise<BulkResult> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const locked = (await lockProducts(tx, await selectedIds(tx, body))).map(({ id }) => id);
    const rows = await pricedRows(tx, locked, priceChangeOf(body));
    const impossible = rows.filter(({ newPrice }) => newPrice === null);
    if (impossible[0]) {
      const one = [impossible[0].productName, impossible[0].value].filter(Boolean).join(', ');
      const others = impossible.length > 1 ? ` (and ${impossible.length - 1} more)` : '';
      throw badInput({ path: 'by', message: `The price of ${one}${others} would be $0.00 or less, or too high.` });
    }
    const ids = [...new Set(rows.map(({ productId }) => productId))];
    const prices = rows.map(({ itemId, newPrice }) => ({ id: itemId, price: newPrice }));
    await changeProducts(tx, ids, { action: 'price', context, at }, (products) => writePrices(products, prices));
    const undoable = rows.map(({ itemId, oldPrice, newPrice }) => ({ id: itemId, before: oldPrice, after: newPrice }));
    return { ...(await storeUndo(tx, 'price', { rows: undoable, context, at })), changed: ids.length };
  });
}

export async function writePrices(tx: ProductTx, rows: readonly { id: string; price: number | null }[]): Promise<void> {
  await sql`update product_items i set price_cents = r.price
    from ${recordset(rows, 'id uuid, price bigint')} where i.id = r.id`.execute(tx);
}
