import { layOut, type MailCompany, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/company.ts';
import { formatInstant } from '#lib/day.ts';

/** An enquiry as its mails tell it. */
export interface EnquiryMail {
  /** Ours. */
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

interface Written {
  subject: string;
  replyTo: string;
  html: string;
  text: string;
}

/** To the company: the whole enquiry. An answer to this mail goes to the sender. */
export function notification(enquiry: EnquiryMail): Written {
  const { company, sender, name, email, message } = enquiry;
  const phones = [enquiry.phone, enquiry.mobile].filter(Boolean).map(formatPhone);
  const page = layOut({
    company,
    preheader: message.slice(0, 140),
    title: `${name} has written to us`,
    lead: `From ${sender}, sent from the contact page on ${formatInstant(enquiry.sentAt)}.`,
    parts: [
      ...message.split(/\n{2,}/).map(paragraph),
      panel('Reach them at', [email, ...phones]),
      paragraph('Reply to this e-mail to answer the sender.'),
    ],
    reason: "You get this e-mail because the site's settings name this address for enquiries.",
  });
  return { subject: `Enquiry from ${sender}: ${name}`, replyTo: email, ...page };
}

/** To the sender. It does not repeat the message: whoever typed somebody else's address must not reach them through us. */
export function acknowledgement({ company, sentAt }: EnquiryMail): Written {
  const page = layOut({
    company,
    preheader: 'A person reads it and answers within one business day.',
    title: 'We have your message',
    lead: `It reached us on ${formatInstant(sentAt)}.`,
    parts: [
      paragraph(
        'A person reads it and answers within one business day. There is nothing that you need to do until then.',
      ),
      paragraph(`If it can't wait, call us on ${formatPhone(company.phone)}.`),
    ],
    reason: `You get this e-mail because this address was given on the contact page of ${company.name}. If that was not you, you can ignore it.`,
  });
  return { subject: `${company.name} has your message`, replyTo: company.email, ...page };
}
