import { button, renderMail, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';

export interface RenderedMail {
  subject: string;
  replyTo: string;
  html: string;
  text: string;
}

/** Renders a mail. Replies go to the company, and inboxes show the lead after the subject. */
const accountMail = (
  company: MailCompany,
  { subject, ...page }: Record<'subject' | 'title' | 'lead' | 'reason', string> & { parts: MailPart[] },
): RenderedMail => ({
  subject,
  replyTo: company.email,
  ...renderMail({ company, preheader: page.lead, ...page }),
});

const callUs = ({ phone, email }: MailCompany): string => `call ${formatPhone(phone)} or write to ${email}`;

const accountReason = ({ name }: MailCompany): string =>
  `You are receiving this e-mail because you have an account at ${name}.`;

interface Greeting {
  company: MailCompany;
  firstName: string;
}

interface LinkMail {
  company: MailCompany;
  url: string;
  expiresAt: Date;
}

const validityNote = ({ expiresAt }: LinkMail): string =>
  `The link works once and expires on ${formatInstant(expiresAt)} (Sydney time). Only the newest link works.`;

/** Sent to the account's own address. */
export function resetLetter(mail: LinkMail & { firstName: string }): RenderedMail {
  const { company, url, firstName } = mail;
  return accountMail(company, {
    subject: `Choose a new password for ${company.name}`,
    title: 'Choose a new password',
    lead: `${firstName}, we received a request to reset the password of your account. If you made it, continue below.`,
    parts: [
      button('Choose a new password', url),
      paragraph(validityNote(mail)),
      panel('If you did not request this', ['You can ignore this e-mail. Your password stays the same.']),
    ],
    reason: accountReason(company),
  });
}

/** Sent after every change of password, so that none goes unnoticed. */
export function passwordChangedLetter({ company, firstName, changedAt }: Greeting & { changedAt: Date }): RenderedMail {
  return accountMail(company, {
    subject: `Your ${company.name} password has been changed`,
    title: 'Your password has been changed',
    lead: `${firstName}, the password of your account was changed on ${formatInstant(changedAt)} (Sydney time).`,
    parts: [
      paragraph('All your other devices have been signed out.'),
      panel('If this was not you', [
        `Choose a new password straight away, and ${callUs(company)}. Someone else may be able to read your e-mails.`,
      ]),
      button('Choose a new password', `${company.url}/forgot-password/`),
    ],
    reason: accountReason(company),
  });
}

/** Sent to a new address. It contains no name, because a mistyped address may belong to a stranger. */
export function confirmLetter(mail: LinkMail): RenderedMail {
  const { company, url } = mail;
  return accountMail(company, {
    subject: `Confirm your e-mail for ${company.name}`,
    title: 'Confirm your e-mail',
    lead: 'This address was entered for an account. Once you confirm it, you use it to sign in.',
    parts: [
      button('Confirm this e-mail', url),
      paragraph(validityNote(mail)),
      panel('If you did not request this', [
        'You can ignore this e-mail. The address is not used unless you confirm it.',
      ]),
    ],
    reason: `You are receiving this e-mail because this address was entered on the profile page of ${company.name}. If that was not you, you can ignore it.`,
  });
}

interface EmailChange extends Greeting {
  /** The address that will replace, or has replaced, the account's current one. */
  newEmail: string;
  requestedAt: Date;
}

/** Sent to the current address, so that its owner can still cancel the change. */
export function changeAskedLetter({ company, firstName, newEmail, requestedAt }: EmailChange): RenderedMail {
  return accountMail(company, {
    subject: `A new e-mail for your ${company.name} account`,
    title: 'Your e-mail is about to change',
    lead: `${firstName}, on ${formatInstant(requestedAt)} (Sydney time) a new e-mail was entered for your account.`,
    parts: [
      panel('The new e-mail', [newEmail]),
      paragraph('The new e-mail replaces this one as soon as somebody opens the link that we sent to the new one.'),
      paragraph(
        `If you did not request this, cancel the change on your profile, choose a new password, and ${callUs(company)} if you need help.`,
      ),
      button('Open your profile', `${company.url}/update-profile/`),
    ],
    reason: accountReason(company),
  });
}

/** Sent to the previous address. */
export function emailChangedLetter({ company, firstName, newEmail }: Omit<EmailChange, 'requestedAt'>): RenderedMail {
  return accountMail(company, {
    subject: `The e-mail of your ${company.name} account has been changed`,
    title: 'Your e-mail has been changed',
    lead: `${firstName}, you now sign in with your new e-mail, and we will write to you there.`,
    parts: [
      panel('Your new e-mail', [newEmail]),
      paragraph(`If you did not make this change, please ${callUs(company)} straight away.`),
    ],
    reason: `You are receiving this e-mail because this was the address of your account at ${company.name}. We will not write to it again.`,
  });
}

/**
 * Matches the names that may appear in mail to an unverified address. Other names are left out, so that nobody can send messages
 * through the name field.
 */
const isPlausibleName = /^[\p{L}\p{M}' \u2019-]{1,30}$/u;

/** Sent after a registration. */
export function welcomeLetter({ company, firstName, email }: Greeting & { email: string }): RenderedMail {
  return accountMail(company, {
    subject: `Welcome to ${company.name}`,
    title: isPlausibleName.test(firstName) ? `Welcome, ${firstName}.` : 'Welcome.',
    lead: 'Your account is ready: order supplies, track your orders, and find all your tax invoices in one place.',
    parts: [
      panel('You sign in with', [email]),
      paragraph('We fill in your details and delivery address at the checkout, so that your next order is quick.'),
      button('Go to the shop', `${company.url}/shopping/products/all`),
      paragraph(`Questions about supplies or our cleaning services? Reply to this e-mail, or ${callUs(company)}.`),
    ],
    reason: `You are receiving this e-mail because an account was registered with this address at ${company.name}. If that was not you, please let us know.`,
  });
}
