import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import type { TokenRequest } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { comparableEmail } from '../normalise-email.ts';
import { inHashingQueue } from './password-hashing.server.ts';
import {
  type AccountsDeps,
  type Caller,
  type IssuedTokens,
  startSession,
  deleteExpiredSessions,
} from './sessions.server.ts';
import { recordFailure, refuseAfterFailures, resetAccountFailures, subjectsOf } from './sign-in-failures.server.ts';

/**
 * Signs in. Throws 400 for empty fields, 429 after ten failures, and the same 401 for an unknown user, an archived user and a
 * wrong password.
 */
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
    await refuseAfterFailures(deps, subjects); // checked again, because other attempts may have failed while this one waited
    const candidate = await findByEmail(deps.db, email);
    if (await matches(candidate?.password_hash, Password)) return candidate;
    await recordFailure(deps, subjects);
    return undefined;
  });
  if (user === undefined) throw new Problem(401, sentences.signInFailed);
  await resetAccountFailures(deps, subjects);
  await deleteExpiredSessions(deps);
  return inTransaction(deps.db, async (tx) => {
    if (!(await hasPassword(tx, user))) throw new Problem(401, sentences.signInFailed);
    return startSession(deps, tx, { userId: user.id, ...caller });
  });
}

/**
 * Whether the user still has the password that was verified. Locks the row, so that a concurrent reset waits until the new session
 * is stored and then ends it too: no session that began with the old password survives.
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

/** The user with this e-mail; undefined for a text that cannot be an e-mail. PostgreSQL rejects the character NUL even in a query. */
async function findByEmail(db: Db, email: string) {
  if (email.length > 254 || email.includes('\0')) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(email)`, '=', email)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}
