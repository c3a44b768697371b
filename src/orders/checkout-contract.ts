import { z } from 'zod';
import { maxLines } from '#lib/cart-limits.ts';
import { customerInfo } from '#accounts/contract.ts';
import { cartItem, sentences as cartSentences, promoCode } from '#storefront/cart/contract.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf, yesNo } from '#lib/api/input-shapes.ts';
import { money, moneyOf, optionalText, uuid } from '#lib/api/wire.ts';
import { billingForm, cardForm, looseText, shippingForm } from './checkout-form.ts';
import { sentences as formSentences } from './checkout-sentences.ts';
import { sentences } from './contract.ts';

/** `price` is the price that the buyer saw. If it has changed, the order is refused with an issue that names both prices. */
const checkoutItem = cartItem.extend({
  price: moneyOf('Price is required.').nullish(),
});

/** An order of a trade account: for one of its sites, with the PO number in `billingInfo.purchaseOrder`. */
const tradeOrder = z.object({
  siteId: uuid,
  costCentre: optionalText({ max: 60, long: 'Cost centre must not exceed 60 characters.' }).meta({
    description: "The site's own unless given.",
  }),
  /** Paid later, within the account's credit, instead of at once by card. */
  isOnAccount: yesNo,
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The order placement payload from the shop specification, section 3, with fields of our own. */
export const checkoutBody = z
  .object(
    {
      // If the object is missing, each of its fields reports that it is required.
      billingInfo: z.preprocess((value) => value ?? {}, billingForm),
      shippingInfo: z.preprocess((value) => value ?? {}, shippingForm),
      cardNumber: looseText,
      expiryDate: looseText,
      cvc: looseText,
      /** A confirmation token or a payment method; with the provider 'stripe' it replaces the three card fields. */
      paymentToken: z
        .string({ error: formSentences.cardRequired })
        .max(200, { error: formSentences.cardRequired })
        .nullish(),
      promoCode,
      userId: uuid.nullish(),
      trade: tradeOrder.nullish(),
      /** Ignored: the server uses the connection's address. */
      ipAddress: looseText,
      /** The total that the buyer saw. */
      expectedTotal: money.nullish(),
      cartItems: someOf(checkoutItem, sentences.cartEmpty, maxLines, cartSentences.tooManyLines),
    },
    { error: 'The request is not valid.' },
  )
  .superRefine(
    (body, context) => {
      if (!isBlank(body.paymentToken) || body.trade?.isOnAccount === true) return;
      const isMissing = isBlank(body.cardNumber) && isBlank(body.expiryDate) && isBlank(body.cvc);
      // An order of $0 needs no card. Whether it is $0 depends on the server's prices, so if everything else is valid,
      // the service decides.
      if (isMissing && (body.expectedTotal === 0 || context.issues.length === 0)) return;
      for (const { path, message } of cardForm.safeParse(body).error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: [...path], message });
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type CheckoutBody = z.output<typeof checkoutBody>;

export const placedTokens = z.object({
  access_token: z.string().nullable(),
  refresh_token: z.string().nullable(),
  expires_in: z.int(),
});

export const checkoutAnswer = z.object({
  /** 0: the order is placed. 1: it is not placed, and `orderIssues` says why. */
  status: z.union([z.literal(0), z.literal(1)]),
  orderIssues: z.array(z.object({ reason: z.string() })),
  orderId: uuid.nullable(),
  orderNumber: z.string().nullable(),
  /** `/shopping/order/{orderId}`; for a guest it has a signed `?key=`. */
  orderUrl: z.string().nullable(),
  /** Null unless the buyer registered an account; its tokens are null if they were set as cookies. */
  token: placedTokens.nullable(),
  /** The payment is not decided yet: sending the same body with the same key again later returns the result. */
  isPending: z.boolean(),
  /** Somebody else must approve the order: `requestApproval` asks them. */
  needsApproval: z.literal(true).optional(),
  /** The bank asks the buyer to confirm the payment; afterwards the page sends the request again with the same key. */
  requiresAction: z.object({ clientSecret: z.string() }).optional(),
});
export type CheckoutAnswer = z.output<typeof checkoutAnswer>;

export const checkOut = endpoint('POST', '/v1/shopping-checkouts', {
  access: 'visitor',
  // Stops people from trying out stolen cards.
  rate: 'sign-in',
  summary:
    'Places an order (201), or lists the issues (200). Repeating a request with the same Idempotency-Key and body returns ' +
    'the same answer and never makes a second order or charge; a different body with the same key returns 409. A refusal ' +
    'before any charge is deleted after 30 days.',
  body: checkoutBody,
  reply: checkoutAnswer,
  staysMembers: true,
});

export const requestApproval = endpoint('POST', '/v1/trade/approvals', {
  access: 'member',
  summary:
    'Asks for approval of an order that the checkout has refused for it; the body is that of the checkout. The approved order is placed on account. Repeating a request with the same Idempotency-Key asks once; another order with the same key returns 409.',
  body: checkoutBody,
  reply: z.object({ id: z.string() }),
  status: 201,
  rate: 'send',
});

export const readCustomer = endpoint('GET', '/v1/shopping-customers/{userId}', {
  access: 'member',
  summary:
    "The details that prefill the billing form of a checkout: the caller's own, or anybody's with ManageCartOrders.",
  params: z.object({ userId: uuid }),
  reply: customerInfo,
});
