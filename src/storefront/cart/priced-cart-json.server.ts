import { cents, minus, times, toDollars } from '#lib/money.ts';
import { picturePath } from '#lib/picture-path.ts';
import type { PricedCart, SoldLine } from './pricing.server.ts';

/** A priced cart as JSON, in dollars. */
export function wireOf({ lines, totals, issues, promo }: PricedCart, shippingMethod: number | null): object {
  return {
    cartItems: lines.map(wireLine),
    subTotal: toDollars(totals.subTotal),
    ...(shippingMethod !== null && { shippingFee: toDollars(totals.shippingFee) }),
    total: toDollars(totals.total),
    totalIncludedGst: toDollars(totals.totalIncludedGst),
    discount: toDollars(totals.discount),
    issues: issues.map(({ kind, ...issue }) => ({ ...issue, cartItemIssue: kind })),
    haveIssues: issues.length > 0,
    promoApplied: promo !== null,
  };
}

/** A line as the browser stores it. */
export function wireLine({ place, stored, quantity, discount }: SoldLine): object {
  const total = minus(times(stored.price, quantity), discount);
  return {
    id: stored.productId,
    variationItemId: stored.hasVariations ? stored.itemId : null,
    productName: stored.productName,
    productCode: stored.code,
    qty: quantity,
    image: stored.imageKey === null ? '' : picturePath(stored.imageKey),
    price: toDollars(stored.price),
    url: stored.url,
    isVariant: stored.hasVariations,
    variations: stored.variations ?? [],
    discountedPrice: toDollars(cents(Math.round(total / quantity))),
    total: toDollars(total),
    hasDiscount: discount > 0,
    rowUpdateId: `${stored.itemId}:${place}:${quantity}:${total}`,
  };
}
