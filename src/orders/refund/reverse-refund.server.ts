import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { cents, format, minus } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/service.server.ts';
import { cancelNote, type ActiveNote, readActiveNote } from '../documents/adjustment-note.server.ts';
import { refundMailJob, refundNoticeJob } from '../mail/after-sale-jobs.server.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { type LockedOrder, lockOrder, noteStatus } from '../stored/locked-order.server.ts';
import { readRefundState, settleRefund } from './pay-refund.server.ts';
import { namedBy, readDue } from '../stored/refund-states.server.ts';
import type { OrderDeps } from '../place/settling.server.ts';

/**
 * Applies the provider's current state of a refund, by its idempotency key. A refund that counted as paid and was
 * refused since is reversed. False while the provider does not respond or another process has claimed the refund;
 * undefined where the key names no refund.
 */
export async function settleRefundFromProvider(deps: OrderDeps, key: string | undefined): Promise<boolean | undefined> {
  const attempt = namedBy(key);
  if (!attempt) return undefined;
  const { refundId } = attempt;
  const state = await stateOf(deps, attempt);
  if (state !== 'pending' && state !== 'done') return true;
  if (state === 'pending') {
    await settleRefund(deps, refundId);
    return (await stateOf(deps, attempt)) !== 'pending';
  }
  const due = await readDue(deps.db, refundId, 'done');
  const known = due && (await readRefundState(deps, due));
  if (known?.kind === 'refused') await reverseRefund(deps, { ...attempt, reason: known.reason });
  return known?.kind !== 'noResponse';
}

interface RefundAttempt {
  refundId: string;
  /** The attempt. Each retry has its own key and is independent of earlier ones. */
  retries: number;
}

async function stateOf({ db }: OrderDeps, { refundId, retries }: RefundAttempt): Promise<string | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('state')
    .where('id', '=', refundId)
    .where('retries', '=', retries)
    .executeTakeFirst();
  return row?.state;
}

interface ReturnedRefund extends RefundAttempt {
  reason: string | null;
}

/**
 * Reverses a refund's amount and status in one transaction. Its goods stay where they are, and its adjustment note is
 * cancelled by another. A refund that is already reversed stays unchanged.
 */
async function reverseRefund(deps: OrderDeps, returned: ReturnedRefund): Promise<void> {
  const { db, clock, jobs } = deps;
  const { refundId } = returned;
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
    if (!(await markFailed(tx, returned, at))) return;
    const cancelled = await readActiveNote(tx, refundId);
    const reason = `The refund of ${format(cancelled.amount)} came back.`;
    const note = [reason, returned.reason].filter(Boolean).join(' ');
    await updateOrder(tx, { order, cancelled, note, at });
    const noteId = newId(at.getTime());
    await jobs.enqueue(tx, refundMailJob, { noteId, orderId: order.id });
    for (const place of settings.notifications.orders.keys()) {
      await jobs.enqueue(tx, refundNoticeJob, { noteId, orderId: order.id, place });
    }
    // The note goes to the buyer, so the provider's reason is left out.
    await cancelNote(tx, { id: noteId, refundId, settings, at, cancelled, reason });
  });
}

async function markFailed(tx: Tx, { refundId, retries, reason }: ReturnedRefund, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'failed', failure: reason, came_back_at: at, settled_at: null, gst_cents: null })
    .where('id', '=', refundId)
    .where('retries', '=', retries)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Reversal {
  order: LockedOrder;
  cancelled: ActiveNote;
  note: string;
  at: Date;
}

/**
 * Subtracts the amount from the order's refunded total; an order that the refund had set to Refunded gets its earlier
 * status back.
 */
async function updateOrder(tx: Tx, { order, cancelled, note, at }: Reversal): Promise<void> {
  const amountRefunded = minus(order.amountRefunded, cancelled.amount);
  const to = order.status === orderStatuses.refunded.value ? await statusBefore(tx, order.id) : order.status;
  await tx
    .updateTable('orders')
    .set({ amount_refunded_cents: amountRefunded, status: to, version: order.version + 1 })
    .where('id', '=', order.id)
    .execute();
  await noteStatus(tx, { order, to, at, by: null, note });
  const auditValues = (refunded: number, status: number) => ({
    orderNumber: order.number,
    refunded: format(cents(refunded)),
    status: statusName(status),
  });
  await audit(tx, {
    actor: null,
    action: 'refund-back',
    entity: 'order',
    entityId: order.id,
    before: auditValues(order.amountRefunded, order.status),
    after: { ...auditValues(amountRefunded, to), reason: note },
    at,
  });
}

/** The status before the order became Refunded. */
async function statusBefore(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ status: number }>`
    select from_status as status from order_status_events
    where order_id = ${orderId} and to_status = ${orderStatuses.refunded.value} order by id desc limit 1`.execute(tx);
  return rows[0]?.status ?? orderStatuses.newOrder.value;
}
