import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { sentences } from '../sentences.ts';
import { comparableEmail } from '../normalise-email.ts';

/** Whether an account has this e-mail, even an archived one, or an unpaid order reserves it (contract, section 4). */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', comparableEmail(email))
    .executeTakeFirst();
  return row !== undefined || hasReservation(db, email);
}

async function hasReservation(db: Db | Tx, email: string): Promise<boolean> {
  const query = db.selectFrom('email_reservations').select('order_id').where('email', '=', comparableEmail(email));
  return (await query.executeTakeFirst()) !== undefined;
}

/** Makes transactions that assign or reserve this e-mail wait for each other. */
const lockEmail = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`e-mail ${comparableEmail(email)}`}, 0))`.execute(tx);

/** Whether an order reserves this e-mail. Call it before assigning the e-mail, which it locks until the transaction ends. */
export async function isEmailReserved(tx: Tx, email: string): Promise<boolean> {
  await lockEmail(tx, email);
  return hasReservation(tx, email);
}

/** Reserves an e-mail for the account that an order creates once it is paid. False if it is taken. */
export async function reserveEmail(tx: Tx, email: string, orderId: string): Promise<boolean> {
  await lockEmail(tx, email);
  if (await isEmailTaken(tx, email)) return false;
  await tx
    .insertInto('email_reservations')
    .values({ email: comparableEmail(email), order_id: orderId })
    .execute();
  return true;
}

/** Releases the e-mail that an order reserved. True if there was a reservation. */
export async function releaseEmailReservation(tx: Tx, orderId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_reservations')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const emailTakenProblem = (): Problem =>
  new Problem(409, sentences.emailTaken, [{ path: 'email', message: sentences.emailTaken }]);
