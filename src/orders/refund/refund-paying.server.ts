import { inTransaction } from '#platform/db/db.server.ts';
import { zero } from '#lib/money.ts';
import { conflict } from '#lib/api/problem.ts';
import { type RefundState, type Refund as Due, type RefundResult, refusedRefund } from '../payment/payment.ts';
import { confirmRefund } from './refund-confirming.server.ts';
import { sentences } from './refund-contract.ts';
import { claim, fail, postpone, readDue } from '../stored/refund-states.server.ts';
import type { OrderDeps } from '../place/settling.server.ts';

const mostInRound = 100;

/** The second step and the third: asks the provider to pay back, and acts on what it says. The caller holds the claim. */
export async function payRefund(deps: OrderDeps, refundId: string): Promise<void> {
  const due = await readDue(deps.db, refundId);
  if (due) await act(deps, refundId, await paid(deps, due));
}

/** Pays outside every transaction. What throws here may have been paid, so it counts as not answered. */
async function paid({ payments, log }: OrderDeps, due: Due): Promise<RefundResult> {
  if (due.amount === 0) return { kind: 'refunded' };
  return payments.refund(due).catch((error: unknown) => {
    log.error({ err: error, refund: due.key }, 'a refund failed');
    return { kind: 'unanswered' };
  });
}

/** What became of a refund; failures of the way to the provider count as no answer. */
export async function askAbout({ payments, log }: OrderDeps, due: Due): Promise<RefundState> {
  if (due.amount === 0) return { kind: 'unknown' };
  return payments.readRefund(due).catch((error: unknown) => {
    log.error({ err: error, refund: due.key }, 'could not ask about a refund');
    return { kind: 'unanswered' };
  });
}

async function act(deps: OrderDeps, refundId: string, outcome: RefundResult): Promise<void> {
  const { db, clock } = deps;
  if (outcome.kind === 'refunded') return confirmRefund(deps, refundId);
  if (outcome.kind === 'unanswered') return void (await postpone(db, refundId, clock.now()));
  await inTransaction(db, (tx) => fail(tx, refundId, outcome.reason));
}

/** Settles one refund that waits: asks what became of it, and has it paid where the provider never heard of it. */
export async function settleRefund(deps: OrderDeps, refundId: string): Promise<void> {
  if (!(await claim(deps.db, refundId, deps.clock.now()))) return;
  const due = await readDue(deps.db, refundId);
  if (!due) return;
  const known = await askAbout(deps, due);
  await act(deps, refundId, known.kind === 'unknown' ? await paid(deps, due) : known);
}

/**
 * Makes sure that a pending refund is not paid, and marks it as failed. Throws 409 where it was paid, where somebody is
 * asking about it, and where the provider does not answer.
 */
export async function withdrawAsked(deps: OrderDeps, refundId: string): Promise<void> {
  if (!(await claim(deps.db, refundId, deps.clock.now()))) throw conflict(sentences.isUnderWay);
  const due = await readDue(deps.db, refundId);
  const known = due ? await askAbout(deps, due) : refusedRefund(null);
  // While the claim is held nobody asks for it to be paid: what the provider does not know, it will never hear of.
  await act(deps, refundId, known.kind === 'unknown' ? refusedRefund(null) : known);
  if (known.kind === 'refunded') throw conflict(sentences.isDone);
  if (known.kind === 'unanswered') throw conflict(sentences.isUnderWay);
}

/**
 * Settles the refunds that a crash or an unanswered provider left. Any number of processes may do it at once: each refund is
 * claimed by one. Answers how many were looked at.
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
    .where((eb) => eb.or([eb('o.payment_provider', '=', payments.provider), eb('r.amount_cents', '=', zero)]))
    .orderBy('r.ask_after')
    .limit(mostInRound)
    .execute();
  for (const { id } of waiting) {
    await settleRefund(deps, id).catch((error: unknown) => {
      log.error({ err: error, refundId: id }, 'could not settle a refund');
    });
  }
  return waiting.length;
}
