import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { format, minus } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSupplier } from '#company/letterhead.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { recountSpend } from '#trade/limits/spend.server.ts';
import { cancelAdjustmentNote } from '../documents/adjustment-note.server.ts';
import { refundMailJob, refundNoticeJob } from '../mail/refund-mail-jobs.server.ts';
import { orderStatuses } from '../contract.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import { refundValues } from './confirm-refund.server.ts';
import { readRefundState, settleRefund } from './pay-refund.server.ts';
import { refundAttemptOf, readProviderRefund } from '../stored/refund-states.server.ts';
import type { OrderDeps } from '../place/settle-waiting-orders.server.ts';

/**
 * Applies the state that a refund has at the provider; `key` is its idempotency key. A refund that counted as paid and
 * has been refused since is reversed. Returns false while the provider does not respond or another process has claimed
 * the refund, and undefined if no refund has this key.
 */
export async function settleRefundFromProvider(deps: OrderDeps, key: string | undefined): Promise<boolean | undefined> {
  const attempt = refundAttemptOf(key);
  if (!attempt) return undefined;
  const { refundId } = attempt;
  const state = await stateOf(deps, attempt);
  if (state !== 'pending' && state !== 'done') return true;
  if (state === 'pending') {
    await settleRefund(deps, refundId);
    return (await stateOf(deps, attempt)) !== 'pending';
  }
  const due = await readProviderRefund(deps.db, refundId, 'done');
  const known = due && (await readRefundState(deps, due));
  if (known?.kind === 'refused') await reverseRefund(deps, { ...attempt, reason: known.reason });
  return known?.kind !== 'noResponse';
}

interface RefundAttempt {
  refundId: string;
  /** The number of the attempt. Each retry has its own key. */
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
 * Reverses a refund's amount and status in one transaction. Goods that went back into stock stay there, and another
 * adjustment note cancels the first. A refund that is already reversed stays unchanged.
 */
async function reverseRefund(deps: OrderDeps, { refundId, retries, reason }: ReturnedRefund): Promise<void> {
  const { db, clock, jobs } = deps;
  const [{ notifications }, supplier] = await Promise.all([readSettings(deps), readSupplier(deps)]);
  const { orderId, amount } = await db
    .selectFrom('refunds')
    .select(['order_id as orderId', 'amount_cents as amount'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  const cameBack = `The refund of ${format(amount)} came back.`;
  await inTransaction(db, async (tx) => {
    const at = await changeOrder(tx, orderId, { clock, actor: null }, async (order, now) => {
      if (!(await markFailed(tx, { refundId, retries, reason }, now))) return undefined;
      const isRefunded = order.status === orderStatuses.refunded.value;
      const status = isRefunded ? await statusBefore(tx, orderId) : order.status;
      const values = { amountRefunded: minus(order.amountRefunded, amount), status };
      if (isRefunded && status !== orderStatuses.cancelled.value) await recountSpend(tx, orderId);
      const note = [cameBack, reason].filter(Boolean).join(' ');
      const after = { ...refundValues(values), reason: note };
      return { action: 'refund-back', values, note, before: refundValues(order), after };
    });
    if (at === undefined) return;
    const noteId = newId(at.getTime());
    await jobs.enqueue(tx, refundMailJob, { noteId, orderId });
    for (const place of notifications.orders.keys()) {
      await jobs.enqueue(tx, refundNoticeJob, { noteId, orderId, place });
    }
    // The note goes to the buyer, so the provider's reason is left out.
    await cancelAdjustmentNote(tx, { id: noteId, refundId, supplier, at, reason: cameBack });
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

/** The status before the order became Refunded. */
async function statusBefore(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ status: number }>`
    select from_status as status from order_status_events
    where order_id = ${orderId} and to_status = ${orderStatuses.refunded.value} order by id desc limit 1`.execute(tx);
  return rows[0]?.status ?? orderStatuses.newOrder.value;
}
