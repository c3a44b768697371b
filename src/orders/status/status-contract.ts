import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, uuid } from '#lib/api/wire.ts';
import { orderDetail, orderStatuses } from '../contract.ts';

/** Sentences for administrators who change an order's status (specification of the shop, section 5). */
export const sentences = {
  required: 'Order status is required.',
  unknown: 'Not a valid order status.',
  notFound: 'This order no longer exists.',
  byRefundOnly: 'To make an order Refunded, refund everything that was paid.',
  refunded: 'The status of a refunded order cannot be changed.',
  reopenRefunded: 'This order cannot be reopened, because part of it has been refunded.',
  reopenRefunding: 'This order cannot be reopened while a refund is in progress.',
  promoUsed: (code: string) => `The promo code ${code} has been used by another order.`,
  promoUsedNow: "The order's promo code has been used by another order.",
  /** `Floor Cleaner (5 L): 3 are needed, 1 is in stock.` */
  tooFew: (item: string, needed: number, onHand: number) =>
    `${item}: ${needed} ${needed === 1 ? 'is' : 'are'} needed, ${onHand} ${onHand === 1 ? 'is' : 'are'} in stock.`,
} as const;

/** Statuses that an administrator may choose; only a refund sets Refunded. */
export const choosableStatuses = [
  orderStatuses.newOrder,
  orderStatuses.picking,
  orderStatuses.completed,
  orderStatuses.cancelled,
] as const;

const known: readonly number[] = Object.values(orderStatuses).map(({ value }) => value);
const orderStatus = z
  .int({ error: ({ input }) => (input === undefined || input === null ? sentences.required : sentences.unknown) })
  .refine((value) => known.includes(value), { error: sentences.unknown });

export const changeStatus = endpoint('PATCH', '/v1/manage-orders/change-status', {
  access: 'ManageCartOrders',
  summary:
    'Changes the status of a paid order. Cancelled (2) returns the goods and releases the promo; leaving Cancelled ' +
    'takes both again, or returns 409 with a fault for each item with too little stock. Setting the current status ' +
    'changes nothing.',
  body: z.object({
    orderId: uuid,
    orderStatus,
    version: baseVersion,
    /** Mails the buyer about the new status. */
    notify: z.boolean().nullish(),
  }),
  reply: orderDetail,
});

const statusEvent = z.object({
  id: uuid,
  at: z.iso.datetime(),
  /** Null for automatic changes. */
  byId: uuid.nullable(),
  by: z.string(),
  fromStatus: z.int(),
  fromStatusValue: z.string(),
  toStatus: z.int(),
  toStatusValue: z.string(),
  /** What happened, if the status alone does not say it: a refund came back. */
  note: z.string().nullable(),
});
export type StatusEvent = z.output<typeof statusEvent>;

export const listStatusEvents = endpoint('GET', '/v1/manage-orders/{orderId}/status-events', {
  access: 'ManageCartOrders',
  summary: 'The status changes of an order, oldest first.',
  params: z.object({ orderId: uuid }),
  reply: z.array(statusEvent),
});
