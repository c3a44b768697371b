import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { type Decision, readCheckoutAttempt } from './checkout-attempts.server.ts';
import { confirmOrder, releaseOrder } from './confirm-or-release-order.server.ts';
import {
  type Charge,
  type ChargeState,
  nothingToPay,
  type ChargeResult,
  providerOf,
  type OrderCharge,
  type Payments,
} from '../payment/payment-provider.ts';

export interface OrderDeps extends Deps {
  payments: Payments;
}

/** After an order has waited this long, its charge is read from the provider. */
const readChargeAfterMs = 10_000;

/** The time that a buyer has for the bank's confirmation; then the goods are released. */
const actionWithinMs = 30 * 60_000;

const maxPerRound = 100;

/**
 * Applies a charge's result: confirms or releases the order, or leaves it waiting. Returns the order's final decision,
 * which another process may have made.
 */
export async function applyChargeResult(
  deps: OrderDeps,
  charge: OrderCharge,
  outcome: ChargeResult,
): Promise<Decision> {
  if (outcome.kind === 'requiresAction' || outcome.kind === 'noResponse') return { kind: 'pending', outcome };
  if (outcome.kind === 'paid') {
    const placed = await confirmOrder(deps, charge.orderId, charge.amount === 0 ? null : outcome);
    if (placed) return placed;
  } else if (await releaseOrder(deps, charge.orderId, outcome.reason)) {
    return { kind: 'refused', reasons: [outcome.reason] };
  }
  // Another process, a webhook or the settling round came first.
  const known = await readCheckoutAttempt(deps.db, charge.key);
  return known?.decision ?? { kind: 'pending', outcome: { kind: 'noResponse' } };
}

/** The state of a charge at the provider; an exception counts as `noResponse`. An amount of 0 counts as paid. */
export async function readChargeState({ payments, log }: OrderDeps, charge: OrderCharge): Promise<ChargeState> {
  if (charge.amount === 0) return nothingToPay;
  return providerOf(payments, charge.provider)
    .readCharge(charge)
    .catch((error: unknown) => {
      log.error({ err: error, orderId: charge.orderId }, 'could not read a charge');
      return { kind: 'noResponse' } as const;
    });
}

interface WaitingCharge extends OrderCharge {
  placedAt: Date;
}

/** Settles one waiting order: cancels its charge, unless it is paid or the buyer still has time to confirm it at the bank. */
async function settleOrder(deps: OrderDeps, { placedAt, ...charge }: WaitingCharge): Promise<Decision> {
  const state = await readChargeState(deps, charge);
  const isLate = deps.clock.now().getTime() - placedAt.getTime() > actionWithinMs;
  const isAbandoned = state.kind === 'unknown' || (state.kind === 'requiresAction' && isLate);
  return applyChargeResult(
    deps,
    charge,
    isAbandoned ? await providerOf(deps.payments, charge.provider).cancel(charge) : state,
  );
}

/**
 * Settles orders that have waited for 10 s because of a crash or because the provider did not respond. Several processes
 * may do so at once, because a conditional update decides each order. Returns how many were decided.
 */
export async function settleWaitingOrders(deps: OrderDeps): Promise<number> {
  const { db, clock, log, payments } = deps;
  const waiting = await db
    .selectFrom('orders as o')
    .innerJoin('checkout_attempts as a', 'a.order_id', 'o.id')
    .select(['o.id as orderId', 'a.key', 'o.total_cents as amount', 'o.placed_at as placedAt'])
    .select('o.payment_provider as provider')
    .where('o.payment', '=', 'awaiting')
    .where('o.payment_provider', 'in', [payments.provider, 'account'])
    .where('o.placed_at', '<=', new Date(clock.now().getTime() - readChargeAfterMs))
    // At random, so that many buyers at their bank do not keep other orders waiting; those on account need no provider.
    .orderBy(sql`o.payment_provider = 'account' desc, random()`)
    .limit(maxPerRound)
    .execute();
  let settled = 0;
  for (const order of waiting) {
    const decision = await settleOrder(deps, order).catch((error: unknown) => {
      log.error({ err: error, orderId: order.orderId }, 'could not settle an order');
    });
    if (decision && decision.kind !== 'pending') settled++;
  }
  return settled;
}

/**
 * Applies the current state of an order's charge; never charges or cancels. A payment for a released order is refunded.
 * False while the provider does not respond.
 */
export async function settleOrderFromProvider(deps: OrderDeps, orderId: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('orders as o')
    .innerJoin('checkout_attempts as a', 'a.order_id', 'o.id')
    .select(['o.id as orderId', 'a.key', 'o.total_cents as amount', 'o.payment', 'o.payment_provider as provider'])
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  if (!row || row.payment === 'paid') return true;
  const { payment, ...charge } = row;
  const state = await readChargeState(deps, charge);
  if (state.kind === 'noResponse') return false;
  if (state.kind === 'unknown') return true;
  if (payment === 'released' && state.kind === 'paid') return refundLatePayment(deps, charge, state.reference);
  await applyChargeResult(deps, charge, state);
  return true;
}

/** Refunds a charge that was paid after it had been given up. False while the provider does not respond. */
export async function refundLatePayment(
  { payments, log }: OrderDeps,
  { orderId, amount, key }: Charge,
  reference: string,
): Promise<boolean> {
  const outcome = await payments.refund({ key: `${key}:back`, reference, amount });
  log.warn({ orderId, outcome }, 'a charge was paid after it had been given up; the payment is refunded');
  return outcome.kind !== 'noResponse';
}
