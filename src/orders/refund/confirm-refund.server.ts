import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Cents, cents, format, gstIn } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/service.server.ts';
import { returnUnits } from '#stock/ledger/ledger.server.ts';
import { issueNote } from '../documents/adjustment-note.server.ts';
import { refundMailJob } from '../mail/after-sale-jobs.server.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { type LockedOrder, lockOrder, noteStatus, unitsOf } from '../stored/locked-order.server.ts';
import { leftOf } from './refund-plan.ts';
import type { OrderDeps } from '../place/settling.server.ts';

interface PaidRefund {
  id: string;
  amount: Cents;
  /** GST included in `amount`. */
  gst: Cents;
  reason: string;
  byId: string;
  firstName: string;
  lastName: string;
}

interface RefundConfirmation {
  order: LockedOrder;
  refund: PaidRefund;
  at: Date;
}

/**
 * The last step of a refund that the provider has paid: amount, goods, status, adjustment note and mail in one
 * transaction. A refund that is already decided stays unchanged.
 */
export async function confirmRefund(deps: OrderDeps, refundId: string): Promise<void> {
  const { db, clock, jobs } = deps;
  const settings = await readSettings(deps);
  const { order_id: orderId } = await db
    .selectFrom('refunds')
    .select('order_id')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new Error('A refund has no paid order.');
    const at = clock.now();
    const refund = await markDone(tx, refundId, { order, at });
    if (!refund) return;
    const confirming = { order, refund, at };
    await returnGoods(tx, confirming);
    await updateOrder(tx, confirming);
    if (refund.amount === 0) return;
    const noteId = newId(at.getTime());
    await jobs.enqueue(tx, refundMailJob, { noteId, orderId: order.id });
    await issueNote(tx, { id: noteId, refundId, settings, at });
  });
}

async function markDone(
  tx: Tx,
  refundId: string,
  { order, at }: { order: LockedOrder; at: Date },
): Promise<PaidRefund | undefined> {
  const before = await gstRefunded(tx, order.id);
  const { rows } = await sql<Omit<PaidRefund, 'gst'>>`
    update refunds r set state = 'done', settled_at = ${at}, asking_until = null, has_returned = true
    from users u where r.id = ${refundId} and r.state = 'pending' and u.id = r.created_by
    returning r.id, r.amount_cents as amount, r.reason, u.id as "byId", u.first_name as "firstName",
      u.last_name as "lastName"`.execute(tx);
  const [refund] = rows;
  if (!refund) return undefined;
  const gst = leftOf(gstIn(cents(order.amountRefunded + refund.amount)), before);
  await tx.updateTable('refunds').set({ gst_cents: gst }).where('id', '=', refundId).execute();
  return { ...refund, gst };
}

/**
 * GST already refunded. A refund's GST is the difference of cumulative sums, so that the notes' GST adds up to the
 * invoice's.
 */
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
  /** Units of the line that other refunds returned. */
  byOthers: number;
}

/**
 * Each unit is returned once. Units that were returned by a cancellation, by an earlier attempt of this refund, or by a
 * refund that was withdrawn after its money came back, count towards this refund's units.
 */
async function returnGoods(tx: Tx, { order, refund, at }: RefundConfirmation): Promise<void> {
  const { rows } = await sql<ReturnedLine>`
    select l.order_item_id as "orderItemId", l.quantity, l.is_restocked as "isRestocked", (
      select coalesce(sum(other.quantity), 0)::int from refund_lines other join refunds r on r.id = other.refund_id
      where other.order_item_id = l.order_item_id and r.id <> l.refund_id and r.has_returned and r.state <> 'withdrawn'
    ) as "byOthers"
    from refund_lines l where l.refund_id = ${refund.id}`.execute(tx);
  const returned = rows.flatMap(({ orderItemId, quantity, isRestocked, byOthers }) => {
    const item = order.items.find(({ id }) => id === orderItemId);
    if (!item) return [];
    const otherwise = Math.max(item.returned - byOthers, 0);
    return [{ ...item, isRestocked, quantity: Math.max(quantity - otherwise, 0) }];
  });
  for (const { id, quantity } of returned) {
    await sql`update order_items set returned_quantity = returned_quantity + ${quantity} where id = ${id}`.execute(tx);
  }
  const units = unitsOf(returned.filter(({ isRestocked }) => isRestocked));
  if (units.length === 0) return;
  await returnUnits(tx, units, { reason: `Order ${order.number} refunded`, at, orderId: order.id, by: refund.byId });
}

/** Updates the order's refunded total and status; at the full sum the status becomes Refunded. */
async function updateOrder(tx: Tx, { order, refund, at }: RefundConfirmation): Promise<void> {
  const amountRefunded = cents(order.amountRefunded + refund.amount);
  const isAll = order.amountPaid > 0 ? amountRefunded === order.amountPaid : await areAllUnitsRefunded(tx, order.id);
  const to = isAll ? orderStatuses.refunded.value : order.status;
  await tx
    .updateTable('orders')
    .set({ amount_refunded_cents: amountRefunded, status: to, version: order.version + 1 })
    .where('id', '=', order.id)
    .execute();
  if (to !== order.status) await noteStatus(tx, { order, to, at, by: refund.byId });
  const auditValues = (refunded: Cents, status: number) => ({
    orderNumber: order.number,
    refunded: format(refunded),
    status: statusName(status),
  });
  await audit(tx, {
    actor: { id: refund.byId, firstName: refund.firstName, lastName: refund.lastName },
    action: 'refund',
    entity: 'order',
    entityId: order.id,
    before: auditValues(order.amountRefunded, order.status),
    after: { ...auditValues(amountRefunded, to), reason: refund.reason },
    at,
  });
}

/** Whether every unit of an order is refunded, which decides the status of an order of $0. */
async function areAllUnitsRefunded(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from order_items i where i.order_id = ${orderId} and i.quantity > (
      select coalesce(sum(l.quantity), 0) from refund_lines l join refunds r on r.id = l.refund_id
      where l.order_item_id = i.id and r.state = 'done') limit 1`.execute(tx);
  return rows.length === 0;
}
