import { type Day, format as formatDay, formatInstant } from '#lib/day.ts';
import { itemName } from '#lib/text/item-name.ts';
import { unitCount } from '#lib/text/count-text.ts';
import { button, type MailCompany, panel, renderMail } from '#platform/mail/mail-layout.ts';
import { helpPart, type WrittenMail } from '../mail/order-mail.ts';
import type { DeliveryLine, OpenLine } from './contract.ts';

/** What mails about deliveries share. */
export interface DeliveryMail {
  company: MailCompany;
  orderNumber: string;
  placedAt: Date;
  firstName: string;
  /** Name and address, without a phone number. */
  to: string[];
  /** The buyer's own number; '' if there is none. */
  poNumber: string;
  trackingUrl: string;
  /** What is left of the order. */
  backOrders: readonly OpenLine[];
}

interface Dispatched extends DeliveryMail {
  number: number;
  carrier: string;
  consignmentNumber: string;
  plannedDay: Day | null;
  lines: readonly DeliveryLine[];
}

const nameOf = ({ productName, variation }: Pick<OpenLine, 'productName' | 'variation'>): string =>
  itemName(productName, variation);

const orderLine = ({ orderNumber, poNumber }: DeliveryMail): string =>
  poNumber === '' ? `Order ${orderNumber}` : `Order ${orderNumber}, your PO number ${poNumber}`;

const reason = ({ orderNumber, company }: DeliveryMail): string =>
  `You are receiving this e-mail because you placed order ${orderNumber} at ${company.name}.`;

const expected = (day: Day | null): string => (day === null ? 'date not known yet' : `expected ${formatDay(day)}`);

const backOrderLine = ({ left, expectedDay, ...line }: OpenLine): string =>
  `${left} × ${nameOf(line)}, ${expected(expectedDay)}`;

/** Tells the buyer that a delivery is on its way, and what is still to come. */
export function dispatchText(mail: Dispatched): WrittenMail {
  const { company, carrier, consignmentNumber, plannedDay, lines, backOrders } = mail;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const by = carrier === '' ? '' : ` with ${carrier}`;
  const rest = backOrders.length === 0 ? '' : ' The rest of your order follows.';
  const lead = `${unitCount(units)} of order ${mail.orderNumber} left our warehouse${by}.${rest}`;
  const way = [
    ...(carrier === '' ? [] : [`Carrier: ${carrier}`]),
    ...(consignmentNumber === '' ? [] : [`Consignment number: ${consignmentNumber}`]),
    ...(plannedDay === null ? [] : [`Planned for ${formatDay(plannedDay)}`]),
  ];
  const page = renderMail({
    company,
    preheader: lead,
    title: 'Your delivery is on its way',
    lead,
    parts: [
      button('Follow your delivery', mail.trackingUrl),
      panel(
        `Delivery ${mail.number}`,
        lines.map((line) => `${line.quantity} × ${nameOf(line)}`),
      ),
      ...(way.length === 0 ? [] : [panel('On its way', way)]),
      panel('Deliver to', mail.to),
      ...(backOrders.length === 0 ? [] : [panel('On back order', backOrders.map(backOrderLine))]),
      panel('Your order', [orderLine(mail), `Placed on ${formatInstant(mail.placedAt)}`]),
      helpPart(company),
    ],
    reason: reason(mail),
  });
  return { subject: `Your delivery is on its way: order ${mail.orderNumber}`, replyTo: company.email, ...page };
}

/** A line whose expected day has changed. */
export type ChangedLine = OpenLine & { was: Day | null };

/** Tells the buyer that what is left of an order is expected on other days. */
export function backOrderText(mail: DeliveryMail & { changed: readonly ChangedLine[] }): WrittenMail {
  const { company, changed } = mail;
  const lead = `We have a new date for ${changed.length === 1 ? 'an item' : `${changed.length} items`} of order ${mail.orderNumber} that ${changed.length === 1 ? 'is' : 'are'} on back order.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'Your back order has a new date',
    lead,
    parts: [
      panel(
        'On back order',
        changed.map((line) =>
          line.was === null ? backOrderLine(line) : `${backOrderLine(line)} (was ${formatDay(line.was)})`,
        ),
      ),
      button('Follow your order', mail.trackingUrl),
      panel('Your order', [orderLine(mail), `Placed on ${formatInstant(mail.placedAt)}`]),
      helpPart(company),
    ],
    reason: reason(mail),
  });
  return { subject: `New date for your order ${mail.orderNumber}`, replyTo: company.email, ...page };
}
