import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { cents, format, minus } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/service.server.ts';
import { cancelNote, type StandingNote, standingNote } from '../documents/adjustment-note.server.ts';
import { refundMailJob, refundNoticeJob } from '../mail/after-sale-jobs.server.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { type LockedOrder, lockOrder, noteStatus } from '../stored/locked-order.server.ts';
import { askAbout, settleRefund } from './refund-paying.server.ts';
import { namedBy, readDue } from '../stored/refund-states.server.ts';
import type { OrderDeps } from '../place/settling.server.ts';

/**
 * Acts on what the provider says of a refund now, `key` being what it was asked under. One that counted as paid and was refused
 * since comes back. False while the provider does not answer, or somebody else is asking it; undefined where the key names no
 * refund.
 */
export async function settleKnownRefund(deps: OrderDeps, key: string | undefined): Promise<boolean | undefined> {
  const named = namedBy(key);
  if (!named) return undefined;
  const { refundId } = named;
  const state = await stateOf(deps, named);
  if (state !== 'pending' && state !== 'done') return true;
  if (state === 'pending') {
    await settleRefund(deps, refundId);
    return (await stateOf(deps, named)) !== 'pending';
  }
  const due = await readDue(deps.db, refundId, 'done');
  const known = due && (await askAbout(deps, due));
  if (known?.kind === 'refused') await takeBack(deps, { ...named, reason: known.reason });
  return known?.kind !== 'unanswered';
}

interface Named {
  refundId: string;
  /** The attempt: a later one has a key of its own, and what becomes of this one means nothing to it. */
  retries: number;
}

async function stateOf({ db }: OrderDeps, { refundId, retries }: Named): Promise<string | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('state')
    .where('id', '=', refundId)
    .where('retries', '=', retries)
    .executeTakeFirst();
  return row?.state;
}

interface ComingBack extends Named {
  reason: string | null;
}

/**
 * Undoes what a refund did to money and status, in one transaction. Its goods stay where they are, and its note is cancelled by
 * another. What somebody else has undone is left as it is.
 */
async function takeBack(deps: OrderDeps, back: ComingBack): Promise<void> {
  const { db, clock, jobs } = deps;
  const { refundId } = back;
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
    if (!(await markFailed(tx, back, at))) return;
    const cancelled = await standingNote(tx, refundId);
    const reason = `The refund of ${format(cancelled.amount)} came back.`;
    const note = [reason, back.reason].filter(Boolean).join(' ');
    await enter(tx, { order, cancelled, note, at });
    const noteId = newId(at.getTime());
    await jobs.enqueue(tx, refundMailJob, { noteId, orderId: order.id });
    for (const place of settings.notifications.orders.keys()) {
      await jobs.enqueue(tx, refundNoticeJob, { noteId, orderId: order.id, place });
    }
    // The buyer reads the paper: why it came back is the company's business.
    await cancelNote(tx, { id: noteId, refundId, settings, at, cancelled, reason });
  });
}

async function markFailed(tx: Tx, { refundId, retries, reason }: ComingBack, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'failed', failure: reason, came_back_at: at, settled_at: null, gst_cents: null })
    .where('id', '=', refundId)
    .where('retries', '=', retries)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Undoing {
  order: LockedOrder;
  cancelled: StandingNote;
  note: string;
  at: Date;
}

/** Takes the amount off what was refunded; an order that it had ended has the status again that it had before. */
async function enter(tx: Tx, { order, cancelled, note, at }: Undoing): Promise<void> {
  const amountRefunded = minus(order.amountRefunded, cancelled.amount);
  const to = order.status === orderStatuses.refunded.value ? await statusBefore(tx, order.id) : order.status;
  await tx
    .updateTable('orders')
    .set({ amount_refunded_cents: amountRefunded, status: to, version: order.version + 1 })
    .where('id', '=', order.id)
    .execute();
  await noteStatus(tx, { order, to, at, by: null, note });
  const told = (refunded: number, status: number) => ({
    orderNumber: order.number,
    refunded: format(cents(refunded)),
    status: statusName(status),
  });
  await audit(tx, {
    actor: null,
    action: 'refund-back',
    entity: 'order',
    entityId: order.id,
    before: told(order.amountRefunded, order.status),
    after: { ...told(amountRefunded, to), reason: note },
    at,
  });
}

/** The status that the refund of the last cent took an order from. */
async function statusBefore(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ status: number }>`
    select from_status as status from order_status_events
    where order_id = ${orderId} and to_status = ${orderStatuses.refunded.value} order by id desc limit 1`.execute(tx);
  return rows[0]?.status ?? orderStatuses.newOrder.value;
}
