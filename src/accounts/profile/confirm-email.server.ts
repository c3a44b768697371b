import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { sentences } from '../sentences.ts';
import { accountMail } from '../mail/account-mail-jobs.server.ts';
import { createLink, findLink, consumeLink } from '../mail/mailed-links.server.ts';
import type { AccountsJobDeps } from '../sign-in/sessions.server.ts';
import { lockMember, lockUser, updateUsers } from './write-users.server.ts';

const kind = 'confirm-email';

/** Mails the confirmation link again. Throws 404 if no e-mail is pending, 429 after five mails in 15 minutes. */
export async function sendConfirmation(deps: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { pending_email, email: previousEmail } = await lockMember(tx, userId);
    if (pending_email === null) throw notFound();
    const linkId = await createLink(deps, tx, { kind, userId, email: pending_email, previousEmail });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'confirm', linkId });
  });
}

/** Cancels a change of e-mail and ends its link. */
export async function cancelEmailChange({ db, clock }: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateUsers(tx, [await lockMember(tx, userId)], { pending_email: null }, clock.now());
  });
}

/**
 * Confirms a pending e-mail by its mailed link and returns the e-mail, even if the link was used before. Ends reset
 * links to the old address. Throws 400 for an invalid link, 409 if the e-mail has been taken in the meantime.
 */
export async function confirmEmail(deps: AccountsJobDeps, token: string): Promise<string> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const link = await consumeLink(tx, token, kind, now);
    if (!link) return confirmedBefore(tx, token);
    const user = await lockUser(tx, link.userId);
    if (user?.pending_email !== link.email || user.archived_at) throw invalidLink();
    await updateUsers(tx, [user], { email: link.email, pending_email: null }, now);
    await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId: link.id });
    return link.email;
  });
}

/** The e-mail of a link that was used before: a mail program may have opened it before the user did. */
async function confirmedBefore(tx: Tx, token: string): Promise<string> {
  const link = await findLink(tx, { token }, kind);
  if (link?.email === undefined || link.email !== link.currentEmail) throw invalidLink();
  return link.email;
}

const invalidLink = (): Problem => new Problem(400, sentences.linkInvalid);
