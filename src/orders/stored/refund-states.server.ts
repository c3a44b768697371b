import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import type { Refund as Due } from '../payment/payment.ts';

/** Whoever asks the provider has so long; longer than any call to it takes. Then somebody else may. */
export const askingMs = 30_000;

/** What the provider did not answer is asked about again after this (contract, section 5). */
const askAgainAfterMs = 10_000;

/** Among notes `n`, the one of a refund that is neither cancelled nor cancels another. */
export const isStanding = sql<boolean>`n.cancels_id is null
  and not exists (select from adjustment_notes c where c.cancels_id = n.id)`;

interface Row {
  id: string;
  retries: number;
  amount: Cents;
  reference: string | null;
}

/** What the provider is asked to pay back. Each retry of what it refused has a key of its own. */
export const dueOf = ({ id, retries, amount, reference }: Row): Due => ({
  key: `refund:${id}:${retries}`,
  reference: reference ?? '',
  amount,
});

/** The refund and the attempt that a key of `dueOf` names; undefined for any other text. */
export function namedBy(key: string | undefined): { refundId: string; retries: number } | undefined {
  const [, refundId, retries] = /^refund:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,9})$/.exec(key ?? '') ?? [];
  return refundId === undefined ? undefined : { refundId, retries: Number(retries) };
}

/** A refund in a state, as the provider is asked for it; undefined where it has another. */
export async function readDue(
  db: Db,
  refundId: string,
  state: 'pending' | 'done' = 'pending',
): Promise<Due | undefined> {
  const row = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.retries', 'r.amount_cents as amount', 'o.payment_reference as reference'])
    .where('r.id', '=', refundId)
    .where('r.state', '=', state)
    .executeTakeFirst();
  return row && dueOf(row);
}

/** Makes the caller the one who asks the provider about a pending refund; false where somebody else does. */
export async function claim(db: Db, refundId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ asking_until: new Date(now.getTime() + askingMs) })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('asking_until', 'is', null), eb('asking_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The provider has not answered: it is asked again in a while. */
export const postpone = (db: Db, refundId: string, now: Date): Promise<unknown> =>
  db
    .updateTable('refunds')
    .set({ asking_until: null, ask_after: new Date(now.getTime() + askAgainAfterMs) })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .execute();

/** The provider refused for good: nothing was paid. What is decided stays as it is. */
export const fail = (tx: Tx, refundId: string, reason: string | null): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set({ state: 'failed', failure: reason, asking_until: null })
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .execute();
