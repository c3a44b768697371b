import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import type { OrderRefund } from '../payment/payment-provider.ts';

/** How long a process may claim a refund while it calls the provider; longer than any call takes. */
export const claimMs = 30_000;

/** The delay before a request without a response is retried. */
const retryAfterMs = 10_000;

/** A condition on adjustment notes `n`: the note is not cancelled and does not cancel another. A refund has at most one active note. */
export const isActiveNote = sql<boolean>`n.cancels_id is null
  and not exists (select from adjustment_notes c where c.cancels_id = n.id)`;

interface RefundRow {
  id: string;
  retries: number;
  amount: Cents;
  reference: string | null;
  provider: string;
}

/** The refund as the provider receives it. Each retry after a refusal has a new key. */
const providerRefundOf = ({ id, retries, amount, reference, provider }: RefundRow): OrderRefund => ({
  key: `refund:${id}:${retries}`,
  reference: reference ?? '',
  amount,
  provider,
});

/** The refund and the attempt that a key of `providerRefundOf` belongs to; undefined for any other text. */
export function refundAttemptOf(key: string | undefined): { refundId: string; retries: number } | undefined {
  const [, refundId, retries] = /^refund:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,9})$/.exec(key ?? '') ?? [];
  return refundId === undefined ? undefined : { refundId, retries: Number(retries) };
}

/** A refund in the given state, as the provider receives it; undefined if it is in another state. */
export async function readProviderRefund(
  db: Db,
  refundId: string,
  state: 'pending' | 'done' = 'pending',
): Promise<OrderRefund | undefined> {
  const row = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.retries', 'r.amount_cents as amount', 'o.payment_reference as reference'])
    .select('o.payment_provider as provider')
    .where('r.id', '=', refundId)
    .where('r.state', '=', state)
    .executeTakeFirst();
  return row && providerRefundOf(row);
}

/** Claims a pending refund, so that only the caller may send it; false if another process has claimed it. */
export async function claimRefund(db: Db, refundId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ asking_until: new Date(now.getTime() + claimMs) })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('asking_until', 'is', null), eb('asking_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Schedules a retry after a missing response. */
export const postponeRefund = (db: Db, refundId: string, now: Date): Promise<unknown> =>
  db
    .updateTable('refunds')
    .set({ asking_until: null, ask_after: new Date(now.getTime() + retryAfterMs) })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .execute();

/** Marks a pending refund as failed: the provider refused it and nothing was paid. */
export const failRefund = (tx: Tx, refundId: string, reason: string | null): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set({ state: 'failed', failure: reason, asking_until: null })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .execute();
