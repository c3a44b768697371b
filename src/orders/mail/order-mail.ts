import {
  button,
  renderMail,
  linkPanel,
  look,
  type MailCompany,
  type MailPart,
  panel,
  paragraph,
} from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { type Day, format as formatDay, formatInstant } from '#lib/day.ts';
import { type Html, html } from '#lib/text/html.ts';
import { type Cents, format, times } from '#lib/money.ts';
import { onAccountInWords } from '#trade/credit/credit-sentences.ts';
import { type InvoiceData, type InvoiceLine, referenceOf, siteLines } from '../documents/invoice-data.ts';
import { type Business, buyerHeading, poNumberLine } from '../business-details.ts';

export interface WrittenMail {
  subject: string;
  replyTo: string;
  html: string;
  text: string;
}

export type OrderMailLine = Omit<InvoiceLine, 'discount'>;

/** The data of a paid order's mail; amounts in cents, GST included. */
export interface OrderMail
  extends Pick<InvoiceData, 'orderNumber' | 'subTotal' | 'discount' | 'promoCode' | 'shippingFee' | 'total'>,
    Pick<InvoiceData, 'totalIncludedGst' | 'payment' | 'trade'> {
  company: MailCompany;
  /** What is left to pay of the invoice of an order on account; null for others. */
  open: Cents | null;
  firstName: string;
  placedAt: Date;
  /** The order's page; a guest's URL has the key. */
  orderUrl: string;
  lines: OrderMailLine[];
  /** The delivery or pick-up address. */
  delivery: { isPickup: boolean; name: string; address: string; mobile: string };
  /** Who is billed, if the buyer gave business details or a PO number. */
  billedTo?: { name: string } & Business;
  /** The text about delivery or pick-up from the settings; may be empty. */
  deliveryText: string;
  /** The number (`INV-100001`) and title of the attached PDF. */
  invoice: { number: string; title: 'Tax Invoice' | 'Invoice' } | null;
}

export interface MailedDocument {
  productName: string;
  title: string;
  issuedOn: Day | null;
  /** Absolute. */
  url: string;
}

export function orderMail(order: OrderMail & { documents?: readonly MailedDocument[] }): WrittenMail {
  const { company, orderNumber, firstName, delivery } = order;
  const next = delivery.isPickup
    ? 'We will write to you as soon as it is ready to collect.'
    : 'We will write to you when it is on its way.';
  const page = renderMail({
    company,
    preheader: `Order ${orderNumber}, ${format(order.total)}. ${next}`,
    title: `Thank you, ${firstName}.`,
    lead: `We received your order ${orderNumber} on ${formatInstant(order.placedAt)}. ${next}`,
    parts: [
      linesPart(order),
      totalsPart(order),
      button('View your order', order.orderUrl),
      ...detailParts(order, order.documents ?? []),
    ],
    reason: `You are receiving this e-mail because you placed order ${orderNumber} at ${company.name}.`,
  });
  return { subject: `Your ${company.name} order ${orderNumber}`, replyTo: company.email, ...page };
}

/** A line's total before discount, so that the column adds up to the subtotal below it. */
const lineTotal = (line: OrderMailLine): Cents => times(line.price, line.quantity);

/** "5 L · SPR-101 · 2 × $19.95" */
const lineDetails = ({ label, code, quantity, price }: OrderMailLine): string =>
  [label, code, `${quantity} × ${format(price)}`].filter((part) => part !== '').join(' · ');

export function linesPart(order: OrderMail): MailPart {
  const rows = order.lines.map(
    (line) => html`<tr>
<td class="line" valign="top" style="padding:14px 16px 14px 0;border-bottom:1px solid ${look.line}"><span class="text" style="font:600 16px/1.4 ${look.font};color:${look.text}">${line.name}</span><br><span class="muted" style="font:400 14px/1.5 ${look.font};color:${look.muted}">${lineDetails(line)}</span></td>
<td class="line text" valign="top" align="right" style="padding:14px 0;border-bottom:1px solid ${look.line};font:600 16px/1.4 ${look.font};color:${look.text};white-space:nowrap">${format(lineTotal(line))}</td>
</tr>`,
  );
  return {
    html: html`<table width="100%" cellpadding="0" cellspacing="0" style="margin-top:-14px">${rows}</table>`,
    text: order.lines.map((line) => `${line.name}\n  ${lineDetails(line)}\n  ${format(lineTotal(line))}`).join('\n\n'),
  };
}

function sums(order: OrderMail): [string, string][] {
  const discount: [string, string][] =
    order.discount > 0
      ? [[order.promoCode === null ? 'Discount' : `Discount (${order.promoCode})`, `-${format(order.discount)}`]]
      : [];
  const shippingLabel = order.delivery.isPickup ? 'In Store Pickup' : 'Standard Delivery';
  return [
    ['Subtotal', format(order.subTotal)],
    ...discount,
    [shippingLabel, order.shippingFee === 0 ? 'Free' : format(order.shippingFee)],
  ];
}

const paidBy = ({ payment, total, trade, open }: OrderMail): string =>
  trade?.dueDay
    ? onAccountInWords({ dueDay: trade.dueDay, total, open })
    : payment === null
      ? 'Nothing to pay'
      : `${format(total)} paid with ${payment.brand} ending in ${payment.lastFour}`;

/** The amounts from subtotal to total, and the payment method. */
export function totalsPart(order: OrderMail): MailPart {
  const rows = sums(order);
  const total = format(order.total);
  const gst = `Includes GST of ${format(order.totalIncludedGst)}`;
  return {
    html: html`<table width="100%" cellpadding="0" cellspacing="0" style="margin-top:14px">
${rows.map(([label, amount]) => sumRow(label, amount))}
<tr><td class="heading" style="padding:14px 16px 0 0;font:700 20px/1.3 ${look.headFont};color:${look.heading}">Total</td><td class="heading" align="right" style="padding:14px 0 0;font:700 24px/1.2 ${look.headFont};letter-spacing:-.02em;color:${look.heading}">${total}</td></tr>
<tr><td colspan="2" align="right" class="muted" style="padding:2px 0 0;font:400 14px/1.5 ${look.font};color:${look.muted}">${gst}<br>${paidBy(order)}</td></tr>
</table>`,
    text: [...rows, ['Total', total]]
      .map(([label, amount]) => `${label}: ${amount}`)
      .concat(gst, paidBy(order))
      .join('\n'),
  };
}

const sumRow = (label: string, amount: string): Html => html`<tr>
<td class="muted" style="padding:3px 16px 3px 0;font:400 15px/1.5 ${look.font};color:${look.muted}">${label}</td>
<td class="text" align="right" style="padding:3px 0;font:400 15px/1.5 ${look.font};color:${look.text};white-space:nowrap">${amount}</td>
</tr>`;

function detailParts(
  { delivery, invoice, company, deliveryText, ...order }: OrderMail,
  documents: readonly MailedDocument[],
): MailPart[] {
  const invoicePart = invoice
    ? [paragraph(`${invoice.title} ${invoice.number} is attached as a PDF. You can also find it on your order's page.`)]
    : [];
  const documentParts = documents.length > 0 ? [documentsPart(documents)] : [];
  return [
    wherePart(delivery, company, deliveryText),
    ...businessParts(order),
    ...tradeParts({ ...order, invoice }),
    ...documentParts,
    ...invoicePart,
    helpPart(company),
  ];
}

/** The billed business and the buyer's PO number; no part if the buyer gave neither. */
export function businessParts({ billedTo }: Pick<OrderMail, 'billedTo'>): MailPart[] {
  if (!billedTo) return [];
  const { title, lines } = buyerHeading(billedTo.name, billedTo);
  return [panel('Billed to', [title, ...lines, ...poNumberLine(billedTo)])];
}

/** For which site of an account the order is, and how it is paid; no part for an order of a person. */
export function tradeParts({ trade, invoice }: Pick<OrderMail, 'trade' | 'invoice'>): MailPart[] {
  if (!trade) return [];
  const reference = invoice ? referenceOf({ trade, number: invoice.number }) : undefined;
  return [
    panel(`Account ${trade.accountNumber}`, [
      trade.accountName,
      ...siteLines(trade),
      ...(reference === undefined ? [] : [`Payment reference: ${reference}`]),
    ]),
  ];
}

/** Links to the documents of the ordered products; the law requires a safety data sheet with the first supply. */
const documentsPart = (documents: readonly MailedDocument[]): MailPart =>
  linkPanel(
    'Data sheets of your products',
    documents.map(({ productName, title, issuedOn, url }) => ({
      label: `${productName}: ${title}${issuedOn ? `, issued ${formatDay(issuedOn)}` : ''}`,
      url,
    })),
  );

export const wherePart = (delivery: OrderMail['delivery'], company: MailCompany, deliveryText = ''): MailPart =>
  delivery.isPickup
    ? panel('Pick up from', [
        company.name,
        delivery.address,
        company.hours,
        `Ask for ${delivery.name}'s order and bring the order number.`,
        ...linesOf(deliveryText),
      ])
    : panel('Deliver to', [delivery.name, delivery.address, formatPhone(delivery.mobile), ...linesOf(deliveryText)]);

const linesOf = (text: string): string[] => (text === '' ? [] : [text]);

export const helpPart = ({ phone }: MailCompany): MailPart =>
  paragraph(
    `Something not right? Reply to this e-mail or call ${formatPhone(phone)}, and have your order number ready.`,
  );
