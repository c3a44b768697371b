import { formatDollars } from '#lib/money.ts';
import { orderStatuses } from '../contract.ts';
import type { OrderOnPage } from './contract.ts';

const cancelled = orderStatuses.cancelled.value;

const units = (count: number): string => `${count} ${count === 1 ? 'unit' : 'units'}`;

/** The effects of a status change, in sentences (contract, section 5). */
export function effectsOf(order: OrderOnPage, to: number): string[] {
  if (order.orderStatus === cancelled) return reopened(order);
  if (to !== cancelled) return ['Stock, promo and payment stay as they are.'];
  const out = order.orderItems.reduce((sum, { quantity, returnedQuantity }) => sum + quantity - returnedQuantity, 0);
  const left = order.amountPaid - order.amountRefunded;
  return [
    out > 0 ? `${units(out)} go back into stock.` : 'All goods are back in stock already.',
    ...(order.promoCode ? [`Promo ${order.promoCode} is freed.`] : []),
    ...(left > 0 ? [`This does not refund the payment: ${formatDollars(left)} can be refunded afterwards.`] : []),
  ];
}

function reopened({ orderItems, promoCode }: OrderOnPage): string[] {
  const all = orderItems.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    `${units(all)} are taken from stock again, if there are enough.`,
    ...(promoCode ? [`Promo ${promoCode} is used again.`] : []),
  ];
}
