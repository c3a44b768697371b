import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, uuid } from '#lib/api/wire.ts';

/** Sentences on the page on which a buyer follows an order. */
export const trackSentences = {
  invalid: 'This link is not valid, or it has expired.',
  failed: 'Unable to load the deliveries. Please try again in a moment.',
  noPhoto: 'There is no photo of this delivery.',
} as const;

const line = z.object({ productName: z.string(), variation: z.string(), quantity: z.int() });

const instant = z.iso.datetime().nullable();

const trackedDelivery = z.object({
  id: uuid,
  number: z.int(),
  state: z.enum(['packing', 'dispatched', 'delivered', 'failed']),
  carrier: z.string(),
  consignmentNumber: z.string(),
  plannedDay: day.nullable(),
  dispatchedAt: instant,
  deliveredAt: instant,
  receivedBy: z.string(),
  failedAt: instant,
  failure: z.string(),
  photo: z.string().nullable().meta({ description: 'Path of the photo; null without one.' }),
  lines: z.array(line),
});

const tracking = z.object({
  orderNumber: z.string(),
  orderDate: z.iso.datetime(),
  /** Cancelled or Refunded; null otherwise. */
  ended: z.string().nullable(),
  destination: z.string().meta({ description: 'Site and suburb, without the street.' }),
  deliveries: z.array(trackedDelivery),
  backOrders: z.array(line.extend({ expectedDay: day.nullable() })),
  waiting: z.array(line).meta({ description: 'What is to be packed, while there is no delivery.' }),
});
export type Tracking = z.output<typeof tracking>;

const token = z.string().max(200);

export const readTracking = endpoint('POST', '/v1/order-tracking/read', {
  access: 'public',
  summary:
    'What has been packed, sent and delivered of an order, and what is on back order, for holders of the link. Without ' +
    'prices, e-mail addresses and phone numbers.',
  staysOpen: true,
  body: z.object({ token }),
  status: 200,
  reply: tracking,
});

export const trackedPhoto = endpoint('GET', '/v1/order-tracking/{deliveryId}/photo', {
  access: 'public',
  summary: 'The photo of a delivery, for holders of the link of the order.',
  params: z.object({ deliveryId: uuid }),
  query: z.object({ token }),
  download: ['webp'],
});
