import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Charge, ChargeResult } from '../payment/payment.ts';

/** What became of a checkout. `pending`: the same key asked again gives the outcome. */
export type Decision =
  | { kind: 'placed'; orderId: string; number: string; userId: string | null; isRegistered: boolean }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'pending'; outcome: Extract<ChargeResult, { kind: 'requiresAction' | 'unanswered' }> };

/** What is kept of a decision; the rest is in the order. */
export interface Answer {
  reasons: string[];
  /** An account was made with the order. */
  isRegistered: boolean;
}

export interface CheckoutAttempt {
  key: string;
  /** A keyed hash of the body without its secrets. */
  fingerprint: Buffer;
  /** Null while nothing is decided. */
  decision: Decision | null;
  /** Null where the order came to nothing before it was written. */
  charge: Charge | null;
  /** Of the account that an order has, or is to get. */
  passwordHash: string | null;
}

/** What is known of an Idempotency-Key. */
export async function readCheckoutAttempt(db: Db, key: string): Promise<CheckoutAttempt | undefined> {
  const row = await db
    .selectFrom('checkout_attempts as a')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('users as u', 'u.id', 'o.user_id')
    .select(['a.fingerprint', 'a.answer', 'a.order_id as orderId', 'o.number', 'o.user_id as userId'])
    .select([
      'o.payment',
      'o.total_cents as total',
      'o.registration_hash as pendingHash',
      'u.password_hash as passwordHash',
    ])
    .where('a.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fingerprint, orderId, number, userId, total } = row;
  // Written below. An order that is paid says so itself where a crash came before the answer was kept.
  const answer =
    (row.answer as Answer | null) ?? (row.payment === 'paid' ? { reasons: [], isRegistered: false } : null);
  return {
    key,
    fingerprint,
    decision: answer && decisionOf(answer, { orderId, number, userId }),
    charge: orderId === null || total === null ? null : { key, orderId, amount: total },
    passwordHash: row.pendingHash ?? row.passwordHash,
  };
}

type Numbered = { orderId: string | null; number: string | null; userId: string | null };

function decisionOf({ reasons, isRegistered }: Answer, { orderId, number, userId }: Numbered): Decision {
  if (orderId === null || number === null) return { kind: 'refused', reasons };
  return { kind: 'placed', orderId, number, userId, isRegistered };
}

export interface Refusal {
  key: string;
  fingerprint: Buffer;
  reasons: string[];
  at: Date;
}

/** Keeps why nothing was ordered. False where another request with the same key has written meanwhile. */
export async function storeRefusal(db: Db | Tx, { key, fingerprint, reasons, at }: Refusal): Promise<boolean> {
  const answer: Answer = { reasons, isRegistered: false };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('checkout_attempts')
    .values({ key, fingerprint, answer: JSON.stringify(answer), created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** How long a key that led to no order keeps its answer, in days. */
const refusalDays = 30;
const sweptAtOnce = 1_000;

/**
 * Forgets refusals that are 30 days old; answers how many. Asked again, such a key is a new checkout, which can charge
 * nobody twice: nothing was ever charged under it. A key that has an order is kept as long as the order, whatever became of
 * that: the same order must not be placed again, and a payment that arrives late is paid back by the key.
 */
export async function sweepRefusals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - refusalDays * 24 * 60 * 60 * 1000);
  for (let swept = 0; ; ) {
    const old = db
      .selectFrom('checkout_attempts')
      .select('key')
      .where('order_id', 'is', null)
      .where('created_at', '<', before)
      .limit(sweptAtOnce);
    const { numDeletedRows } = await db.deleteFrom('checkout_attempts').where('key', 'in', old).executeTakeFirst();
    swept += Number(numDeletedRows);
    if (numDeletedRows < sweptAtOnce) return swept;
  }
}

/** Keeps what an order's attempt is answered; its own commit waits for the disk. */
export async function storeAnswer(db: Db | Tx, orderId: string, answer: Answer): Promise<void> {
  await db
    .updateTable('checkout_attempts')
    .set({ answer: JSON.stringify(answer) })
    .where('order_id', '=', orderId)
    .execute();
}
