import type { Deps } from '#infra/deps.server.ts';
import { JsonText, type On } from '#infra/http.server.ts';
import { cents, minus, times, toDollars } from '#lib/money.ts';
import { picturePath } from '#products/picture-path.ts';
import { readSettings } from '#settings/service.server.ts';
import { priceCart } from './contract.ts';
import { priceItems, type PricedCart, type SoldLine } from './pricing.server.ts';

export function cartRoutes(on: On, deps: Deps): void {
  on(priceCart, async ({ body }) => {
    const { delivery } = await readSettings(deps);
    const { cartItems: items, promoCode, shippingMethod } = body;
    const priced = await priceItems(deps.db, { items, promoCode, shippingMethod, delivery, now: deps.clock.now() });
    // Written without the shape's encoder: this is the call that every keystroke in a cart makes.
    return new JsonText(JSON.stringify(wireOf(priced, shippingMethod ?? null)));
  });
}

function wireOf({ lines, totals, issues, promo }: PricedCart, shippingMethod: number | null): object {
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

function wireLine({ place, stored, quantity, discount }: SoldLine): object {
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
