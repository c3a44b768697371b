import { button, renderMail, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';

export interface SubmissionMail {
  /** The sending company. */
  company: MailCompany;
  formName: string;
  reference: string;
  sentAt: Date;
  sender: { name: string; email: string | undefined; mobile: string };
  answers: readonly [label: string, words: string][];
  /** Page for the company, and for the sender; guests have none. */
  adminUrl: string;
  ownUrl: string | undefined;
}

const maxAnswers = 12;
const maxAnswerLength = 240;

const shortened = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > maxAnswerLength ? `${line.slice(0, maxAnswerLength - 1).trimEnd()}…` : line;
};

/** `Site: Coolabah`, `All in all? Good` */
const answerLine = ([label, words]: readonly [label: string, words: string]): string =>
  `${shortened(label)}${/[?!.:]$/.test(label.trim()) ? '' : ':'} ${shortened(words)}`;

/** The first answers; the PDF has all of them. */
function summary({ answers }: SubmissionMail): MailPart[] {
  const lines = answers.slice(0, maxAnswers).map(answerLine);
  const more = answers.length - lines.length;
  return [
    ...(lines.length > 0 ? [panel('Answers', lines)] : []),
    paragraph(
      more > 0 ? `The attached PDF has all answers, including ${more} more.` : 'The attached PDF has all answers.',
    ),
  ];
}

/** Mail to the company. Replies go to the sender, if their address is known. */
export function notification(mail: SubmissionMail) {
  const { company, formName, sender, sentAt, adminUrl, reference } = mail;
  const reached = [sender.email ?? '', formatPhone(sender.mobile)].filter((line) => line !== '');
  const page = renderMail({
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

/** Mail to the sender. It repeats no answers, so that nobody can send text to a stranger's address through the form. */
export function acknowledgement({ company, formName, reference, sentAt, ownUrl }: SubmissionMail) {
  const page = renderMail({
    company,
    preheader: `Its reference is ${reference}.`,
    title: 'We have received your form',
    lead: `“${formName}” reached us on ${formatInstant(sentAt)}.`,
    parts: [
      paragraph(`Its reference is ${reference}. There is nothing that you need to do until you hear from us.`),
      ...(ownUrl === undefined ? [] : [button('View your submission', ownUrl)]),
      paragraph(`If it is urgent, call us on ${formatPhone(company.phone)} and quote the reference.`),
    ],
    reason: `You get this e-mail because this address was given on a form of ${company.name}. If that was not you, you can ignore it.`,
  });
  return {
    subject: `${company.name} has received your form: ${formName}, ${reference}`,
    replyTo: company.email,
    ...page,
  };
}

/** Mail with the PDF, sent on request. */
export function pdfCopy({ company, formName, reference, sender, sentAt }: SubmissionMail) {
  const page = renderMail({
    company,
    preheader: `Its reference is ${reference}.`,
    title: formName,
    lead: `Sent by ${sender.name} on ${formatInstant(sentAt)}. Its reference is ${reference}.`,
    parts: [paragraph('The submission is attached to this e-mail as a PDF.')],
    reason: 'You get this e-mail because a copy of this submission was requested.',
  });
  return { subject: `${formName}, ${reference}, ${sender.name}`, replyTo: company.email, ...page };
}
