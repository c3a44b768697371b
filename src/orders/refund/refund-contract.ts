import { z } from 'zod';
import { maxLines } from '#lib/cart-limits.ts';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, moneyOf, text, uuid } from '#lib/api/wire.ts';

/** Sentences for administrators who refund orders. */
export const sentences = {
  notFound: 'This order no longer exists.',
  refundNotFound: 'This refund no longer exists.',
  amountRequired: 'Amount is required.',
  amountZero: 'Amount must be greater than 0.',
  amountTooLarge: (left: string) => `At most ${left} of this order can still be refunded.`,
  nothingLeft: 'Everything that was paid for this order has been refunded.',
  /** For an order whose failed or pending refunds reserve everything that is left. */
  nothingFree: 'The rest of this order is reserved by an unfinished refund. Retry or cancel that refund first.',
  quantityRequired: 'Quantity is required.',
  quantityInvalid: 'Not a valid quantity.',
  quantityZero: 'Quantity must be greater than 0.',
  quantityTooLarge: (item: string, left: number) =>
    left === 0 ? `${item} has already been refunded.` : `Only ${left} of ${item} can still be refunded.`,
  itemUnknown: 'This item is not part of the order.',
  itemTwice: 'Each item can be listed only once.',
  linesEmpty: 'Select at least one item.',
  linesTooMany: 'An order has at most 100 lines.',
  shippingGone: 'There is no delivery fee left to refund.',
  otherBody: 'This key was already used for another refund.',
  otherProvider: 'This order was paid through another payment provider and cannot be refunded here.',
  /** `The payment provider refused this refund. The card used to pay has expired or been closed.` */
  refused: (reason: string | null) => ['The payment provider refused this refund.', reason].filter(Boolean).join(' '),
  cameBack: (day: string, reason: string | null) =>
    [
      `The money came back on ${day}: it did not reach the buyer.`,
      reason,
      'Retry the refund, or cancel it and pay the buyer in another way.',
    ]
      .filter(Boolean)
      .join(' '),
  noResponse:
    'The payment provider has not responded yet. The refund continues automatically, and nothing is paid twice.',
  isDone: 'This refund has already been paid.',
  isWithdrawn: 'This refund was cancelled.',
  isUnderWay: 'This refund is being checked with the payment provider. Please try again in a minute.',
} as const;

export const longestReason = 250;

const quantity = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? sentences.quantityRequired : sentences.quantityInvalid,
  })
  .superRefine((value, context) => {
    if (value <= 0) context.addIssue({ code: 'custom', message: sentences.quantityZero });
    else if (!Number.isSafeInteger(value)) context.addIssue({ code: 'custom', message: sentences.quantityInvalid });
  });

const refundLine = z.object({
  orderItemId: uuid,
  quantity,
  /** Whether the goods return to stock. */
  restock: z.boolean({ error: 'Must be true or false.' }),
});

const amount = moneyOf(sentences.amountRequired).refine((value) => value !== 0, { error: sentences.amountZero });

export const refundBody = z.object({
  /** Replaces the calculated sum of the lines. An amount without lines returns no goods to stock. */
  amount: amount.nullish(),
  reason: text({
    required: 'Reason is required.',
    min: 2,
    max: longestReason,
    short: 'The reason is too short.',
    long: 'The reason is too long.',
  }),
  /** Without lines, amount or delivery fee, the whole order is refunded and returned to stock. */
  lines: someOf(refundLine, sentences.linesEmpty, maxLines, sentences.linesTooMany)
    .superRefine((lines, context) => {
      const seen = new Set<string>();
      for (const [place, { orderItemId }] of lines.entries()) {
        const path = [place, 'orderItemId'];
        if (seen.has(orderItemId)) context.addIssue({ code: 'custom', path, message: sentences.itemTwice });
        seen.add(orderItemId);
      }
    })
    .nullish(),
  /** Also refunds the delivery fee. */
  refundShipping: z.boolean({ error: 'Must be true or false.' }).nullish(),
});
export type RefundBody = z.output<typeof refundBody>;

/**
 * `pending`: the provider has not responded yet; the refund is retried automatically. `failed`: the provider refused, or
 * the money came back after it had been paid; staff retry or cancel it. Both keep their amount reserved. `done`: paid.
 * `withdrawn`: cancelled by staff, nothing was paid.
 */
export const refundStates = ['pending', 'failed', 'done', 'withdrawn'] as const;
export type RefundState = (typeof refundStates)[number];

const refund = z.object({
  id: uuid,
  orderId: uuid,
  state: z.enum(refundStates),
  /** Why the refund is not done; null if it is done. */
  message: z.string().nullable(),
  amount: money,
  /** GST included in `amount`; null until the refund is done. */
  gst: money.nullable(),
  /** Delivery fee included in `amount`. */
  shippingFee: money,
  reason: z.string(),
  createdDate: z.iso.datetime(),
  createdBy: z.string(),
  settledDate: z.iso.datetime().nullable(),
  /** When the paid money came back; null if it did not come back, and after a retry. */
  cameBackDate: z.iso.datetime().nullable(),
  lines: z.array(
    z.object({
      orderItemId: uuid,
      productName: z.string(),
      productCode: z.string(),
      variation: z.string(),
      quantity: z.int(),
      restock: z.boolean(),
      /** Price of the units, net of discount. */
      amount: money,
    }),
  ),
  adjustmentNoteId: uuid.nullable(),
  /** `ADJ-100001`; null until the refund is done, and if nothing was paid. */
  adjustmentNoteNumber: z.string().nullable(),
  /** All notes issued for the refund, oldest first; a returned refund also has a note that cancels the first. */
  notes: z.array(z.object({ id: uuid, number: z.string(), cancels: z.string().nullable() })),
});
export type Refund = z.output<typeof refund>;

const ofOrder = z.object({ orderId: uuid });
const ofRefund = z.object({ orderId: uuid, refundId: uuid });

export const refundOrder = endpoint('POST', '/v1/manage-orders/{orderId}/refund', {
  access: 'ManageCartOrders',
  summary:
    'Refunds an order through the payment provider. Repeating a request with the same Idempotency-Key and body makes no ' +
    'second refund (201 the first time, 200 afterwards); a different body with the same key returns 409. `state` says ' +
    'whether the refund was paid. An order that is refunded in full becomes Refunded.',
  params: ofOrder,
  body: refundBody,
  reply: refund,
});

export const listRefunds = endpoint('GET', '/v1/manage-orders/{orderId}/refunds', {
  access: 'ManageCartOrders',
  summary: 'The refunds of an order, oldest first.',
  params: ofOrder,
  reply: z.array(refund),
});

export const readRefundable = endpoint('GET', '/v1/manage-orders/{orderId}/refundable', {
  access: 'ManageCartOrders',
  summary: 'The amount and units of an order that can still be refunded, in total and by line.',
  params: ofOrder,
  reply: z.object({
    amountPaid: money,
    amountRefunded: money,
    /** Reserved by pending and failed refunds. */
    amountHeld: money,
    /** The amount that can still be refunded. */
    amount: money,
    /** The delivery fee; 0 once it is refunded. */
    shippingFee: money,
    lines: z.array(
      z.object({
        orderItemId: uuid,
        productName: z.string(),
        productCode: z.string(),
        variation: z.string(),
        quantity: z.int(),
        /** Units that can still be refunded. */
        refundable: z.int(),
        /** Units that were returned to stock or written off. */
        returned: z.int(),
        /** The line's total, net of discount, and the part that is refunded or reserved; see `shareOfUnits`. */
        total: money,
        refunded: money,
      }),
    ),
  }),
});

export const retryRefund = endpoint('POST', '/v1/manage-orders/{orderId}/refunds/{refundId}/retry', {
  access: 'ManageCartOrders',
  summary: 'Retries a failed or pending refund. A refund that is done stays unchanged.',
  params: ofRefund,
  reply: refund,
});

export const withdrawRefund = endpoint('POST', '/v1/manage-orders/{orderId}/refunds/{refundId}/withdraw', {
  access: 'ManageCartOrders',
  summary: 'Cancels an unpaid refund. Returns 409 if it was paid or its state is still unknown.',
  params: ofRefund,
  reply: refund,
});

export const downloadAdjustmentNote = endpoint('GET', '/v1/shopping-cart/adjustmentNote/{adjustmentNoteId}/download', {
  access: 'visitor',
  summary:
    "A refund's adjustment note as a PDF, for the order's owner, anyone with the signed key, or a user with ManageCartOrders.",
  download: ['pdf'],
  params: z.object({ adjustmentNoteId: uuid }),
  query: z.object({ key: z.string().max(200).optional() }),
});
