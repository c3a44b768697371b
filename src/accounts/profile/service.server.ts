import { sql } from 'kysely';
import { fullAddress, type StoredAddress } from '#addresses/full-address.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import {
  type CustomerInfo,
  type Profile,
  type Registration,
  sentences,
  type TokenRequest,
  userTypes,
} from '../contract.ts';
import { resetAccountFailures, recordFailure, refuseAfterFailures, subjectsOf } from '../sign-in/failures.server.ts';
import { accountMail, registeredJob } from '../mail/jobs.server.ts';
import { inHashingQueue, hashPassword } from '../sign-in/passwords.server.ts';
import {
  type AccountsDeps,
  type Caller,
  type AccountsJobDeps,
  type IssuedTokens,
  startSession,
  sweepSessions,
} from '../sign-in/sessions.server.ts';

/** Normal form in which e-mails are compared: case, surrounding blanks and Unicode variants (NFKC) are ignored. */
export const comparableEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** An e-mail as it is stored: trimmed and NFKC-normalised, in its original case. */
export const storableEmail = (email: string): string => email.normalize('NFKC').trim();

/** Signs in. Throws 400 for empty fields, the same 401 for unknown, archived and wrong, 429 after ten failures. */
export async function signInWithPassword(
  deps: AccountsDeps,
  request: TokenRequest,
  caller: Caller,
): Promise<IssuedTokens> {
  const { UserName = '', Password = '' } = request;
  const faults = [
    ...(UserName.trim() === '' ? [{ path: 'UserName', message: 'Username is required.' }] : []),
    ...(Password === '' ? [{ path: 'Password', message: 'Password is required.' }] : []),
  ];
  if (faults.length > 0) throw badInput(...faults);
  const email = comparableEmail(UserName);
  const subjects = subjectsOf(email, caller.ip);
  await refuseAfterFailures(deps, subjects);
  const user = await inHashingQueue(async (matches) => {
    await refuseAfterFailures(deps, subjects); // counts failures while this attempt waited
    const candidate = await findByEmail(deps.db, email);
    if (await matches(candidate?.password_hash, Password)) return candidate;
    await recordFailure(deps, subjects);
    return undefined;
  });
  if (user === undefined) throw new Problem(401, sentences.signInFailed);
  await resetAccountFailures(deps, subjects);
  await sweepSessions(deps);
  return inTransaction(deps.db, async (tx) => {
    if (!(await hasPassword(tx, user))) throw new Problem(401, sentences.signInFailed);
    return startSession(deps, tx, { userId: user.id, ...caller });
  });
}

/**
 * Whether the user still has the password that was verified. The shared row lock makes a concurrent reset, which ends
 * all sessions, wait: no session begun with the old password survives it.
 */
async function hasPassword(tx: Tx, { id, password_hash }: { id: string; password_hash: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('archived_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined for a text that cannot be a stored e-mail; PostgreSQL rejects NUL even in a query. */
async function findByEmail(db: Db, email: string) {
  if (email.length > 254 || email.includes('\0')) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(email)`, '=', email)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Registers an individual and signs them in. Throws 409 if the e-mail is taken, also by a concurrent registration. */
export async function registerIndividual(
  deps: AccountsJobDeps,
  input: Registration,
  caller: Caller,
): Promise<IssuedTokens> {
  if (await isEmailTaken(deps.db, input.email)) throw emailTakenProblem(); // before the costly hash
  const passwordHash = await hashPassword(input.password);
  return inTransaction(deps.db, async (tx) => {
    const { userId } = await createCustomer(tx, { ...input, passwordHash, at: deps.clock.now() });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await deps.jobs.enqueue(tx, registeredJob, { userId });
    return startSession(deps, tx, { userId, ...caller });
  });
}

/**
 * Whether an account has this e-mail, or an unpaid order reserves it for one; archived accounts keep theirs (contract,
 * section 4).
 */
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

/** Serialises transactions that assign or reserve this e-mail. */
const lockEmail = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`e-mail ${comparableEmail(email)}`}, 0))`.execute(tx);

/**
 * Whether an order reserves this e-mail. The answer stays valid until the transaction ends; call it before assigning
 * the e-mail.
 */
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

/** Releases the e-mail that an order reserved. True if there was one. */
export async function releaseEmailReservation(tx: Tx, orderId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_reservations')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const emailTakenProblem = (): Problem =>
  new Problem(409, sentences.emailTaken, [{ path: 'email', message: sentences.emailTaken }]);

/** Names, e-mail and mobile as validated by `personFields`; the password hashed before the transaction. */
export interface NewCustomer {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  passwordHash: string;
  at: Date;
  address?: StoredAddress;
}

/**
 * Creates an individual (user type 1, no claims) in the caller's transaction. Throws 409 if the e-mail is taken; the
 * transaction remains usable.
 */
export async function createCustomer(tx: Tx, customer: NewCustomer): Promise<{ userId: string }> {
  const { address = {} } = customer;
  if (await isEmailReserved(tx, customer.email)) throw emailTakenProblem();
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(customer.at.getTime()),
      user_type: userTypes.individual,
      first_name: customer.firstName,
      last_name: customer.lastName,
      email: storableEmail(customer.email),
      mobile: customer.mobile,
      password_hash: customer.passwordHash,
      unit_number: address.unitNumber || null,
      street_number: address.streetNumber || null,
      street_name: address.streetName || null,
      city: address.city || null,
      state: address.state || null,
      postcode: address.postcode || null,
      created_at: customer.at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw emailTakenProblem();
  return { userId: row.id };
}

/** A user's profile. Throws 404 if there is none. The caller checks access. */
export async function profileOf(db: Db, userId: string): Promise<Profile> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'user_type as userType',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'mobile',
      'version',
    ])
    .select(['pending_email as pendingEmail', 'company_name as companyName', 'abn', 'claims as usersClaims'])
    .select(['unit_number as unitNumber', 'street_number as streetNumber', 'street_name as streetName'])
    .select(['city', 'state', 'postcode'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, fullAddress: fullAddress(row) };
}

/** Pre-fills the billing form of a checkout: the customer's details and stored address, if any. */
export async function customerInfoOf(db: Db, userId: string): Promise<CustomerInfo> {
  const { firstName, lastName, email, mobile, companyName, abn, ...rest } = await profileOf(db, userId);
  const { fullAddress: formattedAddress, unitNumber, streetNumber, streetName, city, state, postcode } = rest;
  return {
    firstName,
    lastName,
    email,
    mobile,
    companyName,
    abn,
    purchaseOrder: null,
    fullAddress: formattedAddress,
    unitNumber,
    streetNumber,
    streetName,
    city,
    state,
    postcode,
  };
}
