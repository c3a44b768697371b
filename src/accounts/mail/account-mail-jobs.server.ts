import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import {
  changeAskedLetter,
  confirmLetter,
  emailChangedLetter,
  passwordChangedLetter,
  resetLetter,
  welcomeLetter,
  type RenderedMail,
} from './account-mails.ts';
import { findLink, linkToken } from './mailed-links.server.ts';

type AccountMail =
  | { mail: 'welcome'; userId: string }
  /** `at`: when the password was changed, in ISO 8601. */
  | { mail: 'password-changed'; userId: string; at: string }
  /** `confirm` goes to the new address, `change-asked` and `changed` to the previous one. */
  | { mail: 'reset' | 'confirm' | 'change-asked' | 'changed'; linkId: string };

export const accountMail = mailKind<AccountMail>('account-mail', {
  area: 'accounts',
  subjectOf: (mail) => ('userId' in mail ? mail.userId : null),
});

/** Queued after every registration. A slice that offers something to new members registers a worker for it. */
export const registeredJob = jobKind<{ userId: string }>('account-registered');

interface AddressedMail extends RenderedMail {
  to: string;
}

/** Registers the mails about accounts; call it before the queue is started. */
export function startAccountJobs(deps: Deps): void {
  deps.mails.work(accountMail, async (job) => {
    const company = await mailCompany(deps);
    return 'userId' in job ? userMail(deps, job, company) : linkMail(deps, job, company);
  });
}

/** The mail to a user; undefined if the user has been archived in the meantime. */
async function userMail(
  { db }: Deps,
  job: Extract<AccountMail, { userId: string }>,
  company: MailCompany,
): Promise<AddressedMail | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['first_name as firstName', 'email'])
    .where('id', '=', job.userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  if (job.mail === 'welcome') return { to: user.email, ...welcomeLetter({ ...user, company }) };
  return { to: user.email, ...passwordChangedLetter({ ...user, company, changedAt: new Date(job.at) }) };
}

/** The mail about a link; undefined if the link is no longer valid. */
async function linkMail(
  { db, env, clock }: Deps,
  { mail, linkId }: Extract<AccountMail, { linkId: string }>,
  company: MailCompany,
): Promise<AddressedMail | undefined> {
  const link = await findLink(db, { id: linkId }, mail === 'reset' ? 'reset-password' : 'confirm-email');
  if (!link) return undefined;
  if (mail === 'change-asked' || mail === 'changed') {
    const { firstName, email: newEmail, createdAt: requestedAt } = link;
    const write = mail === 'changed' ? emailChangedLetter : changeAskedLetter;
    return { to: link.previousEmail ?? link.email, ...write({ company, firstName, newEmail, requestedAt }) };
  }
  if (link.endedAt !== null || link.expiresAt <= clock.now()) return undefined;
  const [page, write] =
    mail === 'reset' ? ['/reset-password/' as const, resetLetter] : ['/confirm-email/' as const, confirmLetter];
  // The site's address is the configured one, never the host of a request, which can be forged.
  return { to: link.email, ...write({ ...link, company, url: `${env.publicUrl}${page}?t=${linkToken(env, linkId)}` }) };
}
