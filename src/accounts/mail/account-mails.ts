import { button, renderMail, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';

export interface RenderedMail {
  subject: string;
  replyTo: string;
  html: string;
  text: string;
}

/** Replies go to the company, whatever the sender address; inboxes show the lead after the subject. */
const accountMail = (
  company: MailCompany,
  { subject, ...page }: Record<'subject' | 'title' | 'lead' | 'reason', string> & { parts: MailPart[] },
): RenderedMail => ({
  subject,
  replyTo: company.email,
  ...renderMail({ company, preheader: page.lead, ...page }),
});

const callUs = ({ phone, email }: MailCompany): string => `call ${formatPhone(phone)} or write to ${email}`;

const accountReason = ({ name }: MailCompany): string => `You get this e-mail because you have an account at ${name}.`;

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
  `The link works once, until ${formatInstant(expiresAt)} (Sydney time), and only the newest one does.`;

/** Sent to the account's own address. */
export function resetLetter(mail: LinkMail & { firstName: string }): RenderedMail {
  const { company, url, firstName } = mail;
  return accountMail(company, {
    subject: `Choose a new password for ${company.name}`,
    title: 'Choose a new password',
    lead: `${firstName}, somebody asked to reset the password of your account. If that was you, continue here.`,
    parts: [
      button('Choose a new password', url),
      paragraph(validityNote(mail)),
      panel('Did you not ask for this?', ['Then there is nothing to do. Your password stays the same.']),
    ],
    reason: accountReason(company),
  });
}

/** Sent so that nobody can change a password unnoticed. */
export function passwordChangedLetter({ company, firstName, changedAt }: Greeting & { changedAt: Date }): RenderedMail {
  return accountMail(company, {
    subject: `Your ${company.name} password has been changed`,
    title: 'Your password has been changed',
    lead: `${firstName}, the password of your account was changed on ${formatInstant(changedAt)} (Sydney time).`,
    parts: [
      paragraph('Every other browser and phone that was signed in has been signed out.'),
      panel('Was this not you?', [
        `Choose a new password at once, and ${callUs(company)}: somebody else may be able to read your e-mails.`,
      ]),
      button('Choose a new password', `${company.url}/forgot-password/`),
    ],
    reason: accountReason(company),
  });
}

/** Sent to a new address. It contains no name: a mistyped address may belong to a stranger. */
export function confirmLetter(mail: LinkMail): RenderedMail {
  const { company, url } = mail;
  return accountMail(company, {
    subject: `Confirm your e-mail for ${company.name}`,
    title: 'Confirm your e-mail',
    lead: 'This address was entered for an account. Once you confirm it, you sign in with it.',
    parts: [
      button('Confirm this e-mail', url),
      paragraph(validityNote(mail)),
      panel('Did you not ask for this?', [
        'Then there is nothing to do. This address is only used once you confirm it.',
      ]),
    ],
    reason: `You get this e-mail because this address was entered on the profile page of ${company.name}. If that was not you, you can ignore it.`,
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
      paragraph('It replaces this one as soon as the link that we sent there is opened.'),
      paragraph(
        `Was this not you? Cancel the change on your profile, choose a new password, and ${callUs(company)} if you need help.`,
      ),
      button('Open your profile', `${company.url}/update-profile/`),
    ],
    reason: accountReason(company),
  });
}

/** Sent to the replaced address; the last mail it gets. */
export function emailChangedLetter({ company, firstName, newEmail }: Omit<EmailChange, 'requestedAt'>): RenderedMail {
  return accountMail(company, {
    subject: `The e-mail of your ${company.name} account has been changed`,
    title: 'Your e-mail has been changed',
    lead: `${firstName}, from now on you sign in with your new e-mail, and we send our mails to it.`,
    parts: [panel('Your new e-mail', [newEmail]), paragraph(`If this was not you, please ${callUs(company)} at once.`)],
    reason: `You get this e-mail because this was the address of your account at ${company.name}. We will not write to this address again.`,
  });
}

/**
 * Filters the name in a mail to an unverified address, so that a stranger cannot send messages through the name field.
 */
const isPlausibleName = /^[\p{L}\p{M}' \u2019-]{1,30}$/u;

/** After a registration. */
export function welcomeLetter({ company, firstName, email }: Greeting & { email: string }): RenderedMail {
  return accountMail(company, {
    subject: `Welcome to ${company.name}`,
    title: isPlausibleName.test(firstName) ? `Welcome, ${firstName}.` : 'Welcome.',
    lead: 'Your account is ready: order supplies, follow your orders, and find every tax invoice in one place.',
    parts: [
      panel('You sign in with', [email]),
      paragraph('Your details and delivery address are filled in at the checkout, so that your next order is quick.'),
      button('Go to the shop', `${company.url}/shopping/products/all`),
      paragraph(`Questions about supplies or our cleaning services? Reply to this e-mail, or ${callUs(company)}.`),
    ],
    reason: `You get this e-mail because an account was registered with this address at ${company.name}. If that was not you, please let us know.`,
  });
}
