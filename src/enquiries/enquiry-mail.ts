import { renderMail, type MailCompany, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';

/** What the e-mails about an enquiry show. */
export interface EnquiryMail {
  /** The company that receives the enquiry. */
  company: MailCompany;
  /** The sender's company. */
  sender: string;
  name: string;
  email: string;
  /** Digits, or empty. */
  phone: string;
  mobile: string;
  message: string;
  sentAt: Date;
}

/** The mail to the company, with the whole enquiry. Replies go to the sender. */
export function notification(enquiry: EnquiryMail) {
  const { company, sender, name, email, message } = enquiry;
  const phones = [enquiry.phone, enquiry.mobile].filter(Boolean).map(formatPhone);
  const page = renderMail({
    company,
    preheader: message.slice(0, 140),
    title: `${name} has written to us`,
    lead: `From ${sender}, sent from the contact page on ${formatInstant(enquiry.sentAt)}.`,
    parts: [
      ...message.split(/\n{2,}/).map(paragraph),
      panel('Contact details', [email, ...phones]),
      paragraph('Reply to this e-mail to answer the sender.'),
    ],
    reason: 'You are receiving this e-mail because this address is set to receive enquiries.',
  });
  return { subject: `Enquiry from ${sender}: ${name}`, replyTo: email, ...page };
}

/** The mail to the sender. It does not repeat the message, so that nobody can use the form to mail text to strangers. */
export function acknowledgement({ company, sentAt }: EnquiryMail) {
  const page = renderMail({
    company,
    preheader: 'We will read it and reply.',
    title: 'We have your message',
    lead: `We received it on ${formatInstant(sentAt)}.`,
    parts: [
      paragraph('We will read it and reply. You do not need to do anything until then.'),
      paragraph(`If it can't wait, call us on ${formatPhone(company.phone)}.`),
    ],
    reason: `You are receiving this e-mail because this address was entered on the contact page of ${company.name}. If that was not you, you can ignore it.`,
  });
  return { subject: `${company.name} has your message`, replyTo: company.email, ...page };
}
