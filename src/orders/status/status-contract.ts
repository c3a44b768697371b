import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { knownVersion, uuid } from '#lib/api/wire.ts';
import { orderDetail, orderStatuses } from '../contract.ts';

/** What an administrator reads who changes the status of an order (specification of the shop, section 5). */
export const sentences = {
  required: 'Order status is required.',
  unknown: 'Not a valid order status.',
  notFound: 'This order no longer exists.',
  byRefundOnly: 'An order becomes Refunded by refunding everything that was paid.',
  refunded: 'A refunded order keeps its status.',
  reopenRefunded: 'This order can not be opened again, because something of it was refunded.',
  reopenRefunding: 'This order can not be opened again while a refund is under way.',
  promoUsed: (code: string) => `The promo code ${code} has been used by another order.`,
  promoUsedNow: "The order's promo code has been used by another order.",
  /** `Spruce Floor Cleaner (5 L): 3 are needed, 1 is in stock.` */
  tooFew: (item: string, needed: number, onHand: number) =>
    `${item}: ${needed} ${needed === 1 ? 'is' : 'are'} needed, ${onHand} ${onHand === 1 ? 'is' : 'are'} in stock.`,
} as const;

/** Statuses that an administrator may choose; Refunded is reached by a refund alone. */
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
    'Changes the status of a paid order. To Cancelled (2) goods not yet returned go back and the promo is freed; back ' +
    'from it both are taken again, or it is 409 with a fault for each item that is short. The same status again ' +
    'changes nothing.',
  body: z.object({
    orderId: uuid,
    orderStatus,
    version: knownVersion,
    /** Writes to the buyer about the new status. */
    notify: z.boolean().nullish(),
  }),
  reply: orderDetail,
});

const statusEvent = z.object({
  id: uuid,
  at: z.iso.datetime(),
  /** Null for what happens by itself. */
  byId: uuid.nullable(),
  by: z.string(),
  fromStatus: z.int(),
  fromStatusValue: z.string(),
  toStatus: z.int(),
  toStatusValue: z.string(),
  /** What happened, where a status alone does not say it: a refund that came back. The status may then be the same. */
  note: z.string().nullable(),
});
export type StatusEvent = z.output<typeof statusEvent>;

export const listStatusEvents = endpoint('GET', '/v1/manage-orders/{orderId}/status-events', {
  access: 'ManageCartOrders',
  summary: 'Who changed the status of an order, when, from what and to what; the oldest first.',
  params: z.object({ orderId: uuid }),
  reply: z.array(statusEvent),
});
