import { inTransaction } from '#platform/db/db.server.ts';
import type { Registration } from '../contract.ts';
import { accountMail, registeredJob } from '../mail/account-mail-jobs.server.ts';
import { emailTakenProblem, isEmailTaken } from '../profile/taken-emails.server.ts';
import { insertUser } from '../profile/write-users.server.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import { type AccountsJobDeps, type Caller, type IssuedTokens, startSession } from '../sign-in/sessions.server.ts';

/** Registers an individual and signs them in. Throws 409 if the e-mail is taken, even by a concurrent registration. */
export async function registerIndividual(
  deps: AccountsJobDeps,
  input: Registration,
  caller: Caller,
): Promise<IssuedTokens> {
  if (await isEmailTaken(deps.db, input.email)) throw emailTakenProblem(); // checked before the costly hash
  const passwordHash = await hashPassword(input.password);
  return inTransaction(deps.db, async (tx) => {
    const { userId } = await insertUser(tx, { ...input, passwordHash, at: deps.clock.now() });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await deps.jobs.enqueue(tx, registeredJob, { userId });
    return startSession(deps, tx, { userId, ...caller });
  });
}
