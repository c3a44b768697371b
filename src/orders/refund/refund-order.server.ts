import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { format } from '#lib/money.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { changeOrder, lockOrder } from '../stored/change-order.server.ts';
import { readOrderLines } from '../stored/order-lines.server.ts';
import { type Refund, type RefundBody, sentences } from './refund-contract.ts';
import { payRefund, settleRefund, settleBeforeWithdrawing } from './pay-refund.server.ts';
import { type RefundPlan, planRefund } from './refund-plan.ts';
import { claimMs } from '../stored/refund-states.server.ts';
import { leftToRefund, readRefund } from './read-refunds.server.ts';
import type { OrderDeps } from '../place/settle-waiting-orders.server.ts';

export interface NewRefund {
  orderId: string;
  /** Undefined if the caller sent none; then the request can't be repeated safely. */
  key: string | undefined;
  body: RefundBody;
}

/** How long a repeated request waits for the first one's result. */
const waitMs = 5_000;
const pollEveryMs = 100;

/**
 * Refunds an order or a part of it, in three steps like a checkout: a transaction reserves the amount, the provider makes
 * the refund outside of any transaction, and a second transaction confirms it. Repeating a call with the same key and body
 * makes no second refund. Throws `Problem` 404, 400, and 409 if the refund exceeds what is left, or if the key was used with
 * another body. If the provider refuses, no error is thrown: the refund is then `failed`.
 */
export async function refund(
  deps: OrderDeps,
  { orderId, key = randomUUID(), body }: NewRefund,
  context: ActionContext,
): Promise<{ refund: Refund; isNew: boolean }> {
  const fingerprint = fingerprintOf(
    deps.env,
    'checkout bodies',
    JSON.stringify({ orderId, body, by: context.actor.id }),
  );
  const reserved = await reserve(deps, { orderId, body, key, fingerprint, by: context.actor.id });
  const ids = { orderId, refundId: reserved.id };
  if (!reserved.isNew) return { refund: await waitForDecision(deps, ids), isNew: false };
  await payRefund(deps, reserved.id);
  return { refund: await readRefund(deps.db, ids), isNew: true };
}

interface RefundReservation {
  orderId: string;
  body: RefundBody;
  key: string;
  fingerprint: Buffer;
  by: string;
}

/** Step one of a refund. Refunds of one order wait for the order's row lock, so that they never exceed the amount paid. */
function reserve(deps: OrderDeps, reservation: RefundReservation): Promise<{ id: string; isNew: boolean }> {
  const { clock, payments } = deps;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, reservation.orderId);
    const knownId = await idOfKey(tx, reservation);
    if (knownId !== undefined) return { id: knownId, isNew: false };
    const plan = planRefund(
      await leftToRefund(tx, order.id, { ...order, items: await readOrderLines(tx, order.id) }),
      reservation.body,
    );
    if (plan.amount > 0 && ![payments.provider, 'account'].includes(order.provider))
      throw conflict(sentences.otherProvider);
    const id = newId(clock.now().getTime());
    if (await insertRefund(tx, id, reservation, plan, clock.now())) return { id, isNew: true };
    // The key has been used for another order in the meantime.
    throw conflict(sentences.otherBody);
  });
}

/** The id of the refund that was made with the key; undefined for a new key. Throws 409 if the body was different. */
async function idOfKey(tx: Tx, { key, fingerprint }: RefundReservation): Promise<string | undefined> {
  const known = await tx.selectFrom('refunds').select(['id', 'fingerprint']).where('key', '=', key).executeTakeFirst();
  if (known && !known.fingerprint.equals(fingerprint)) throw conflict(sentences.otherBody);
  return known?.id;
}

/** Inserts a refund with its lines, claimed by the caller. False if the key already exists. */
async function insertRefund(
  tx: Tx,
  id: string,
  { orderId, key, fingerprint, by, body }: RefundReservation,
  plan: RefundPlan,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .values({
      id,
      order_id: orderId,
      key,
      fingerprint,
      amount_cents: plan.amount,
      shipping_cents: plan.shipping,
      reason: body.reason,
      asking_until: new Date(at.getTime() + claimMs),
      ask_after: at,
      created_by: by,
      created_at: at,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (plan.lines.length === 0) return true;
  const rows = plan.lines.map((line) => ({
    refund_id: id,
    order_item_id: line.id,
    quantity: line.quantity,
    is_restocked: line.isRestocked,
    amount_cents: line.amount,
  }));
  await tx.insertInto('refund_lines').values(rows).execute();
  return true;
}

interface RefundIds {
  orderId: string;
  refundId: string;
}

/** Waits up to five seconds for the result of the first request. */
async function waitForDecision({ db }: OrderDeps, ids: RefundIds): Promise<Refund> {
  for (let waited = 0; ; waited += pollEveryMs) {
    const current = await readRefund(db, ids);
    if (current.state !== 'pending' || waited >= waitMs) return current;
    await sleep(pollEveryMs);
  }
}

/** Retries a failed or pending refund, unless it is done or claimed by another process. Throws 409 if it was cancelled. */
export async function retryRefund(deps: OrderDeps, ids: RefundIds, context: ActionContext): Promise<Refund> {
  const current = await readRefund(deps.db, ids);
  if (current.state === 'withdrawn') throw conflict(sentences.isWithdrawn);
  if (current.state === 'failed' && (await reopenFailed(deps, ids, context))) await payRefund(deps, ids.refundId);
  if (current.state === 'pending') await settleRefund(deps, ids.refundId);
  return readRefund(deps.db, ids);
}

/** Makes a failed refund pending again. It gets a new key, because the provider remembers that it refused the old one. */
const reopenFailed = ({ db, clock }: OrderDeps, { orderId, refundId }: RefundIds, context: ActionContext) =>
  inTransaction(db, (tx) =>
    changeOrder(tx, orderId, { clock, ...context }, async (_order, at) => {
      const taken = await tx
        .updateTable('refunds')
        .set((eb) => ({
          state: 'pending',
          retries: eb('retries', '+', 1),
          failure: null,
          came_back_at: null,
          asking_until: new Date(at.getTime() + claimMs),
          ask_after: at,
        }))
        .where('id', '=', refundId)
        .where('state', '=', 'failed')
        .returning('amount_cents as amount')
        .executeTakeFirst();
      return taken && { action: 'refund-retry', after: { refund: format(taken.amount) } };
    }),
  );

/**
 * Cancels an unpaid refund, which releases its reserved amount. Does nothing if it is already cancelled; throws 409 if it
 * was paid or its state is still unknown.
 */
export async function withdrawRefund(deps: OrderDeps, ids: RefundIds, context: ActionContext): Promise<Refund> {
  const { db, clock } = deps;
  const current = await readRefund(db, ids);
  if (current.state === 'done') throw conflict(sentences.isDone);
  if (current.state === 'pending') await settleBeforeWithdrawing(deps, ids.refundId);
  await inTransaction(db, (tx) =>
    changeOrder(tx, ids.orderId, { clock, ...context }, async (_order, at) => {
      const withdrawn = await tx
        .updateTable('refunds')
        .set({ state: 'withdrawn', settled_at: at })
        .where('id', '=', ids.refundId)
        .where('state', '=', 'failed')
        .returning('amount_cents as amount')
        .executeTakeFirst();
      return withdrawn && { action: 'refund-withdraw', after: { refund: format(withdrawn.amount) } };
    }),
  );
  return readRefund(db, ids);
}
