import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { toDollars } from '#lib/money.ts';
import { changeProducts, lockProduct } from '#catalogue/products/records/change-products.server.ts';
import {
  refuseTaken,
  takenCodes,
  withTakenConflict,
} from '#catalogue/products/listings/unique-urls-and-codes.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type ItemDetails, type StockRow, usuallyLowAt } from './contract.ts';
import { readItemOfProduct } from './ledger/manual-movement.server.ts';
import { readStockRow } from './ledger/stock-row.server.ts';

type DetailsDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Changes an item's code, price and threshold. Throws `Problem` 404 for an unknown product, 400 for another product's item,
 * 409 for an outdated version of the product and for a code of another item.
 */
export function updateDetails(
  { db, clock }: DetailsDeps,
  details: ItemDetails,
  context: ActionContext,
): Promise<StockRow> {
  const { productId, version, productCode: code } = details;
  return withTakenConflict(
    inTransaction(db, async (tx) => {
      await lockProduct(tx, productId, version);
      const { id } = await readItemOfProduct(tx, details);
      refuseTaken(await takenCodes(tx, productId, [{ itemId: id, code, path: 'productCode' }]));
      const before = await readStockRow(tx, id);
      const lowStockAt = details.lowStockAt === undefined ? before.lowStockAt : details.lowStockAt;
      await writeThreshold(tx, id, lowStockAt);
      const at = clock.now();
      if (before.productCode !== code || before.sellingPrice !== details.sellingPrice)
        // Without a context, this writes no audit entry: one entry for all three values is written below.
        await changeProducts(tx, [productId], { context: undefined, at }, (write) =>
          sql`update product_items set code = ${code}, price_cents = ${details.sellingPrice}
            where id = ${id}`.execute(write),
        );
      const after = await readStockRow(tx, id);
      await auditDetails(tx, before, after, context, at);
      return after;
    }),
  );
}

/** Sets the threshold at or below which an item is low; null for the default. Throws `Problem` 404. */
export function setThreshold(
  { db, clock }: DetailsDeps,
  { id, lowStockAt }: { id: string; lowStockAt: number | null },
  context: ActionContext,
): Promise<StockRow> {
  return inTransaction(db, async (tx) => {
    await sql`select from product_items where id = ${id} for no key update`.execute(tx);
    const before = await readStockRow(tx, id);
    await writeThreshold(tx, id, lowStockAt);
    const after = await readStockRow(tx, id);
    await auditDetails(tx, before, after, context, clock.now());
    return after;
  });
}

/** Does not raise the product's version, because the product's editor does not write thresholds. */
const writeThreshold = (tx: Tx, id: string, lowStockAt: number | null) =>
  sql`update product_items set low_stock_at = ${lowStockAt} where id = ${id}`.execute(tx);

const auditValues = ({ productCode, sellingPrice, lowStockAt }: StockRow): Record<string, unknown> => ({
  productCode,
  sellingPrice: sellingPrice === null ? null : toDollars(sellingPrice),
  lowStockAt: lowStockAt ?? `${usuallyLowAt} (default)`,
});

/** Writes an audit entry with the fields that differ, if any. */
async function auditDetails(
  tx: Tx,
  before: StockRow,
  after: StockRow,
  context: ActionContext,
  at: Date,
): Promise<void> {
  const [was, is] = [auditValues(before), auditValues(after)];
  const names = Object.keys(is).filter((name) => was[name] !== is[name]);
  if (names.length === 0) return;
  const item = { name: after.productName, ...(after.variation !== '' && { item: after.variation }) };
  const only = (all: Record<string, unknown>) => ({
    ...item,
    ...Object.fromEntries(names.map((name) => [name, all[name]])),
  });
  const entry = { action: 'update', entity: 'product', entityId: after.productId, before: only(was), after: only(is) };
  await audit(tx, { ...context, ...entry, at });
}
