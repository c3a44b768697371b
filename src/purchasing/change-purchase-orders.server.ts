import { sql } from 'kysely';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { restartUnusedCounter } from '#platform/db/counters.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { type PurchaseInput, type PurchaseOrder, sentences, type State } from './contract.ts';
import { readPurchaseOrder } from './read-purchase-orders.server.ts';

export type PurchasingDeps = Pick<Deps, 'db' | 'clock'>;

/** Takes the next number, without gaps: the counter stays locked until the transaction ends. */
async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ value: number }>`
    update counters set value = value + 1 where name = 'purchase' returning value`.execute(tx);
  return `PO-${rows[0]?.value}`;
}

/** Creates an order of a supplier's items. Throws `Problem` 404 if the supplier, 400 if an item no longer exists. */
export function createPurchaseOrder(
  { db, clock }: PurchasingDeps,
  { supplierId, note = '', lines }: PurchaseInput,
  { actor, requestId }: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    const supplier = await tx.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst();
    if (!supplier) throw notFound(sentences.supplierGone);
    const number = await nextNumber(tx);
    const head = { id, number, supplier_id: supplierId, supplier_name: supplier.name, note };
    await tx
      .insertInto('purchase_orders')
      .values({ ...head, created_by: actor.id, created_at: at })
      .execute();
    await addLines(tx, { orderId: id, supplierId, lines, at });
    const after = { name: number, supplier: supplier.name, lines: lines.length };
    await audit(tx, { actor, action: 'create', entity: 'purchase-order', entityId: id, after, at, requestId });
    return readPurchaseOrder(tx, id);
  });
}

interface NewLines {
  orderId: string;
  supplierId: string;
  /** `place` is the line's index in the request, for the path of its fault. */
  lines: readonly { itemId: string; quantity: number; purchasePrice: Cents; place?: number }[];
  at: Date;
}

/**
 * Adds lines after the existing ones, with the current names of their items. Throws `Problem` 400 for items that are
 * archived, no longer exist or belong to another supplier.
 */
export async function addLines(tx: Tx, { orderId, supplierId, lines, at }: NewLines): Promise<void> {
  const items = await itemsOf(tx, supplierId, lines);
  const { first } = await tx
    .selectFrom('purchase_order_lines')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('first'))
    .where('purchase_order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const rows = items.map(({ itemId, quantity, purchasePrice, product_name, label, code }, place) => ({
    id: newId(at.getTime()),
    purchase_order_id: orderId,
    position: first + place,
    item_id: itemId,
    quantity,
    purchase_price_cents: purchasePrice,
    product_name,
    label,
    code,
  }));
  await tx.insertInto('purchase_order_lines').values(rows).execute();
}

/** The lines with their items. Throws `Problem` 400 for archived items and items of other suppliers. */
async function itemsOf(tx: Tx, supplierId: string, lines: NewLines['lines']) {
  const ids = lines.map(({ itemId }) => itemId);
  const rows = await tx
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['i.id', 'p.name as product_name', 'i.label', sql<string>`coalesce(i.code, '')`.as('code')])
    .where('i.id', 'in', ids)
    .where('p.supplier_id', '=', supplierId)
    .where('i.archived_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .execute();
  const known = new Map(rows.map(({ id, ...item }) => [id, item]));
  const faults = lines.flatMap(({ itemId, place }, i) =>
    known.has(itemId) ? [] : [{ path: `lines.${place ?? i}.itemId`, message: sentences.itemGone }],
  );
  if (faults.length > 0) throw badInput(...faults);
  return lines.flatMap((line) => {
    const item = known.get(line.itemId);
    return item ? [{ ...line, ...item }] : [];
  });
}

/** Locks an order, so that it can't be received, changed or cancelled meanwhile. */
export async function lockPurchaseOrder(
  tx: Tx,
  id: string,
): Promise<{ number: string; state: State; version: number }> {
  const row = await tx
    .selectFrom('purchase_orders')
    .select(['number', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
  return { ...row, state: row.state as State }; // the column has no other values
}

/**
 * Cancels an open order, or closes it short: received goods stay in stock, outstanding goods are no longer expected. 409 if
 * the order is not open, if `version` is outdated, or if an order that is to be closed has no received goods.
 */
export function endPurchaseOrder(
  { db, clock }: PurchasingDeps,
  finalState: 'cancelled' | 'closed',
  { id, version, reason = null }: { id: string; version?: number | undefined; reason?: string | null },
  context: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const { number, state, version: storedVersion } = await lockPurchaseOrder(tx, id);
    requireVersion(version, storedVersion);
    if (state !== 'open') throw conflict(sentences.notOpen);
    if (finalState === 'closed' && (await readPurchaseOrder(tx, id)).received === 0)
      throw conflict(sentences.nothingReceivedYet);
    await tx
      .updateTable('purchase_orders')
      .set({ state: finalState, closed_reason: reason, version: storedVersion + 1 })
      .where('id', '=', id)
      .execute();
    const after = { name: number, state: finalState, ...(reason && { reason }) };
    const change = { action: finalState === 'closed' ? 'close' : 'cancel', before: { name: number, state }, after };
    await audit(tx, { ...context, entity: 'purchase-order', entityId: id, ...change, at: clock.now() });
    return readPurchaseOrder(tx, id);
  });
}

/** Removes purchase orders of the demo content, with their deliveries. If no orders are left, numbering starts again. */
export async function removePurchaseOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`delete from purchase_receipts where purchase_order_id = any(${orderIds}::uuid[])`.execute(tx);
  await sql`delete from purchase_orders where id = any(${orderIds}::uuid[])`.execute(tx);
  await restartUnusedCounter(tx, 'purchase', sql`exists (select from purchase_orders)`);
}
