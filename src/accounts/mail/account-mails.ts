import { button, layOut, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/company.ts';
import { formatInstant } from '#lib/day.ts';

export interface Written {
  subject: string;
  replyTo: string;
  html: string;
  text: string;
}

interface Letter {
  subject: string;
  title: string;
  lead: string;
  parts: MailPart[];
  reason: string;
}

/** Answers go to the company, whatever address the mail comes from; inboxes show the lead behind the subject. */
const written = (company: MailCompany, { subject, ...page }: Letter): Written => ({
  subject,
  replyTo: company.email,
  ...layOut({ company, preheader: page.lead, ...page }),
});

const callUs = ({ phone, email }: MailCompany): string => `call ${formatPhone(phone)} or write to ${email}`;

const holderOf = ({ name }: MailCompany): string => `You get this e-mail because you have an account at ${name}.`;

/** A link that is mailed, and until when it can be opened. */
interface LinkMail {
  company: MailCompany;
  url: string;
  expiresAt: Date;
}

const onceUntil = ({ expiresAt }: LinkMail): string =>
  `The link works once, until ${formatInstant(expiresAt)} (Sydney time), and only the newest one does.`;

/** The way back in, to the account's own address. */
export function resetLetter(mail: LinkMail & { firstName: string }): Written {
  const { company, url, firstName } = mail;
  return written(company, {
    subject: `Choose a new password for ${company.name}`,
    title: 'Choose a new password',
    lead: `${firstName}, somebody asked to reset the password of your account. If that was you, go on here.`,
    parts: [
      button('Choose a new password', url),
      paragraph(onceUntil(mail)),
      panel('You did not ask for this?', ['Then there is nothing to do. Your password stays as it is.']),
    ],
    reason: holderOf(company),
  });
}

export interface PasswordChanged {
  company: MailCompany;
  firstName: string;
  changedAt: Date;
}

/** So that a thief cannot change a password unnoticed. */
export function passwordChangedLetter({ company, firstName, changedAt }: PasswordChanged): Written {
  return written(company, {
    subject: `Your ${company.name} password has been changed`,
    title: 'Your password has been changed',
    lead: `${firstName}, the password of your account was changed on ${formatInstant(changedAt)} (Sydney time).`,
    parts: [
      paragraph('Every other browser and phone that was signed in has been signed out.'),
      panel('It was not you?', [
        `Choose a new password at once, and ${callUs(company)}: somebody can read your e-mails.`,
      ]),
      button('Choose a new password', `${company.url}/forgot-password/`),
    ],
    reason: holderOf(company),
  });
}

/** To a new address. It names nobody: whoever mistyped theirs must not be told to a stranger. */
export function confirmLetter(mail: LinkMail): Written {
  const { company, url } = mail;
  return written(company, {
    subject: `Confirm your e-mail for ${company.name}`,
    title: 'Confirm your e-mail',
    lead: 'This address was given for an account. Confirm it, and you sign in with it from then on.',
    parts: [
      button('Confirm this e-mail', url),
      paragraph(onceUntil(mail)),
      panel('You did not ask for this?', ['Then there is nothing to do. This address is not used without your press.']),
    ],
    reason: `You get this e-mail because this address was given on the profile page of ${company.name}. If that was not you, you can ignore it.`,
  });
}

export interface EmailChange {
  company: MailCompany;
  firstName: string;
  /** The address that is to be, or has become, the account's. */
  newEmail: string;
  askedAt: Date;
}

/** To the address that is about to be replaced, while its owner can still stop it. */
export function changeAskedLetter({ company, firstName, newEmail, askedAt }: EmailChange): Written {
  return written(company, {
    subject: `A new e-mail for your ${company.name} account`,
    title: 'Your e-mail is about to change',
    lead: `${firstName}, on ${formatInstant(askedAt)} (Sydney time) a new e-mail was given for your account.`,
    parts: [
      panel('The new e-mail', [newEmail]),
      paragraph('It takes the place of this one once the link that we mailed there is opened.'),
      paragraph(
        `It was not you? Cancel the change on your profile, choose a new password, and ${callUs(company)} if you need help.`,
      ),
      button('Open your profile', `${company.url}/update-profile/`),
    ],
    reason: holderOf(company),
  });
}

/** To the address that was replaced: the last mail that it gets. */
export function emailChangedLetter({ company, firstName, newEmail }: Omit<EmailChange, 'askedAt'>): Written {
  return written(company, {
    subject: `The e-mail of your ${company.name} account has been changed`,
    title: 'Your e-mail has been changed',
    lead: `${firstName}, you sign in with your new e-mail from now on, and our mails go there.`,
    parts: [panel('Your new e-mail', [newEmail]), paragraph(`It was not you? Please ${callUs(company)} at once.`)],
    reason: `You get this e-mail because this was the address of your account at ${company.name}. It is the last one.`,
  });
}

export interface Welcome {
  company: MailCompany;
  firstName: string;
  email: string;
}

/** After a registration. */
/** What may be told to an address that nobody has proved to be theirs: a name, and no message of a stranger. */
const isName = /^[\p{L}\p{M}' \u2019-]{1,30}$/u;

export function welcomeLetter({ company, firstName, email }: Welcome): Written {
  return written(company, {
    subject: `Welcome to ${company.name}`,
    title: isName.test(firstName) ? `Welcome, ${firstName}.` : 'Welcome.',
    lead: 'Your account is ready: order supplies, follow your orders, and find every tax invoice in one place.',
    parts: [
      panel('You sign in with', [email]),
      paragraph(
        'Your details and your delivery address wait for you at the checkout, so that the next order is quick.',
      ),
      button('Go to the shop', `${company.url}/shopping/products/all`),
      paragraph(`Questions about supplies, or about having us clean? Reply to this e-mail, or ${callUs(company)}.`),
    ],
    reason: `You get this e-mail because an account was registered with this address at ${company.name}. If that was not you, please tell us.`,
  });
}
