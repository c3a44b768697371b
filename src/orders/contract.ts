import { z } from 'zod';
import { pricedLine, shippingMethod } from '#storefront/cart/contract.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, money, paging, uuid } from '#lib/api/wire.ts';

/** Sentences for buyers. */
export const sentences = {
  unconfirmed: 'We could not confirm your payment yet. You will not be charged twice.',
  furtherStep: 'Your bank asks you to confirm this payment.',
  emailTaken: 'An account with this email already exists.',
  totalChanged: (seen: string, now: string) =>
    `The total has changed from ${seen} to ${now}. Please review your order.`,
  priceChanged: (product: string, seen: string, now: string) =>
    `The price of ${product} has changed from ${seen} to ${now}.`,
  cartEmpty: 'Your cart is empty.',
  lostRace: 'Somebody else bought these items at the same moment. Please try again.',
  tooLarge: 'An order can be at most $9,999,999.99.',
  otherBody: 'This key was already used for another order.',
  accountClosed: 'This trade account is closed. Please contact us.',
  otherUser: 'You can only place an order for yourself.',
  signedIn: 'You are already signed in to an account.',
  signIn: 'Please sign in to see this order.',
} as const;

/** Order statuses (specification of the shop, section 4); the timeline shows 0, 4 and 1. */
export const orderStatuses = {
  newOrder: { value: 0, name: 'New Order' },
  picking: { value: 4, name: 'Picking in Progress' },
  completed: { value: 1, name: 'Completed' },
  cancelled: { value: 2, name: 'Cancelled' },
  refunded: { value: 3, name: 'Refunded' },
} as const;

export const statusName = (value: number): string =>
  Object.values(orderStatuses).find((status) => status.value === value)?.name ?? '';

/** The buyer's business details; null if empty. */
const business = {
  companyName: z.string().nullable(),
  /** Eleven digits. */
  abn: z.string().nullable(),
  /** The buyer's own number for the order. */
  purchaseOrder: z.string().nullable(),
};

export const orderRow = z.object({
  id: uuid,
  /** Null until paid. */
  taxInvoiceId: uuid.nullable(),
  orderNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...business,
  orderDate: z.iso.datetime(),
  amountPaid: money,
  orderAmount: money,
  orderStatus: z.int(),
  orderStatusValue: z.string(),
  orderPaid: z.boolean(),
});

export const orderItem = z.object({
  orderItemId: uuid,
  productName: z.string(),
  /** `/…` path, or '' without a picture. */
  productImage: z.string(),
  productCode: z.string(),
  productUrl: z.string(),
  /** "Small / Blue", '' for a plain product. */
  variation: z.string(),
  promoCode: z.string().nullable(),
  quantity: z.int(),
  /** Unit price, before discount. */
  price: money,
  /** The promo's discount on the line. */
  discountedAmount: money,
  /** The line's total after discount. */
  total: money,
});

/** A refund that the buyer has received. */
const paidRefund = z.object({
  id: uuid,
  refundDate: z.iso.datetime(),
  amount: money,
  /** The adjustment note to download; null if nothing was paid. */
  adjustmentNoteId: uuid.nullable(),
  adjustmentNoteNumber: z.string().nullable(),
});

export const orderDetail = z.object({
  id: uuid,
  taxInvoiceId: uuid.nullable(),
  taxInvoiceNumber: z.string().nullable(),
  orderNumber: z.string(),
  orderDate: z.iso.datetime(),
  total: money,
  totalIncludedGst: money,
  subtotal: money,
  shippingFee: money,
  discount: money,
  promoCode: z.string().nullable(),
  amountPaid: money,
  amountRefunded: money,
  /** Paid refunds, oldest first. */
  refunds: z.array(paidRefund),
  orderStatus: z.int(),
  orderStatusValue: z.string(),
  orderItems: z.array(orderItem),
  shippingMethod,
  shippingName: z.string(),
  shippingAddress: z.string(),
  shippingMobile: z.string(),
  shippingInstructions: z
    .string()
    .meta({ description: "For the driver, of an order to an account's site; '' for none." }),
  ...business,
  billingName: z.string(),
  billingAddress: z.string(),
  billingMobile: z.string(),
  billingEmail: z.string(),
  /** Only for users with ManageCartOrders; otherwise null. */
  ipAddress: z.string().nullable(),
  /** "Visa ending in 4242", "On account, due 27/12/2026". */
  paymentMethod: z.string(),
  /** For an order of a trade account; `dueDay` and the reference are null if it was paid by card. */
  trade: z
    .object({
      accountId: uuid,
      accountNumber: z.int(),
      accountName: z.string(),
      site: z.string(),
      poNumber: z.string(),
      costCentre: z.string(),
      isOnAccount: z.boolean(),
      dueDay: day.nullable(),
      open: money.nullable().meta({ description: 'What is left to pay of its invoice.' }),
      paymentReference: z.string().nullable(),
      quote: z.string().nullable().meta({ description: 'The accepted quote with its revision.' }),
      quoteId: uuid.nullable(),
    })
    .nullable(),
  trackingUrl: z.string().nullable().meta({
    description:
      'The page on which anybody who has its link follows the deliveries; null while there is nothing to follow.',
  }),
  unitsOut: z.int().meta({ description: 'Units that are on their way or delivered.' }),
  version: z.int(),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** The signed key in a guest's mail. */
const keyQuery = z.object({ key: z.string().max(200).optional() });

export const listOrders = endpoint('GET', '/v1/shopping-orders', {
  access: 'member',
  summary: "The caller's own orders, newest first.",
  query: paging,
  reply: z.array(orderRow),
});

export const readOrder = endpoint('GET', '/v1/shopping-orders/{orderId}', {
  access: 'visitor',
  summary: "The caller's own order; a guest uses the signed key from the mail.",
  params: z.object({ orderId: uuid }),
  query: keyQuery,
  reply: orderDetail,
});

export const buyAgain = endpoint('GET', '/v1/shopping-orders/{orderId}/buy-again', {
  access: 'visitor',
  summary:
    "The items of an order as cart lines at today's prices, and an issue for each item that is no longer available.",
  params: z.object({ orderId: uuid }),
  query: keyQuery,
  reply: z.object({ cartItems: z.array(pricedLine), issues: z.array(z.object({ reason: z.string() })) }),
});

export const downloadInvoice = endpoint('GET', '/v1/shopping-cart/taxInvoice/{taxInvoiceId}/download', {
  access: 'visitor',
  summary: 'The tax invoice as a PDF, for its owner, anyone with the signed key, or a user with ManageCartOrders.',
  download: ['pdf'],
  params: z.object({ taxInvoiceId: uuid }),
  query: keyQuery,
});

export const paymentConfig = endpoint('GET', '/v1/payments/config', {
  access: 'public',
  summary: 'The configuration of the card form.',
  reply: z.object({
    provider: z.enum(['test', 'stripe']),
    publishableKey: z.string().nullable(),
    /** "Test payments" if no money moves. */
    notice: z.string().nullable(),
  }),
});
