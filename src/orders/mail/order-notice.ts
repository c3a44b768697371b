import { button, renderMail, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatInstant } from '#lib/day.ts';
import { format } from '#lib/money.ts';
import { businessParts, linesPart, type OrderMail, totalsPart, tradeParts, type WrittenMail } from './order-mail.ts';

/** Tells the company about a paid order: items, buyer and delivery. Its link requires ManageCartOrders; replies go to the buyer. */
export function orderNotice(
  order: OrderMail & { buyer: { name: string; email: string; mobile: string } },
): WrittenMail {
  const { company, orderNumber, delivery, buyer, invoice } = order;
  const total = format(order.total);
  const methodLabel = delivery.isPickup ? 'In Store Pickup' : 'Standard Delivery';
  const where = delivery.isPickup
    ? panel('To be picked up by', [delivery.name, formatPhone(delivery.mobile)])
    : panel('Deliver to', [delivery.name, delivery.address, formatPhone(delivery.mobile)]);
  const page = renderMail({
    company,
    preheader: `${buyer.name}, ${total}, ${methodLabel}`,
    title: `New order ${orderNumber}`,
    lead: `${buyer.name} placed an order of ${total} on ${formatInstant(order.placedAt)} (${methodLabel}).`,
    parts: [
      linesPart(order),
      totalsPart(order),
      button('Open the order', order.orderUrl),
      where,
      panel('Buyer', [buyer.name, buyer.email, formatPhone(buyer.mobile)]),
      ...businessParts(order),
      ...tradeParts(order),
      ...(invoice ? [paragraph(`The buyer gets ${invoice.title} ${invoice.number} in a separate e-mail.`)] : []),
      paragraph('Reply to this e-mail to write to the buyer.'),
    ],
    reason: "You are receiving this e-mail because the site's settings name this address for orders.",
  });
  return { subject: `New order ${orderNumber}, ${total}`, replyTo: buyer.email, ...page };
}
