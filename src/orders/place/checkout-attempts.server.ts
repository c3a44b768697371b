import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import type { ChargeResult, OrderCharge } from '../payment/payment-provider.ts';
import { dayMs } from '#lib/durations.ts';

/** The result of a checkout. `pending`: not decided yet; a repeated request with the same key returns the decision. */
export type Decision =
  | { kind: 'placed'; orderId: string; number: string; userId: string | null; isRegistered: boolean }
  | { kind: 'refused'; reasons: string[]; needsApproval?: boolean | undefined }
  | { kind: 'pending'; outcome: Extract<ChargeResult, { kind: 'requiresAction' | 'noResponse' }> };

/** The part of a decision that `checkout_attempts.answer` stores; the rest is in the order. */
export interface StoredDecision {
  reasons: string[];
  /** Whether an account was created with the order. */
  isRegistered: boolean;
  /** Refused only because somebody else must approve the order. */
  needsApproval?: boolean | undefined;
}

export interface CheckoutAttempt {
  key: string;
  /** A keyed hash of the body without card and passwords. */
  fingerprint: Buffer;
  /** Null until it is decided. */
  decision: Decision | null;
  /** Null if the checkout was refused before an order was written. */
  charge: OrderCharge | null;
  /** The password hash of the account that the order has, or will have once it is paid. */
  passwordHash: string | null;
}

/** The checkout attempt of an Idempotency-Key; undefined for an unused key. */
export async function readCheckoutAttempt(db: Db, key: string): Promise<CheckoutAttempt | undefined> {
  const row = await db
    .selectFrom('checkout_attempts as a')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('users as u', 'u.id', 'o.user_id')
    .select(['a.fingerprint', 'a.answer', 'a.order_id as orderId', 'o.number', 'o.user_id as userId'])
    .select([
      'o.payment',
      'o.total_cents as total',
      'o.payment_provider as provider',
      'o.registration_hash as pendingHash',
      'u.password_hash as passwordHash',
    ])
    .where('a.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fingerprint, orderId, number, userId, total, provider } = row;
  // `storeDecision` wrote it. If a crash prevented that, a paid order still counts as placed.
  const answer =
    (row.answer as StoredDecision | null) ?? (row.payment === 'paid' ? { reasons: [], isRegistered: false } : null);
  return {
    key,
    fingerprint,
    decision: answer && decisionOf(answer, { orderId, number, userId }),
    charge: orderId === null || total === null || provider === null ? null : { key, orderId, amount: total, provider },
    passwordHash: row.pendingHash ?? row.passwordHash,
  };
}

type OrderReference = { orderId: string | null; number: string | null; userId: string | null };

function decisionOf(
  { reasons, isRegistered, needsApproval }: StoredDecision,
  { orderId, number, userId }: OrderReference,
): Decision {
  if (orderId === null || number === null) return { kind: 'refused', reasons, needsApproval };
  return { kind: 'placed', orderId, number, userId, isRegistered };
}

/** Stores the reasons why nothing was ordered. False if another request stored the same key first. */
export async function storeRefusal(
  db: Db,
  { key, fingerprint }: Pick<CheckoutAttempt, 'key' | 'fingerprint'>,
  refusal: Pick<StoredDecision, 'reasons' | 'needsApproval'>,
  at: Date,
): Promise<boolean> {
  const answer: StoredDecision = { ...refusal, isRegistered: false };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('checkout_attempts')
    .values({ key, fingerprint, answer: JSON.stringify(answer), created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** How long refused checkouts are stored, in days. */
const refusalDays = 30;
const sweepBatchSize = 1_000;

/**
 * Deletes refusals that are 30 days old and returns their number. If a deleted key is sent again, it starts a new
 * checkout; that is safe, because nothing was ever charged under it. A key with an order is never deleted before the
 * order: the order must not be placed twice, and the refund of a late payment needs the key.
 */
export async function sweepRefusals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - refusalDays * dayMs);
  for (let swept = 0; ; ) {
    const old = db
      .selectFrom('checkout_attempts')
      .select('key')
      .where('order_id', 'is', null)
      .where('created_at', '<', before)
      .limit(sweepBatchSize);
    const { numDeletedRows } = await db.deleteFrom('checkout_attempts').where('key', 'in', old).executeTakeFirst();
    swept += Number(numDeletedRows);
    if (numDeletedRows < sweepBatchSize) return swept;
  }
}

export const sweepJob = jobKind<object>('checkout-sweep');

/** Deletes old refusals once a day; call before the queue starts. */
export function startCheckoutSweep(deps: Deps): void {
  deps.jobs.daily(sweepJob, async () => {
    const swept = await sweepRefusals(deps);
    if (swept > 0) deps.log.info({ swept }, 'old checkouts deleted');
  });
}

/** Stores the decision of an order's attempt. Outside a transaction, its commit waits for the disk. */
export async function storeDecision(db: Db | Tx, orderId: string, answer: StoredDecision): Promise<void> {
  await db
    .updateTable('checkout_attempts')
    .set({ answer: JSON.stringify(answer) })
    .where('order_id', '=', orderId)
    .execute();
}
