import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { maxLines, maxQuantity } from '#lib/cart-limits.ts';
import { money, uuid } from '#lib/api/wire.ts';
import { shippingMethods } from './delivery-methods.ts';

/** Sentences about a cart. */
export const sentences = {
  quantity: `Quantity must be a whole number from 1 to ${maxQuantity}.`,
  tooManyLines: `A cart can have at most ${maxLines} lines.`,
  cartMissing: 'Cart items are required.',
  deliveryMethod: 'Unknown delivery method.',
  longCode: 'Promo code is too long.',
} as const;

export { shippingMethods };

export const shippingMethod = z
  .union([z.literal(shippingMethods.pickup), z.literal(shippingMethods.delivery)], { error: sentences.deliveryMethod })
  .meta({ description: '1 In Store Pickup, 2 Standard Delivery' });
export type ShippingMethod = z.output<typeof shippingMethod>;

const isQuantity = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= maxQuantity;

/** `z.int()` is not used, because after its faults the checkout would not report the card's faults. */
export const quantity = z
  .number({ error: sentences.quantity })
  .refine(isQuantity, { error: sentences.quantity })
  .meta({ type: 'integer', minimum: 1, maximum: maxQuantity });

/** A requested line: a product and, if it has variations, the chosen item. Prices in it are ignored. */
export const cartItem = z.object({
  id: uuid,
  variationItemId: uuid.nullish(),
  qty: quantity,
});
export type CartItem = z.output<typeof cartItem>;

/** A promo code as typed; codes match ignoring case. Null or a missing code means none. */
export const promoCode = z
  .string({ error: 'Promo code must be text.' })
  .trim()
  .max(150, { error: sentences.longCode })
  .nullish();

/** Why a line can't be sold or a promo does not apply (contract, section 5). */
export const issueKinds = [
  'NotAvailable',
  'OutOfStock',
  'InsufficientStock',
  'OrderMultiple',
  'PromoNotFound',
  'PromoExpired',
  'PromoAlreadyUsed',
  'PromoMinimumSpend',
  'PromoNotApplicable',
] as const;
export type IssueKind = (typeof issueKinds)[number];

/** `id` and `variationItemId` identify the line as it was sent; both are null for an issue of the promo. */
export const cartIssue = z.object({
  id: uuid.nullable(),
  variationItemId: uuid.nullable(),
  cartItemIssue: z.enum(issueKinds),
  reason: z.string(),
});

export const pricedLine = z.object({
  id: uuid,
  variationItemId: uuid.nullable(),
  productName: z.string(),
  productCode: z.string(),
  qty: z.int(),
  image: z.string(),
  price: money,
  url: z.string(),
  isVariant: z.boolean(),
  variations: z.array(z.object({ id: uuid, fieldText: z.string(), selected: z.string() })),
  /** The unit price after discount, rounded for display. Only `total` is exact. */
  discountedPrice: money,
  total: money,
  hasDiscount: z.boolean(),
  /** Differs whenever the line's values differ. */
  rowUpdateId: z.string(),
});

export const pricedCart = z.object({
  cartItems: z.array(pricedLine),
  subTotal: money,
  /** Present only if the request names a delivery method. */
  shippingFee: money.optional(),
  total: money,
  totalIncludedGst: money,
  discount: money,
  issues: z.array(cartIssue),
  haveIssues: z.boolean(),
  promoApplied: z.boolean(),
});

const cart = z.object({
  promoCode,
  cartItems: z.array(cartItem, { error: sentences.cartMissing }).max(maxLines, { error: sentences.tooManyLines }),
  shippingMethod: shippingMethod.nullish(),
  /** The Idempotency-Key of the buyer's own pending checkout: its reserved goods count as available. */
  attemptKey: z.string({ error: 'The key of the checkout must be text.' }).max(200).nullish(),
});

export const priceCart = endpoint('POST', '/v1/shopping-cart-items', {
  access: 'public',
  staysOpen: true,
  summary: 'Prices a cart from the database; a line that cannot be sold is removed or reduced, with the reason.',
  body: cart,
  reply: pricedCart,
});

export const priceSiteCart = endpoint('POST', '/v1/trade/cart', {
  access: 'member',
  staysOpen: true,
  summary: 'Prices a cart like the shop does, with the price lists of a site for which the caller orders.',
  body: cart.extend({ siteId: uuid }),
  reply: pricedCart,
});
