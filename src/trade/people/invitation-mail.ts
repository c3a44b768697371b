import { formatInstant } from '#lib/day.ts';
import { button, type MailCompany, paragraph, renderMail } from '#platform/mail/mail-layout.ts';

interface InvitationMail {
  company: MailCompany;
  accountName: string;
  roleName: string;
  url: string;
  expiresAt: Date;
}

/** Invites somebody to the trade account of their company. */
export function invitationMail({ company, accountName, roleName, url, expiresAt }: InvitationMail) {
  const lead = `${accountName} has a trade account with ${company.name}, and you are invited to use it as ${roleName}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: `Join ${accountName}`,
    lead,
    parts: [
      button('Join the account', url),
      paragraph('You need an account with this e-mail address; if you have none yet, you can register on the way.'),
      paragraph(`The link works until ${formatInstant(expiresAt)} (Sydney time).`),
    ],
    reason: `You are receiving this e-mail because somebody at ${accountName} or ${company.name} invited you.`,
  });
  return { subject: `Your invitation to ${accountName} at ${company.name}`, replyTo: company.email, ...page };
}
