import { z } from 'zod';
import { maxLines } from '#storefront/cart/contract.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, moneyOf, text, uuid } from '#lib/api/wire.ts';

/** What an administrator reads who pays back (contract, section 5). */
export const sentences = {
  notFound: 'This order no longer exists.',
  refundNotFound: 'This refund no longer exists.',
  amountRequired: 'Amount is required.',
  amountZero: 'Amount must be greater than 0.',
  amountTooLarge: (left: string) => `At most ${left} of this order can still be refunded.`,
  nothingLeft: 'Everything that was paid for this order has been refunded.',
  /** While one that failed, or waits for the provider, holds what is left. */
  nothingFree: 'All that is left of this order is held by a refund under way. Retry or withdraw it first.',
  quantityRequired: 'Quantity is required.',
  quantityInvalid: 'Not a valid quantity.',
  quantityZero: 'Quantity must be greater than 0.',
  quantityTooLarge: (item: string, left: number) =>
    left === 0 ? `${item} has been refunded already.` : `Only ${left} of ${item} can still be refunded.`,
  itemUnknown: 'This item is not part of the order.',
  itemTwice: 'Each item can be named once.',
  linesEmpty: 'Choose at least one item.',
  linesTooMany: 'An order has at most 100 lines.',
  shippingGone: 'There is no delivery fee left to refund.',
  otherBody: 'This key was already used for another refund.',
  otherProvider: 'This order was paid through another payment provider and can not be refunded here.',
  /** `The payment provider refused to pay this back. The card that paid is expired or closed.` */
  refused: (reason: string | null) =>
    ['The payment provider refused to pay this back.', reason].filter(Boolean).join(' '),
  cameBack: (day: string, reason: string | null) =>
    [
      `The money came back on ${day}: it did not reach the buyer.`,
      reason,
      'Retry it, or withdraw it and pay otherwise.',
    ]
      .filter(Boolean)
      .join(' '),
  unanswered: 'The payment provider has not answered yet. The refund goes on by itself, and nothing is paid twice.',
  isDone: 'This refund has been paid already.',
  isWithdrawn: 'This refund was withdrawn.',
  isUnderWay: 'The payment provider is being asked about this refund. Please try again in a minute.',
} as const;

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
  /** Whether the goods go back on the shelf. */
  restock: z.boolean({ error: 'Must be true or false.' }),
});

const amount = moneyOf(sentences.amountRequired).refine((value) => value !== 0, { error: sentences.amountZero });

export const refundBody = z.object({
  /** In place of what the lines come to. Alone it puts nothing back. */
  amount: amount.nullish(),
  reason: text({
    required: 'Reason is required.',
    min: 2,
    max: 250,
    short: 'The reason is too short.',
    long: 'The reason is too long.',
  }),
  /** Without lines, amount and delivery fee, everything is paid and put back. */
  lines: z
    .array(refundLine, { error: sentences.linesEmpty })
    .min(1, { error: sentences.linesEmpty })
    .max(maxLines, { error: sentences.linesTooMany })
    .superRefine((lines, context) => {
      const seen = new Set<string>();
      for (const [place, { orderItemId }] of lines.entries()) {
        const path = [place, 'orderItemId'];
        if (seen.has(orderItemId)) context.addIssue({ code: 'custom', path, message: sentences.itemTwice });
        seen.add(orderItemId);
      }
    })
    .nullish(),
  /** Pays the delivery fee back too. */
  refundShipping: z.boolean({ error: 'Must be true or false.' }).nullish(),
});
export type RefundBody = z.output<typeof refundBody>;

/**
 * `pending`: the provider has not answered yet; it is asked again by itself. `failed`: it refused, or the money came back after
 * it had been paid; retry or withdraw. Both hold their amount. `done`: paid. `withdrawn`: given up, nothing was paid.
 */
export const refundStates = ['pending', 'failed', 'done', 'withdrawn'] as const;
export type RefundState = (typeof refundStates)[number];

const refund = z.object({
  id: uuid,
  orderId: uuid,
  state: z.enum(refundStates),
  /** Why it is not done: a sentence; null where it is. */
  message: z.string().nullable(),
  amount: money,
  /** The GST in it; null until it is done. */
  gst: money.nullable(),
  /** The delivery fee in it. */
  shippingFee: money,
  reason: z.string(),
  createdDate: z.iso.datetime(),
  createdBy: z.string(),
  settledDate: z.iso.datetime().nullable(),
  /** When money that had been paid came back; null where none did, and once it is tried again. */
  cameBackDate: z.iso.datetime().nullable(),
  lines: z.array(
    z.object({
      orderItemId: uuid,
      productName: z.string(),
      productCode: z.string(),
      variation: z.string(),
      quantity: z.int(),
      restock: z.boolean(),
      /** What the units came to, net of discount. */
      amount: money,
    }),
  ),
  adjustmentNoteId: uuid.nullable(),
  /** `ADJ-100001`; null until it is done, and where nothing was paid. */
  adjustmentNoteNumber: z.string().nullable(),
  /** All notes that were issued for it, the oldest first: one that came back has one that cancels the first. */
  notes: z.array(z.object({ id: uuid, number: z.string(), cancels: z.string().nullable() })),
});
export type Refund = z.output<typeof refund>;

const ofOrder = z.object({ orderId: uuid });
const ofRefund = z.object({ orderId: uuid, refundId: uuid });

export const refundOrder = endpoint('POST', '/v1/manage-orders/{orderId}/refund', {
  access: 'ManageCartOrders',
  summary:
    'Pays back through the provider. The same Idempotency-Key and body are one refund (201 first, 200 afterwards); ' +
    'another body with it is 409. `state` tells whether it was paid. The order turns Refunded at the full sum.',
  params: ofOrder,
  body: refundBody,
  reply: refund,
});

export const listRefunds = endpoint('GET', '/v1/manage-orders/{orderId}/refunds', {
  access: 'ManageCartOrders',
  summary: 'The refunds of an order, the oldest first.',
  params: ofOrder,
  reply: z.array(refund),
});

export const readRefundable = endpoint('GET', '/v1/manage-orders/{orderId}/refundable', {
  access: 'ManageCartOrders',
  summary: 'What of an order can still be refunded, as a whole and by line.',
  params: ofOrder,
  reply: z.object({
    amountPaid: money,
    amountRefunded: money,
    /** Held by refunds that are pending or failed. */
    amountHeld: money,
    /** What can still be refunded now. */
    amount: money,
    /** The delivery fee, 0 once it was refunded. */
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
        /** Units that came back to the shelf or were written off. */
        returned: z.int(),
        /** What the line came to, net of discount, and what of it was refunded or is held; see `shareOfUnits`. */
        total: money,
        refunded: money,
      }),
    ),
  }),
});

export const retryRefund = endpoint('POST', '/v1/manage-orders/{orderId}/refunds/{refundId}/retry', {
  access: 'ManageCartOrders',
  summary: 'Asks the provider again to pay a refund that failed or was not answered. One that is done stays as it is.',
  params: ofRefund,
  reply: refund,
});

export const withdrawRefund = endpoint('POST', '/v1/manage-orders/{orderId}/refunds/{refundId}/withdraw', {
  access: 'ManageCartOrders',
  summary: 'Gives up a refund that was not paid. 409 where it was, or where nobody knows yet.',
  params: ofRefund,
  reply: refund,
});

export const downloadAdjustmentNote = endpoint('GET', '/v1/shopping-cart/adjustmentNote/{adjustmentNoteId}/download', {
  access: 'visitor',
  summary: "A refund's adjustment note as PDF, for the order's owner, with the signed key, or with ManageCartOrders.",
  download: ['pdf'],
  params: z.object({ adjustmentNoteId: uuid }),
  query: z.object({ key: z.string().max(200).optional() }),
});
