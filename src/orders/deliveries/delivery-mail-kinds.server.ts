import type { Day } from '#lib/day.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';

/** Tells the buyer that a delivery is on its way. */
export const dispatchMail = mailKind<{ orderId: string; deliveryId: string }>('delivery-dispatched', {
  area: 'orders',
  subjectOf: ({ orderId }) => orderId,
});

/** Tells the buyer when what is left is expected; the days as they were changed. */
export const backOrderMail = mailKind<{
  orderId: string;
  lines: { orderItemId: string; expectedDay: Day | null; was: Day | null }[];
}>('back-order-changed', { area: 'orders', subjectOf: ({ orderId }) => orderId });
