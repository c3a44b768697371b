import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, Problem } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { addUnits } from '#stock/ledger/record-movements.server.ts';
import { type PurchaseOrder, sentences } from './contract.ts';
import type { ReceiptInput } from './delivery-contract.ts';
import { lockPurchaseOrder, type PurchasingDeps } from './change-purchase-orders.server.ts';
import { readPurchaseOrder } from './read-purchase-orders.server.ts';

interface Receipt extends ReceiptInput {
  id: string;
}

/**
 * Adds a delivery to stock at its purchase prices, which changes the items' average costs. The order is locked, and the
 * caller gives each delivery an id: if a delivery is sent twice, by a double click or a retry after a lost response, it is
 * added once. 409 if the order is not open, or if more units than ordered are delivered and no reason is given.
 */
export function receiveDelivery(
  { db, clock }: PurchasingDeps,
  { id, receiptId, lines, overReason = '' }: Receipt,
  { actor, requestId }: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const { number, state, version } = await lockPurchaseOrder(tx, id);
    if (await isAlreadyAdded(tx, { id, receiptId, lines })) return readPurchaseOrder(tx, id);
    if (state !== 'open') throw conflict(sentences.notOpen);
    const { received, isOver } = await readDelivery(tx, { id, receiptId, lines, overReason });
    const storedReason = isOver ? overReason : null;
    const at = clock.now();
    const receipt = {
      id: receiptId,
      purchase_order_id: id,
      lines: JSON.stringify(receiptLines(lines)),
      received_by: actor.id,
    };
    await tx
      .insertInto('purchase_receipts')
      .values({ ...receipt, received_at: at, over_reason: storedReason })
      .execute();
    const about = { reason: number, at, by: actor.id };
    // Sorted by item id, because the stock ledger always locks items in that order.
    for (const { itemId, quantity, purchasePrice } of received.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)))
      await addUnits(tx, { itemId, quantity }, { ...about, purchasePrice });
    for (const { lineId, quantity } of received)
      await tx
        .updateTable('purchase_order_lines')
        .set(({ eb }) => ({ received_quantity: eb('received_quantity', '+', quantity) }))
        .where('id', '=', lineId)
        .execute();
    const isFullyReceived = await isComplete(tx, id);
    await tx
      .updateTable('purchase_orders')
      .set({ state: isFullyReceived ? 'received' : 'open', version: version + 1 })
      .where('id', '=', id)
      .execute();
    const units = received.reduce((sum, { quantity }) => sum + quantity, 0);
    const entry = { action: 'receive', entity: 'purchase-order', entityId: id, at, requestId };
    await audit(tx, {
      actor,
      ...entry,
      before: { name: number, state },
      after: { name: number, units, ...(storedReason && { reason: storedReason }) },
    });
    return readPurchaseOrder(tx, id);
  });
}

/** The lines as a receipt stores them. */
const receiptLines = (lines: ReceiptInput['lines']) =>
  lines.map(({ lineId, quantity, purchasePrice }) => ({ lineId, quantity, purchasePriceCents: purchasePrice }));

/**
 * Whether this delivery was already added. 409 if the id belongs to a delivery of another order, or to a delivery with
 * other lines: otherwise, somebody who counted again after a lost response would believe that the new numbers were added.
 */
async function isAlreadyAdded(tx: Tx, { id, receiptId, lines }: Receipt): Promise<boolean> {
  const existing = await tx
    .selectFrom('purchase_receipts')
    .select([
      'purchase_order_id as orderId',
      sql<boolean>`lines = ${JSON.stringify(receiptLines(lines))}::jsonb`.as('isSame'),
    ])
    .where('id', '=', receiptId)
    .executeTakeFirst();
  if (existing && existing.orderId !== id) throw conflict('This delivery was received for another purchase order.');
  if (existing && !existing.isSame) throw conflict(sentences.receivedDifferently);
  return existing !== undefined;
}

/**
 * The items and units of a delivery, and whether they exceed the order. Throws `Problem` 409 with all lines that have more
 * units than ordered, if no reason is given, and with all lines whose item no longer exists.
 */
async function readDelivery(
  tx: Tx,
  { id, lines, overReason }: Receipt,
): Promise<{
  received: { lineId: string; itemId: string; quantity: number; purchasePrice: Cents }[];
  isOver: boolean;
}> {
  const rows = await tx
    .selectFrom('purchase_order_lines')
    .select(['id', 'item_id as itemId', 'quantity', 'received_quantity as received'])
    .where('purchase_order_id', '=', id)
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const faults: { path: string; message: string }[] = [];
  let isOver = false;
  const received = lines.flatMap(({ lineId, quantity, purchasePrice }, i) => {
    const row = stored.get(lineId);
    const addFault = (path: string, message: string) => faults.push({ path: `lines.${i}.${path}`, message });
    if (!row || row.itemId === null) {
      addFault('lineId', sentences.itemGone);
      return [];
    }
    const left = Math.max(row.quantity - row.received, 0);
    isOver ||= quantity > left;
    if (quantity > left && !overReason) addFault('quantity', sentences.tooMany(left));
    return [{ lineId, itemId: row.itemId, quantity, purchasePrice }];
  });
  if (faults.length > 0) throw new Problem(409, faults[0]?.message ?? sentences.receive, faults);
  return { received, isOver };
}

async function isComplete(tx: Tx, id: string): Promise<boolean> {
  const open = await tx
    .selectFrom('purchase_order_lines')
    .select('id')
    .where('purchase_order_id', '=', id)
    .whereRef('received_quantity', '<', 'quantity')
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}
