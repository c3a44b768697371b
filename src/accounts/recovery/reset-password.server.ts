import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { faultsInFieldOrder } from '#platform/http/validate-input.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { resetRequest, type Reset } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { resetAccountFailures, subjectsOf } from '../sign-in/sign-in-failures.server.ts';
import { accountMail } from '../mail/account-mail-jobs.server.ts';
import { findLink, createLink, consumeLink } from '../mail/mailed-links.server.ts';
import { hashPassword } from '../sign-in/password-hashing.server.ts';
import { comparableEmail } from '../normalise-email.ts';
import { lockUser, updateUsers } from '../profile/write-users.server.ts';
import { type Caller, type AccountsJobDeps, type IssuedTokens, startSession } from '../sign-in/sessions.server.ts';

const kind = 'reset-password';

/** Longer than the work takes: with `CONCEAL_ACCOUNTS`, the response time must not reveal whether there is an account. */
const concealedMs = 300;

/**
 * Mails a reset link to the stored address of the account with this e-mail. Throws 404 if there is no such account and
 * 429 after five mails in 15 minutes; with `CONCEAL_ACCOUNTS` it throws neither.
 */
export async function requestReset(deps: AccountsJobDeps, enteredEmail: string): Promise<void> {
  const { data, error } = resetRequest.safeParse({ email: comparableEmail(enteredEmail) });
  if (error) throw badInput(...faultsInFieldOrder(resetRequest, error));
  const work = mailLink(deps, data.email);
  if (!deps.env.concealAccounts) return work;
  await Promise.all([work.catch(ignoreProblem), sleep(concealedMs)]);
}

async function mailLink(deps: AccountsJobDeps, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where(sql`lower(email)`, '=', email)
      .where('archived_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw notFound(sentences.accountMissing);
    const linkId = await createLink(deps, tx, { kind, userId: user.id, email: user.email });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'reset', linkId });
  });
}

function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

/** Whether a reset link is still valid. Checking does not end the link, because mail programs open links to inspect them. */
export async function isResetLinkValid({ db, clock }: AccountsJobDeps, token: string): Promise<boolean> {
  const link = await findLink(db, { token }, kind);
  return link !== undefined && link.endedAt === null && link.expiresAt > clock.now();
}

const invalidLink = (): Problem => new Problem(400, sentences.accountMissing);

/**
 * Sets a new password, ends the link and signs in. Of several concurrent callers, one succeeds and the others get
 * 400. Ends the user's other sessions and a pending change of e-mail, which a thief may have requested.
 */
export async function resetPassword(deps: AccountsJobDeps, input: Reset, caller: Caller): Promise<IssuedTokens> {
  if (!(await isResetLinkValid(deps, input.resetToken))) throw invalidLink(); // checked before the costly hash
  const password_hash = await hashPassword(input.password);
  const now = deps.clock.now();
  const { email, tokens } = await inTransaction(deps.db, async (tx) => {
    const link = await consumeLink(tx, input.resetToken, kind, now);
    if (!link) throw invalidLink();
    const { userId } = link;
    const user = await lockUser(tx, userId);
    if (!user || user.archived_at) throw invalidLink();
    await updateUsers(tx, [user], { password_hash, pending_email: null }, now);
    const started = await startSession(deps, tx, { userId, ...caller });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'password-changed', userId, at: now.toISOString() });
    return { email: user.email, tokens: started };
  });
  await resetAccountFailures(deps, subjectsOf(comparableEmail(email), caller.ip));
  return tokens;
}
