import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { type CustomerInfo, type Profile, type Registration, sentences, type TokenRequest } from '../contract.ts';
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
import { comparableEmail, emailTakenProblem, isEmailTaken } from './emails.server.ts';
import { insertUser } from './users.server.ts';

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
    const { userId } = await insertUser(tx, { ...input, passwordHash, at: deps.clock.now() });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await deps.jobs.enqueue(tx, registeredJob, { userId });
    return startSession(deps, tx, { userId, ...caller });
  });
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
export const customerInfoOf = async (db: Db, userId: string): Promise<CustomerInfo> => ({
  ...(await profileOf(db, userId)),
  purchaseOrder: null,
});
