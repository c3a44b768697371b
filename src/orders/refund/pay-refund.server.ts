import { inTransaction } from '#platform/db/db.server.ts';
import { zero } from '#lib/money.ts';
import { conflict } from '#lib/api/problem.ts';
import {
  type RefundState,
  providerOf,
  type OrderRefund,
  type RefundResult,
  refusedRefund,
} from '../payment/payment-provider.ts';
import { confirmRefund } from './confirm-refund.server.ts';
import { sentences } from './refund-contract.ts';
import { claimRefund, failRefund, postponeRefund, readProviderRefund } from '../stored/refund-states.server.ts';
import type { OrderDeps } from '../place/settle-waiting-orders.server.ts';

const maxPerRound = 100;

/** Steps two and three of a refund: sends it to the provider and applies the result. The caller has claimed the refund. */
export async function payRefund(deps: OrderDeps, refundId: string): Promise<void> {
  const due = await readProviderRefund(deps.db, refundId);
  if (due) await applyResult(deps, refundId, await pay(deps, due));
}

/** Pays outside any transaction. After an exception the refund may have been paid, so it counts as `noResponse`. */
async function pay({ payments, log }: OrderDeps, due: OrderRefund): Promise<RefundResult> {
  if (due.amount === 0) return { kind: 'refunded' };
  return providerOf(payments, due.provider)
    .refund(due)
    .catch((error: unknown) => {
      log.error({ err: error, refund: due.key }, 'a refund failed');
      return { kind: 'noResponse' };
    });
}

/** The state of a refund at the provider; an exception counts as `noResponse`. An amount of 0 is `unknown`. */
export async function readRefundState({ payments, log }: OrderDeps, due: OrderRefund): Promise<RefundState> {
  if (due.amount === 0) return { kind: 'unknown' };
  return providerOf(payments, due.provider)
    .readRefund(due)
    .catch((error: unknown) => {
      log.error({ err: error, refund: due.key }, 'could not read a refund');
      return { kind: 'noResponse' };
    });
}

async function applyResult(deps: OrderDeps, refundId: string, outcome: RefundResult): Promise<void> {
  const { db, clock } = deps;
  if (outcome.kind === 'refunded') return confirmRefund(deps, refundId);
  if (outcome.kind === 'noResponse') return void (await postponeRefund(db, refundId, clock.now()));
  await inTransaction(db, (tx) => failRefund(tx, refundId, outcome.reason));
}

/** Settles one pending refund: reads its state, and pays it if it never reached the provider. */
export async function settleRefund(deps: OrderDeps, refundId: string): Promise<void> {
  if (!(await claimRefund(deps.db, refundId, deps.clock.now()))) return;
  const due = await readProviderRefund(deps.db, refundId);
  if (!due) return;
  const known = await readRefundState(deps, due);
  await applyResult(deps, refundId, known.kind === 'unknown' ? await pay(deps, due) : known);
}

/**
 * Marks a pending refund as failed if the provider has not paid it. Throws 409 if it was paid, if another process
 * has claimed it, or if the provider does not respond.
 */
export async function settleBeforeWithdrawing(deps: OrderDeps, refundId: string): Promise<void> {
  if (!(await claimRefund(deps.db, refundId, deps.clock.now()))) throw conflict(sentences.isUnderWay);
  const due = await readProviderRefund(deps.db, refundId);
  const known = due ? await readRefundState(deps, due) : refusedRefund(null);
  // While the refund is claimed, no other process can send it, so if the provider does not know it now, it never will.
  await applyResult(deps, refundId, known.kind === 'unknown' ? refusedRefund(null) : known);
  if (known.kind === 'refunded') throw conflict(sentences.isDone);
  if (known.kind === 'noResponse') throw conflict(sentences.isUnderWay);
}

/**
 * Settles refunds that are pending because of a crash or because the provider did not respond. Several processes may do
 * so at once, since each refund is claimed by one of them. Returns how many were processed.
 */
export async function settleRefunds(deps: OrderDeps): Promise<number> {
  const { db, clock, log, payments } = deps;
  const now = clock.now();
  const waiting = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('r.id')
    .where('r.state', '=', 'pending')
    .where('r.ask_after', '<=', now)
    .where((eb) => eb.or([eb('r.asking_until', 'is', null), eb('r.asking_until', '<=', now)]))
    .where((eb) =>
      eb.or([eb('o.payment_provider', 'in', [payments.provider, 'account']), eb('r.amount_cents', '=', zero)]),
    )
    .orderBy('r.ask_after')
    .limit(maxPerRound)
    .execute();
  for (const { id } of waiting) {
    await settleRefund(deps, id).catch((error: unknown) => {
      log.error({ err: error, refundId: id }, 'could not settle a refund');
    });
  }
  return waiting.length;
}
