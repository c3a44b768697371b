import { formatInstant } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';
import { button, type MailCompany, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { type TradingTerms, termsInWords } from '../trading-terms.ts';

export interface InvitationMail {
  company: MailCompany;
  accountName: string;
  roleName: string;
  url: string;
  expiresAt: Date;
  /** For the contact person of an application that is approved: what the account may owe, and its terms. */
  approved: (TradingTerms & { creditLimit: Cents }) | null;
}

const termsOf = ({ creditLimit, ...terms }: NonNullable<InvitationMail['approved']>): string =>
  creditLimit === 0
    ? 'Orders are paid by card.'
    : `Orders on account are possible up to ${format(creditLimit)}. Payment: ${termsInWords(terms)}.`;

/** Invites somebody to the trade account of their company. */
export function invitationMail({ company, accountName, roleName, url, expiresAt, approved }: InvitationMail) {
  const lead = approved
    ? `Your application is approved: ${accountName} has a trade account with ${company.name}, and you are invited to use it as ${roleName}.`
    : `${accountName} has a trade account with ${company.name}, and you are invited to use it as ${roleName}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: `Join ${accountName}`,
    lead,
    parts: [
      ...(approved ? [paragraph(termsOf(approved))] : []),
      button('Join the account', url),
      paragraph('You need an account with this e-mail address; if you have none yet, you can register on the way.'),
      paragraph(`The link works until ${formatInstant(expiresAt)} (Sydney time).`),
    ],
    reason: `You are receiving this e-mail because somebody at ${accountName} or ${company.name} invited you.`,
  });
  return { subject: `Your invitation to ${accountName} at ${company.name}`, replyTo: company.email, ...page };
}
