import { button, renderMail, type MailCompany, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatInstant } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';
import { helpPart } from './order-mail.ts';
import type { WrittenMail } from './order-mail.ts';

/** A refund that was paid and whose money the bank sent back. */
export interface ReturnedRefund {
  company: MailCompany;
  orderNumber: string;
  /** When the buyer was notified of the refund. */
  refundedAt: Date;
  amount: Cents;
  orderUrl: string;
}

interface BuyerMailData extends ReturnedRefund {
  firstName: string;
  /** Number (`ADJ-100002`) and title of the attached PDF, and the number of the note that it cancels. */
  note: { number: string; title: string; cancels: string };
}

/** Tells a buyer that a refund did not reach them. Replies go to the company. */
export function refundReturnedMail(refund: BuyerMailData): WrittenMail {
  const { company, orderNumber, firstName, orderUrl, note } = refund;
  const amount = format(refund.amount);
  const page = renderMail({
    company,
    preheader: `${amount} for order ${orderNumber} came back to us. We are looking into it.`,
    title: `${amount} did not reach you.`,
    lead: `Hello ${firstName}, your bank did not accept the refund for order ${orderNumber} that we announced on ${formatInstant(refund.refundedAt)}.`,
    parts: [
      paragraph(
        'This can happen if the card that you paid with was closed or replaced. We still hold the money for you.',
      ),
      panel('What happens now', [
        'We will try again, or email you to arrange another way.',
        'If your card is no longer valid, reply to this e-mail and tell us.',
      ]),
      button('View your order', orderUrl),
      paragraph(`${note.title} ${note.number} is attached as a PDF. It cancels ${note.cancels}.`),
      helpPart(company),
    ],
    reason: `You are receiving this e-mail because you placed order ${orderNumber} at ${company.name}.`,
  });
  return { subject: `Your refund for order ${orderNumber} did not arrive: ${amount}`, replyTo: company.email, ...page };
}

interface CompanyNoticeData extends ReturnedRefund {
  buyer: { name: string; email: string };
  /** The provider's reason, if any. */
  failure: string | null;
}

/** Tells the company that a refund needs attention. Replies go to the buyer. */
export function refundReturnedNotice(refund: CompanyNoticeData): WrittenMail {
  const { company, orderNumber, orderUrl, buyer, failure } = refund;
  const amount = format(refund.amount);
  const title = `A refund of ${amount} came back`;
  const page = renderMail({
    company,
    preheader: `Order ${orderNumber}, ${buyer.name}`,
    title,
    lead: `The refund of ${amount} for order ${orderNumber} did not reach ${buyer.name}. It was paid on ${formatInstant(refund.refundedAt)}.`,
    parts: [
      ...(failure === null ? [] : [panel('Why', [failure])]),
      paragraph('Open the order to retry the refund, or to cancel it and pay the buyer in another way.'),
      button('Open the order', orderUrl),
    ],
    reason: "You are receiving this e-mail because the site's settings name this address for orders.",
  });
  return { subject: `${title}: order ${orderNumber}`, replyTo: buyer.email, ...page };
}
