import { createHash } from 'node:crypto';
import { lineName, type PricedCart } from '#storefront/cart/pricing.server.ts';
import type { Cents } from '#lib/money.ts';
import { times } from '#lib/money.ts';
import type { CheckoutBody } from '#orders/checkout-contract.ts';
import type { TradeOrder } from '#orders/place/trade-order.server.ts';

/** What is approved: an order as people read it. Amounts are in cents. */
export interface Snapshot {
  siteId: string;
  poNumber: string;
  costCentre: string;
  shippingMethod: number;
  lines: { itemId: string; name: string; code: string; quantity: number; price: Cents; total: Cents }[];
  discount: Cents;
  shippingFee: Cents;
  total: Cents;
}

export const snapshotOf = (
  { access, poNumber, costCentre }: TradeOrder,
  body: CheckoutBody,
  { lines, totals }: PricedCart,
): Snapshot => ({
  siteId: access.site.id,
  poNumber,
  costCentre,
  shippingMethod: body.shippingInfo.shippingMethod,
  lines: lines.map(({ stored, quantity }) => ({
    itemId: stored.itemId,
    name: lineName(stored),
    code: stored.code,
    quantity,
    price: stored.price,
    total: times(stored.price, quantity),
  })),
  discount: totals.discount,
  shippingFee: totals.shippingFee,
  total: totals.total,
});

/** A hash of everything that an approver has seen. */
export const hashOf = (snapshot: Snapshot): string =>
  createHash('sha256').update(JSON.stringify(snapshot)).digest('hex');

/** The body with the prices and the total that are approved: an order at others is refused, not placed. */
export const withPrices = (body: CheckoutBody, { lines, totals }: PricedCart): CheckoutBody => ({
  ...body,
  cartItems: body.cartItems.map((item, place) => {
    const line = lines.find((one) => one.place === place);
    return { ...item, ...(line && { price: line.stored.price }) };
  }),
  expectedTotal: totals.total,
});
