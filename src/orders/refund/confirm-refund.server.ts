import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Cents, cents, format, gstIn } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSupplier } from '#company/letterhead.server.ts';
import { creditOrder, lockAccountOfOrder } from '#trade/credit/order-entries.server.ts';
import { uncountSpend } from '#trade/limits/spend.server.ts';
import { returnUnits } from '#stock/ledger/record-movements.server.ts';
import { issueAdjustmentNote } from '../documents/adjustment-note.server.ts';
import { accountNoteJob, refundMailJob } from '../mail/refund-mail-jobs.server.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { changeOrder, type LockedOrder } from '../stored/change-order.server.ts';
import { readOrderLines, unitsByItem } from '../stored/order-lines.server.ts';
import { remainderOf } from './refund-plan.ts';
import type { OrderDeps } from '../place/settle-waiting-orders.server.ts';

/**
 * The last step of a refund that the provider has paid: amount, goods, status, adjustment note and mail in one
 * transaction. A refund that is already decided stays unchanged.
 */
export async function confirmRefund(deps: OrderDeps, refundId: string): Promise<void> {
  const { db, clock, jobs } = deps;
  const supplier = await readSupplier(deps);
  const { orderId, amount, reason, ...actor } = await db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.id', 'r.created_by')
    .select(['r.order_id as orderId', 'r.amount_cents as amount', 'r.reason'])
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName'])
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow();
  await inTransaction(db, async (tx) => {
    const at = await changeOrder(tx, orderId, { clock, actor }, async (order, now) => {
      const amountRefunded = cents(order.amountRefunded + amount);
      const gst = remainderOf(gstIn(amountRefunded), await gstRefunded(tx, orderId));
      if (!(await markDone(tx, refundId, gst, now))) return undefined;
      await returnGoods(tx, refundId, order, { at: now, by: actor.id });
      const isAll = order.amountPaid > 0 ? amountRefunded === order.amountPaid : await areAllUnitsRefunded(tx, orderId);
      if (isAll) await uncountSpend(tx, orderId);
      const values = { amountRefunded, status: isAll ? orderStatuses.refunded.value : order.status };
      return { action: 'refund', values, before: refundValues(order), after: { ...refundValues(values), reason } };
    });
    if (at === undefined || amount === 0) return;
    const noteId = newId(at.getTime());
    await jobs.enqueue(tx, refundMailJob, { noteId, orderId });
    const account = await lockAccountOfOrder(tx, orderId);
    const document = await issueAdjustmentNote(tx, { id: noteId, refundId, supplier, at });
    if (!account) return;
    await jobs.enqueue(tx, accountNoteJob, { noteId, orderId });
    await creditOrder(tx, account, { orderId, amount, document, note: reason, actorId: actor.id, at });
  });
}

/** The values of an order that the history records before and after a refund. */
export const refundValues = ({ amountRefunded, status }: Pick<LockedOrder, 'amountRefunded' | 'status'>) => ({
  refunded: format(amountRefunded),
  status: statusName(status),
});

async function markDone(tx: Tx, refundId: string, gst: Cents, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'done', settled_at: at, asking_until: null, has_returned: true, gst_cents: gst })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The GST refunded so far. A refund's GST is the difference of two such sums, so that the notes add up to the invoice's GST. */
async function gstRefunded(tx: Tx, orderId: string): Promise<Cents> {
  const { gst } = await tx
    .selectFrom('refunds')
    .select(sql<Cents>`coalesce(sum(gst_cents), 0)::bigint`.as('gst'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return gst;
}

interface ReturnedLine {
  orderItemId: string;
  quantity: number;
  isRestocked: boolean;
  /** Units of the line that other refunds have returned. */
  byOthers: number;
}

/**
 * Returns a refund's goods, each unit only once. Units that were already returned by the order's cancellation, by an
 * earlier attempt of this refund, or by a refund that was cancelled after its money came back, count towards this
 * refund's units.
 */
async function returnGoods(
  tx: Tx,
  refundId: string,
  order: LockedOrder,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const { rows } = await sql<ReturnedLine>`
    select l.order_item_id as "orderItemId", l.quantity, l.is_restocked as "isRestocked", (
      select coalesce(sum(other.quantity), 0)::int from refund_lines other join refunds r on r.id = other.refund_id
      where other.order_item_id = l.order_item_id and r.id <> l.refund_id and r.has_returned and r.state <> 'withdrawn'
    ) as "byOthers"
    from refund_lines l where l.refund_id = ${refundId}`.execute(tx);
  const lines = await readOrderLines(tx, order.id);
  const returned = rows.flatMap(({ orderItemId, quantity, isRestocked, byOthers }) => {
    const line = lines.find(({ id }) => id === orderItemId);
    if (!line) return [];
    const alreadyReturned = Math.max(line.returned - byOthers, 0);
    return [{ ...line, isRestocked, quantity: Math.max(quantity - alreadyReturned, 0) }];
  });
  for (const { id, quantity } of returned) {
    await sql`update order_items set returned_quantity = returned_quantity + ${quantity} where id = ${id}`.execute(tx);
  }
  const units = unitsByItem(returned.filter(({ isRestocked }) => isRestocked));
  if (units.length === 0) return;
  await returnUnits(tx, units, { reason: `Order ${order.number} refunded`, at, orderId: order.id, by });
}

/** Whether every unit of an order is refunded, which decides the status of an order of $0. */
async function areAllUnitsRefunded(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from order_items i where i.order_id = ${orderId} and i.quantity > (
      select coalesce(sum(l.quantity), 0) from refund_lines l join refunds r on r.id = l.refund_id
      where l.order_item_id = i.id and r.state = 'done') limit 1`.execute(tx);
  return rows.length === 0;
}
