import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { sentences } from '../sentences.ts';
import { type PasswordChange } from '../sign-in/security-contract.ts';
import {
  resetAccountFailures,
  recordFailure,
  refuseAfterFailures,
  subjectsOf,
} from '../sign-in/sign-in-failures.server.ts';
import { accountMail } from '../mail/account-mail-jobs.server.ts';
import { inHashingQueue, hashPassword } from '../sign-in/password-hashing.server.ts';
import { comparableEmail } from '../normalise-email.ts';
import { lockUser, updateUsers } from './write-users.server.ts';
import type { AccountsJobDeps } from '../sign-in/sessions.server.ts';

const wrongPassword = () => badInput({ path: 'currentPassword', message: sentences.passwordWrong });

/**
 * Changes a member's own password, ends their other sessions and notifies them by mail. Throws 400 at `currentPassword` if that is
 * wrong, which counts as a failed sign-in, and 429 after ten failures.
 */
export async function changePassword(
  deps: AccountsJobDeps,
  actor: Actor,
  input: PasswordChange,
  ip: string,
): Promise<void> {
  const { db, clock, jobs } = deps;
  const subjects = subjectsOf(comparableEmail(actor.email), ip);
  await refuseAfterFailures(deps, subjects);
  const verified = await inHashingQueue(async (matches) => {
    await refuseAfterFailures(deps, subjects); // checked again, because other attempts may have failed while this one waited
    const stored = await db.selectFrom('users').select('password_hash').where('id', '=', actor.id).executeTakeFirst();
    if (await matches(stored?.password_hash, input.currentPassword)) return stored;
    await recordFailure(deps, subjects);
    return undefined;
  });
  if (verified === undefined) throw wrongPassword();
  const password_hash = await hashPassword(input.password);
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, actor.id);
    // of several concurrent changes or resets, only the first still finds the password that was verified
    if (user?.password_hash !== verified.password_hash) throw wrongPassword();
    await updateUsers(tx, [user], { password_hash }, now, actor.sessionId);
    await jobs.enqueue(tx, accountMail, { mail: 'password-changed', userId: actor.id, at: now.toISOString() });
  });
  await resetAccountFailures(deps, subjects);
}
