import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { fingerprintOf, isKey, keyInvalid } from '#platform/http/idempotency.server.ts';
import { format, type Cents } from '#lib/money.ts';
import { badInput, conflict, notFound } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#company/service.server.ts';
import { type LockedOrder, lockOrder } from '../stored/locked-order.server.ts';
import { type Refund, type RefundBody, sentences } from './refund-contract.ts';
import { payRefund, settleRefund, withdrawAsked } from './refund-paying.server.ts';
import { type RefundPlan, planRefund } from './refund-plan.ts';
import { askingMs } from '../stored/refund-states.server.ts';
import { leftToRefund, readRefund } from './refunds.server.ts';
import type { OrderDeps } from '../place/settling.server.ts';

export interface Refunding {
  orderId: string;
  /** Undefined where the caller sent none; then nothing can be asked twice. */
  key: string | undefined;
  body: RefundBody;
}

/** How long a key's second caller waits for what its first is told. */
const waitMs = 5_000;
const lookEveryMs = 100;

/**
 * Refunds an order or a part of it (contract, section 5), in three steps like placing one: a transaction holds the amount,
 * the provider pays outside of it, and a second transaction confirms. The same key and body are one refund. Throws `Problem`
 * 404, 400, and 409 for more than is left or a key that had another body; what the provider says is the refund's state.
 */
export async function refund(
  deps: OrderDeps,
  { orderId, key = randomUUID(), body }: Refunding,
  context: ActionContext,
): Promise<{ refund: Refund; isNew: boolean }> {
  if (!isKey(key)) throw badInput({ path: 'Idempotency-Key', message: keyInvalid });
  const fingerprint = fingerprintOf(
    deps.env,
    'checkout bodies',
    JSON.stringify({ orderId, body, by: context.actor.id }),
  );
  const held = await hold(deps, { orderId, body, key, fingerprint, by: context.actor.id });
  const named = { orderId, refundId: held.id };
  if (!held.isNew) return { refund: await decided(deps, named), isNew: false };
  await payRefund(deps, held.id);
  return { refund: await readRefund(deps.db, named), isNew: true };
}

interface Holding {
  orderId: string;
  body: RefundBody;
  key: string;
  fingerprint: Buffer;
  by: string;
}

/** The first step. The order's lock makes refunds of one order wait for each other, so that they never exceed what was paid. */
function hold(deps: OrderDeps, holding: Holding): Promise<{ id: string; isNew: boolean }> {
  const { clock, payments } = deps;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, holding.orderId);
    if (!order) throw notFound(sentences.notFound);
    const known = await knownId(tx, holding);
    if (known !== undefined) return { id: known, isNew: false };
    const plan = planRefund(await leftToRefund(tx, order.id, order), holding.body);
    if (plan.amount > 0 && order.provider !== payments.provider) throw conflict(sentences.otherProvider);
    const id = newId(clock.now().getTime());
    if (await write(tx, { ...holding, id, plan, at: clock.now() })) return { id, isNew: true };
    // The key was taken for another order while this one was looked at.
    throw conflict(sentences.otherBody);
  });
}

async function knownId(tx: Tx, { key, fingerprint }: Holding): Promise<string | undefined> {
  const known = await tx.selectFrom('refunds').select(['id', 'fingerprint']).where('key', '=', key).executeTakeFirst();
  if (known && !known.fingerprint.equals(fingerprint)) throw conflict(sentences.otherBody);
  return known?.id;
}

interface Written extends Holding {
  id: string;
  plan: RefundPlan;
  at: Date;
}

/** Writes refund and lines; whoever writes it is the one that asks the provider. False where the key is taken. */
async function write(tx: Tx, { id, orderId, key, fingerprint, by, body, plan, at }: Written): Promise<boolean> {
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
      asking_until: new Date(at.getTime() + askingMs),
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

interface Named {
  orderId: string;
  refundId: string;
}

/** Waits a while for what the provider says to whoever asked first. */
async function decided({ db }: OrderDeps, named: Named): Promise<Refund> {
  for (let waited = 0; ; waited += lookEveryMs) {
    const found = await readRefund(db, named);
    if (found.state !== 'pending' || waited >= waitMs) return found;
    await sleep(lookEveryMs);
  }
}

/**
 * Asks the provider again about a refund that failed, or that it has not answered. Harmless where it is done, or where
 * somebody else is asking. 409 where it was withdrawn.
 */
export async function retryRefund(deps: OrderDeps, named: Named, context: ActionContext): Promise<Refund> {
  const found = await readRefund(deps.db, named);
  if (found.state === 'withdrawn') throw conflict(sentences.isWithdrawn);
  if (found.state === 'failed' && (await takeUp(deps, named, context))) await payRefund(deps, named.refundId);
  if (found.state === 'pending') await settleRefund(deps, named.refundId);
  return readRefund(deps.db, named);
}

/** Makes a refund that failed pending again. The provider takes it for another one, since it remembers what it refused. */
function takeUp(
  { db, clock }: OrderDeps,
  { orderId, refundId }: Named,
  { actor, requestId }: ActionContext,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const order = await demandLocked(tx, orderId);
    const at = clock.now();
    const taken = await tx
      .updateTable('refunds')
      .set((eb) => ({
        state: 'pending',
        retries: eb('retries', '+', 1),
        failure: null,
        came_back_at: null,
        asking_until: new Date(at.getTime() + askingMs),
        ask_after: at,
      }))
      .where('id', '=', refundId)
      .where('state', '=', 'failed')
      .returning('amount_cents as amount')
      .executeTakeFirst();
    if (!taken) return false;
    const after = told(order, taken.amount);
    await audit(tx, { actor, action: 'refund-retry', entity: 'order', entityId: orderId, after, at, requestId });
    return true;
  });
}

const told = (order: LockedOrder, amount: Cents) => ({ orderNumber: order.number, refund: format(amount) });

async function demandLocked(tx: Tx, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw notFound(sentences.notFound);
  return order;
}

/**
 * Gives up a refund that was not paid, which frees what it held. One that is withdrawn stays so; 409 where it was paid, and
 * while nobody knows whether it was.
 */
export async function withdrawRefund(
  deps: OrderDeps,
  named: Named,
  { actor, requestId }: ActionContext,
): Promise<Refund> {
  const { db, clock } = deps;
  const found = await readRefund(db, named);
  if (found.state === 'done') throw conflict(sentences.isDone);
  if (found.state === 'pending') await withdrawAsked(deps, named.refundId);
  await inTransaction(db, async (tx) => {
    const order = await demandLocked(tx, named.orderId);
    const at = clock.now();
    const gone = await tx
      .updateTable('refunds')
      .set({ state: 'withdrawn', settled_at: at })
      .where('id', '=', named.refundId)
      .where('state', '=', 'failed')
      .returning('amount_cents as amount')
      .executeTakeFirst();
    if (!gone) return;
    const entry = { action: 'refund-withdraw', entity: 'order', entityId: named.orderId, at, requestId };
    await audit(tx, { actor, ...entry, after: told(order, gone.amount) });
  });
  return readRefund(db, named);
}
