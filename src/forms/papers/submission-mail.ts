import { button, layOut, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/company.ts';
import { formatInstant } from '#lib/day.ts';

/** A submission as its mails tell it. */
export interface SubmissionMail {
  /** Ours. */
  company: MailCompany;
  formName: string;
  reference: string;
  sentAt: Date;
  sender: { name: string; email: string | undefined; mobile: string };
  /** What was answered, by label. */
  answers: readonly [label: string, words: string][];
  /** Where the company opens it, and where its sender does; guests have no page of it. */
  adminUrl: string;
  ownUrl: string | undefined;
}

interface Written {
  subject: string;
  replyTo?: string;
  html: string;
  text: string;
}

const mostAnswers = 12;
const longestAnswer = 240;

const shortened = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer - 1).trimEnd()}…` : line;
};

/** `Site: Coolabah`, `All in all? Good` */
const answerLine = ([label, words]: readonly [label: string, words: string]): string =>
  `${shortened(label)}${/[?!.:]$/.test(label.trim()) ? '' : ':'} ${shortened(words)}`;

/** The first answers; all are in the PDF. */
function summary({ answers }: SubmissionMail): MailPart[] {
  const lines = answers.slice(0, mostAnswers).map(answerLine);
  const more = answers.length - lines.length;
  return [
    ...(lines.length > 0 ? [panel('What it says', lines)] : []),
    paragraph(more > 0 ? `The PDF has all of it, with ${more} more answers.` : 'The PDF has all of it.'),
  ];
}

/** To the company. An answer to this mail goes to the sender, where there is an address of theirs. */
export function notification(mail: SubmissionMail): Written {
  const { company, formName, sender, sentAt, adminUrl, reference } = mail;
  const reached = [sender.email ?? '', formatPhone(sender.mobile)].filter((line) => line !== '');
  const page = layOut({
    company,
    preheader: `${sender.name}, ${formatInstant(sentAt)}`,
    title: formName,
    lead: `${sender.name} sent this form on ${formatInstant(sentAt)}. Its reference is ${reference}.`,
    parts: [
      ...summary(mail),
      ...(reached.length > 0 ? [panel('Reach them at', reached)] : []),
      button('Open the submission', adminUrl),
    ],
    reason: "You get this e-mail because the site's settings or this form name this address for submissions.",
  });
  const replyTo = sender.email === undefined ? {} : { replyTo: sender.email };
  return { subject: `${formName}: ${sender.name}, ${reference}`, ...replyTo, ...page };
}

/** To the sender. It repeats nothing of what was sent: whoever typed somebody else's address must not reach them through us. */
export function acknowledgement({ company, formName, reference, sentAt, ownUrl }: SubmissionMail): Written {
  const page = layOut({
    company,
    preheader: `Its reference is ${reference}.`,
    title: 'We have your form',
    lead: `“${formName}” reached us on ${formatInstant(sentAt)}.`,
    parts: [
      paragraph(`Its reference is ${reference}. There is nothing that you need to do until you hear from us.`),
      ...(ownUrl === undefined ? [] : [button('View your submission', ownUrl)]),
      paragraph(`If it can't wait, call us on ${formatPhone(company.phone)} and name the reference.`),
    ],
    reason: `You get this e-mail because this address was given on a form of ${company.name}. If that was not you, you can ignore it.`,
  });
  return { subject: `${company.name} has your form: ${formName}, ${reference}`, replyTo: company.email, ...page };
}

/** To whoever is to have the submission as PDF because somebody asked for it. */
export function copy({ company, formName, reference, sender, sentAt }: SubmissionMail): Written {
  const page = layOut({
    company,
    preheader: `Its reference is ${reference}.`,
    title: formName,
    lead: `Sent by ${sender.name} on ${formatInstant(sentAt)}. Its reference is ${reference}.`,
    parts: [paragraph('The submission is attached to this e-mail as a PDF.')],
    reason: 'You get this e-mail because a copy of this submission was asked for.',
  });
  return { subject: `${formName}, ${reference}, ${sender.name}`, replyTo: company.email, ...page };
}
