import { button, renderMail, look, type MailPart, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';
import { html } from '#lib/text/html.ts';
import { format } from '#lib/money.ts';
import { type AdjustmentData, rowsOf } from '../documents/adjustment-note-data.ts';
import type { OrderMail, WrittenMail } from './order-mail.ts';

/** The data of a refund's mail; amounts in cents, GST included. */
export interface RefundMail
  extends Pick<OrderMail, 'company' | 'firstName' | 'orderNumber' | 'placedAt' | 'orderUrl'>,
    Pick<AdjustmentData, 'amount' | 'gst' | 'shippingFee' | 'lines' | 'reason' | 'payment' | 'isOnAccount'> {
  /** Whether the order is now refunded in full. */
  isAll: boolean;
  /** Number (`ADJ-100001`) and title of the attached PDF. */
  note: { number: string; title: 'Adjustment Note' | 'Credit Note' };
}

/** How long it takes until a refund appears on a statement. */
const bankDays = '5 to 10 business days';

/** Tells a buyer about a refund. Replies go to the company. */
export function refundMail(refund: RefundMail): WrittenMail {
  const { company, orderNumber, firstName, amount, isAll, note, isOnAccount } = refund;
  const what = isAll ? 'everything you paid' : 'part of what you paid';
  const done = isOnAccount ? `credited your account with ${format(amount)}` : `refunded ${what}`;
  const page = renderMail({
    company,
    preheader: `${format(amount)} for order ${orderNumber}. ${note.title} ${note.number} is attached.`,
    title: isOnAccount ? `${format(amount)} is credited to your account.` : `${format(amount)} is on its way back.`,
    lead: `Hello ${firstName}, we have ${done} for order ${orderNumber}, placed on ${formatInstant(refund.placedAt)}.`,
    parts: [
      ...(refund.lines.length > 0 || refund.shippingFee > 0 ? [refundedPart(refund)] : []),
      totalPart(refund),
      button('View your order', refund.orderUrl),
      panel('Why', [refund.reason]),
      paragraph(`${note.title} ${note.number} is attached as a PDF. You can also find it on your order's page.`),
      paragraph(`Something not right? Reply to this e-mail or call ${formatPhone(company.phone)}.`),
    ],
    reason: `You are receiving this e-mail because you placed order ${orderNumber} at ${company.name}.`,
  });
  return {
    subject: `Your ${isOnAccount ? 'credit' : 'refund'} for order ${orderNumber}: ${format(amount)}`,
    replyTo: company.email,
    ...page,
  };
}

const cell = `border-bottom:1px solid ${look.line}`;

/** The refunded lines; the rows add up to the total below. */
function refundedPart(refund: RefundMail): MailPart {
  const rows = rowsOf(refund).map(({ name, detail, quantity, amount }) => ({
    name,
    about: [detail, quantity === null ? '' : `Quantity ${quantity}`].filter((part) => part !== '').join('  ·  '),
    amount,
  }));
  return {
    html: html`<table width="100%" cellpadding="0" cellspacing="0" style="margin-top:-14px">${rows.map(
      (row) => html`<tr>
<td class="line" valign="top" style="padding:14px 16px 14px 0;${cell}"><span class="text" style="font:600 16px/1.4 ${look.font};color:${look.text}">${row.name}</span>${row.about === '' ? '' : html`<br><span class="muted" style="font:400 14px/1.5 ${look.font};color:${look.muted}">${row.about}</span>`}</td>
<td class="line text" valign="top" align="right" style="padding:14px 0;${cell};font:600 16px/1.4 ${look.font};color:${look.text};white-space:nowrap">${format(row.amount)}</td>
</tr>`,
    )}</table>`,
    text: rows
      .map(({ name, about, amount }) => [name, about, format(amount)].filter(Boolean).join('\n  '))
      .join('\n\n'),
  };
}

function totalPart({ amount, gst, payment, isOnAccount }: RefundMail): MailPart {
  const total = format(amount);
  const included = `Includes GST of ${format(gst)}`;
  const where = isOnAccount
    ? 'Credited to your account. It is on the account’s next statement.'
    : payment
      ? `Refunded to ${payment.brand} ending in ${payment.lastFour}. It will appear on your statement within ${bankDays}.`
      : `It will appear on your statement within ${bankDays}.`;
  return {
    html: html`<table width="100%" cellpadding="0" cellspacing="0">
<tr><td class="heading" style="padding:14px 16px 0 0;font:700 20px/1.3 ${look.headFont};color:${look.heading}">${isOnAccount ? 'Credited' : 'Refunded'}</td><td class="heading" align="right" style="padding:14px 0 0;font:700 24px/1.2 ${look.headFont};letter-spacing:-.02em;color:${look.heading}">${total}</td></tr>
<tr><td colspan="2" align="right" class="muted" style="padding:2px 0 0;font:400 14px/1.5 ${look.font};color:${look.muted}">${included}<br>${where}</td></tr>
</table>`,
    text: [`${isOnAccount ? 'Credited' : 'Refunded'}: ${total}`, included, where].join('\n'),
  };
}
