import { button, renderMail, type MailCompany, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';

export interface SubmissionMail {
  /** The sending company. */
  company: MailCompany;
  formName: string;
  reference: string;
  sentAt: Date;
  submitter: { name: string; email: string | undefined; mobile: string };
  answers: readonly [label: string, words: string][];
  /** The submission's page for the company. */
  adminUrl: string;
  /** The submission's page for the submitter; undefined for guests. */
  ownUrl: string | undefined;
}

const maxAnswers = 12;
const maxAnswerLength = 240;

const shortened = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > maxAnswerLength ? `${line.slice(0, maxAnswerLength - 1).trimEnd()}…` : line;
};

/** `Site: Coolabah`, `Are you satisfied? Yes` */
const answerLine = ([label, words]: readonly [label: string, words: string]): string =>
  `${shortened(label)}${/[?!.:]$/.test(label.trim()) ? '' : ':'} ${shortened(words)}`;

/** Shows the first answers; the PDF has all of them. */
function summary({ answers }: SubmissionMail): MailPart[] {
  const lines = answers.slice(0, maxAnswers).map(answerLine);
  const more = answers.length - lines.length;
  return [
    ...(lines.length > 0 ? [panel('Answers', lines)] : []),
    paragraph(
      more > 0
        ? `The attached PDF has all answers, including ${more} not shown here.`
        : 'The attached PDF has all answers.',
    ),
  ];
}

/** Mail to the company. Replies go to the submitter if the address is known. */
export function notification(mail: SubmissionMail) {
  const { company, formName, submitter, sentAt, adminUrl, reference } = mail;
  const contacts = [submitter.email ?? '', formatPhone(submitter.mobile)].filter((line) => line !== '');
  const page = renderMail({
    company,
    preheader: `${submitter.name}, ${formatInstant(sentAt)}`,
    title: formName,
    lead: `${submitter.name} sent this form on ${formatInstant(sentAt)}. Its reference is ${reference}.`,
    parts: [
      ...summary(mail),
      ...(contacts.length > 0 ? [panel('Contact details', contacts)] : []),
      button('Open the submission', adminUrl),
    ],
    reason: 'You are receiving this e-mail because your address is set to receive submissions of this form.',
  });
  const replyTo = submitter.email === undefined ? {} : { replyTo: submitter.email };
  return { subject: `${formName}: ${submitter.name}, ${reference}`, ...replyTo, ...page };
}

/** Mail to the submitter. It contains no answers, so that nobody can use the form to send text to a stranger. */
export function acknowledgement({ company, formName, reference, sentAt, ownUrl }: SubmissionMail) {
  const page = renderMail({
    company,
    preheader: `Its reference is ${reference}.`,
    title: 'We have received your form',
    lead: `“${formName}” reached us on ${formatInstant(sentAt)}.`,
    parts: [
      paragraph(`Its reference is ${reference}. You do not need to do anything until you hear from us.`),
      ...(ownUrl === undefined ? [] : [button('View your submission', ownUrl)]),
      paragraph(`If it is urgent, call us on ${formatPhone(company.phone)} and quote the reference.`),
    ],
    reason: `You are receiving this e-mail because your address was entered in a form from ${company.name}. If that was not you, you can ignore it.`,
  });
  return {
    subject: `${company.name} has received your form: ${formName}, ${reference}`,
    replyTo: company.email,
    ...page,
  };
}

/** Mail with the PDF, sent on request. */
export function pdfMail({ company, formName, reference, submitter, sentAt }: SubmissionMail) {
  const page = renderMail({
    company,
    preheader: `Its reference is ${reference}.`,
    title: formName,
    lead: `Sent by ${submitter.name} on ${formatInstant(sentAt)}. Its reference is ${reference}.`,
    parts: [paragraph('The submission is attached to this e-mail as a PDF.')],
    reason: 'You are receiving this e-mail because a copy of this submission was requested.',
  });
  return { subject: `${formName}, ${reference}, ${submitter.name}`, replyTo: company.email, ...page };
}
