import type { Deps } from '#platform/deps.server.ts';
import { type Decision, readCheckoutAttempt } from './checkout-attempts.server.ts';
import { confirm, release } from './confirm-order.server.ts';
import { type ChargeState, type Charge, nothingToPay, type ChargeResult, type Payments } from '../payment/payment.ts';

/** What orders need of the process. */
export interface OrderDeps extends Deps {
  payments: Payments;
}

/** An order that waits longer than this for its provider is asked about (contract, section 5). */
const askAfterMs = 10_000;

/** So long a buyer has for what the bank wants; then the goods are for others. */
const actionWithinMs = 30 * 60_000;

const mostInRound = 100;

/** Acts on what the provider says: confirms, releases, or leaves the order waiting. Says what was decided in the end. */
export async function decide(deps: OrderDeps, charge: Charge, outcome: ChargeResult): Promise<Decision> {
  if (outcome.kind === 'requiresAction' || outcome.kind === 'unanswered') return { kind: 'pending', outcome };
  if (outcome.kind === 'paid') {
    const placed = await confirm(deps, charge.orderId, charge.amount === 0 ? null : outcome);
    if (placed) return placed;
  } else if (await release(deps, charge.orderId, outcome.reason)) {
    return { kind: 'refused', reasons: [outcome.reason] };
  }
  // Another process, a webhook or the settling round came first.
  const known = await readCheckoutAttempt(deps.db, charge.key);
  return known?.decision ?? { kind: 'pending', outcome: { kind: 'unanswered' } };
}

/** What became of a charge; failures of the way to the provider count as no answer. */
export async function readChargeResult({ payments, log }: OrderDeps, charge: Charge): Promise<ChargeState> {
  if (charge.amount === 0) return nothingToPay;
  return payments.readCharge(charge).catch((error: unknown) => {
    log.error({ err: error, orderId: charge.orderId }, 'could not ask about a charge');
    return { kind: 'unanswered' } as const;
  });
}

interface Waiting extends Charge {
  placedAt: Date;
}

/** Settles one order that waits: what is not paid by now, and not with the buyer's bank, never will be. */
export async function settle(deps: OrderDeps, { placedAt, ...charge }: Waiting): Promise<Decision> {
  const asked = await readChargeResult(deps, charge);
  const isLate = deps.clock.now().getTime() - placedAt.getTime() > actionWithinMs;
  const gone = asked.kind === 'unknown' || (asked.kind === 'requiresAction' && isLate);
  return decide(deps, charge, gone ? await deps.payments.cancel(charge) : asked);
}

/**
 * Settles what a crash or an unanswered provider left: orders that have waited for 10 s. Any number of processes may do
 * it at once, since every order is decided by one conditional update. Answers how many are decided now.
 */
export async function settleWaiting(deps: OrderDeps): Promise<number> {
  const { db, clock, log, payments } = deps;
  const waiting = await db
    .selectFrom('orders as o')
    .innerJoin('checkout_attempts as a', 'a.order_id', 'o.id')
    .select(['o.id as orderId', 'a.key', 'o.total_cents as amount', 'o.placed_at as placedAt'])
    .where('o.payment', '=', 'awaiting')
    .where('o.payment_provider', '=', payments.provider)
    .where('o.placed_at', '<=', new Date(clock.now().getTime() - askAfterMs))
    .orderBy('o.placed_at')
    .limit(mostInRound)
    .execute();
  let settled = 0;
  for (const order of waiting) {
    const decision = await settle(deps, order).catch((error: unknown) => {
      log.error({ err: error, orderId: order.orderId }, 'could not settle an order');
    });
    if (decision && decision.kind !== 'pending') settled++;
  }
  return settled;
}

/**
 * Acts on what the provider says of an order now; takes and withdraws nothing. A payment for an order whose goods were given
 * back is paid back. False while the provider does not answer.
 */
export async function settleKnown(deps: OrderDeps, orderId: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('orders as o')
    .innerJoin('checkout_attempts as a', 'a.order_id', 'o.id')
    .select(['o.id as orderId', 'a.key', 'o.total_cents as amount', 'o.payment'])
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  if (!row || row.payment === 'paid') return true;
  const { payment, ...charge } = row;
  const asked = await readChargeResult(deps, charge);
  if (asked.kind === 'unanswered') return false;
  if (asked.kind === 'unknown') return true;
  if (payment === 'released' && asked.kind === 'paid') return payBack(deps, charge, asked.reference);
  await decide(deps, charge, asked);
  return true;
}

async function payBack(
  { payments, log }: OrderDeps,
  { orderId, amount, key }: Charge,
  reference: string,
): Promise<boolean> {
  const outcome = await payments.refund({ key: `${key}:back`, reference, amount });
  log.warn({ orderId, outcome }, 'an order was paid after it had been given up; the payment goes back');
  return outcome.kind !== 'unanswered';
}
