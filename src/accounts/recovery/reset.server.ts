import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { inFieldOrder } from '#platform/http/http.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { forgotten, type Reset, sentences } from '../contract.ts';
import { forgiveAccount, subjectsOf } from '../sign-in/failures.server.ts';
import { accountMail } from '../mail/jobs.server.ts';
import { endLinks, linkOf, makeLink, useLink } from '../mail/mailed-links.server.ts';
import { hashPassword } from '../sign-in/passwords.server.ts';
import { comparable } from '../profile/service.server.ts';
import {
  type Caller,
  endSessions,
  type FlowDeps,
  type IssuedTokens,
  startSession,
} from '../sign-in/sessions.server.ts';

const kind = 'reset-password';

/** Longer than the work takes: where accounts are concealed, an answer's time must not tell what was done. */
const concealedMs = 300;

/**
 * Mails a link to the account of an e-mail. Throws 404 where there is none and 429 after five mails in 15 minutes; with
 * `CONCEAL_ACCOUNTS` neither is told. The mail goes to the stored address: what was typed may only look like it.
 */
export async function requestReset(deps: FlowDeps, typed: string): Promise<void> {
  const { data, error } = forgotten.safeParse({ email: comparable(typed) });
  if (error) throw badInput(...inFieldOrder(forgotten, error));
  const work = mailLink(deps, data.email);
  if (!deps.env.concealAccounts) return work;
  await Promise.all([work.catch(unlessFailed), sleep(concealedMs)]);
}

async function mailLink(deps: FlowDeps, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where(sql`lower(email)`, '=', email)
      .where('archived_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw notFound(sentences.accountMissing);
    const linkId = await makeLink(deps, tx, { kind, userId: user.id, email: user.email });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'reset', linkId });
  });
}

function unlessFailed(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

/** Whether a reset link is still good; asking leaves it so, since mail programs open links to look at them. */
export async function isResetOpen({ db, clock }: FlowDeps, token: string): Promise<boolean> {
  const link = await linkOf(db, { token }, kind);
  return link !== undefined && link.endedAt === null && link.expiresAt > clock.now();
}

const refused = (): Problem => new Problem(400, sentences.accountMissing);

/**
 * Sets a new password by a link, which is used up: of callers at the same time one succeeds, the others get 400. Ends the
 * user's sessions, and a change of e-mail that waits, since a thief may have asked for it; then signs in.
 */
export async function resetPassword(deps: FlowDeps, input: Reset, caller: Caller): Promise<IssuedTokens> {
  if (!(await isResetOpen(deps, input.resetToken))) throw refused(); // spares the hash
  const password_hash = await hashPassword(input.password);
  const now = deps.clock.now();
  const { email, tokens } = await inTransaction(deps.db, async (tx) => {
    const link = await useLink(tx, input.resetToken, { kind, now });
    if (!link) throw refused();
    const { userId } = link;
    const user = await tx
      .updateTable('users')
      .set({ password_hash, pending_email: null })
      .where('id', '=', userId)
      .where('archived_at', 'is', null)
      .returning('email')
      .executeTakeFirst();
    if (!user) throw refused();
    await endLinks(tx, userId, { kinds: ['confirm-email'], now });
    await endSessions(tx, userId, { now });
    const started = await startSession(deps, tx, { userId, ...caller });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'password-changed', userId, at: now.toISOString() });
    return { email: user.email, tokens: started };
  });
  await forgiveAccount(deps, subjectsOf(comparable(email), caller.ip));
  return tokens;
}
