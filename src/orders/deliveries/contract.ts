import { z } from 'zod';
import { someOf, wholeWithin } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, day, optionalText, uuid } from '#lib/api/wire.ts';

/** Sentences about deliveries. */
export const sentences = {
  loadFailed: 'Unable to load the deliveries.',
  saveFailed: 'Unable to save the delivery.',
  gone: 'This delivery no longer exists.',
  noLines: 'Enter a quantity for at least one item.',
  quantity: 'Must be a whole number from 1 to 9,999.',
  unknownLine: 'This item is not part of the order.',
  lineTwice: 'This item is listed twice.',
  /** `Only 3 units of Floor Cleaner are left to deliver.` */
  tooMany: (item: string, left: number) =>
    left === 0
      ? `No units of ${item} are left to deliver.`
      : `Only ${left} ${left === 1 ? 'unit' : 'units'} of ${item} ${left === 1 ? 'is' : 'are'} left to deliver.`,
  pickup: 'This order is picked up, so it has no deliveries.',
  ended: (status: string) => `This order is ${status.toLowerCase()}, so nothing more is delivered.`,
  hasProof: 'This delivery has a photo or signature, so it stays delivered.',
  alreadyPacked: 'This delivery has left, so its items cannot be changed.',
  notPossible: (state: string) => `This delivery is ${state}.`,
  reasonMissing: 'Reason is required.',
  carrierLong: 'Carrier is too long.',
  numberLong: 'Consignment number is too long.',
  nameLong: 'Name is too long.',
  reasonLong: 'Reason is too long.',
  notDate: 'Must be a date.',
  pastDay: 'Must be today or later.',
} as const;

/** The states of a delivery, in words for staff; `packing` is also what buyers see as being packed. */
export const stateNames = {
  packing: 'Being packed',
  dispatched: 'On its way',
  delivered: 'Delivered',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
} as const;
export type DeliveryState = keyof typeof stateNames;
const states = Object.keys(stateNames) as DeliveryState[]; // the keys of the literal above

/** From which states a delivery gets into each state. */
export const formerStates: Record<DeliveryState, readonly DeliveryState[]> = {
  packing: ['cancelled'],
  dispatched: ['packing', 'failed', 'delivered'],
  delivered: ['packing', 'dispatched', 'failed'],
  failed: ['dispatched'],
  cancelled: ['packing', 'failed'],
};

const item = { orderItemId: uuid, productName: z.string(), variation: z.string(), productCode: z.string() };

const deliveryLine = z.object({ ...item, quantity: z.int() });
export type DeliveryLine = z.output<typeof deliveryLine>;

const instant = z.iso.datetime().nullable();

const delivery = z.object({
  id: uuid,
  number: z.int().meta({ description: '1 and up within the order.' }),
  state: z.enum(states),
  carrier: z.string(),
  consignmentNumber: z.string(),
  plannedDay: day.nullable(),
  dispatchedAt: instant,
  deliveredAt: instant,
  receivedBy: z.string(),
  hasPhoto: z.boolean(),
  hasSignature: z.boolean(),
  failedAt: instant,
  failure: z.string().meta({ description: 'Why the last attempt failed.' }),
  lines: z.array(deliveryLine),
  version: z.int(),
});
export type Delivery = z.output<typeof delivery>;

const openLine = z.object({
  ...item,
  ordered: z.int().meta({ description: 'Without units that were refunded or returned.' }),
  left: z.int().meta({ description: 'Units that are in no delivery yet.' }),
  expectedDay: day.nullable().meta({ description: 'When the rest is expected.' }),
});
export type OpenLine = z.output<typeof openLine>;

const managedDelivery = delivery.extend({
  driverUrl: z.string().nullable().meta({ description: "The driver's page; null if there is nothing to record." }),
});
export type ManagedDelivery = z.output<typeof managedDelivery>;

const orderDeliveries = z.object({
  deliveries: z.array(managedDelivery),
  lines: z.array(openLine),
  trackingUrl: z.string().meta({ description: 'The page for the buyer and anybody else who has its link.' }),
});
export type OrderDeliveries = z.output<typeof orderDeliveries>;

const ofOrder = z.object({ orderId: uuid });
const ofDelivery = z.object({ orderId: uuid, deliveryId: uuid });
const path = '/v1/manage-orders/{orderId}/deliveries';

export const longestReason = 300;
export const carrierText = optionalText({ max: 60, long: sentences.carrierLong });
export const consignmentText = optionalText({ max: 60, long: sentences.numberLong });

const details = {
  lines: someOf(
    z.object({ orderItemId: uuid, quantity: wholeWithin(1, 9_999, sentences.quantity) }),
    sentences.noLines,
    1_000,
  ),
  carrier: carrierText,
  consignmentNumber: consignmentText,
  plannedDay: day.nullish(),
};

/** What the form of a delivery sends. */
export const deliveryBody = z.object({ ...details, version: baseVersion });

export const readDeliveries = endpoint('GET', path, {
  access: 'ManageCartOrders',
  summary: 'The deliveries of an order, and what of its lines is left to deliver.',
  params: ofOrder,
  reply: orderDeliveries,
});

export const saveDelivery = endpoint('PUT', `${path}/{deliveryId}`, {
  access: 'ManageCartOrders',
  summary:
    'Makes a delivery of some lines of an order, under an id of the caller, or changes one that has not left. Never more ' +
    'than was ordered, less what was refunded or returned (409). The first delivery of a new order begins its picking.',
  params: ofDelivery,
  body: deliveryBody,
  reply: orderDeliveries,
});

export const stateBody = z.object({
  state: z.enum(states, { error: `Must be ${states.join(', ')}.` }),
  receivedBy: optionalText({ max: 100, long: sentences.nameLong }),
  failure: optionalText({ max: longestReason, long: sentences.reasonLong }),
  version: baseVersion,
});

export const changeDeliveryState = endpoint('PATCH', `${path}/{deliveryId}/state`, {
  access: 'ManageCartOrders',
  summary:
    'Dispatches a delivery (with a mail to the buyer), records that it was delivered or not, cancels it, or takes that back ' +
    '(not with a photo or signature). ' +
    'Once everything has left, the order is Completed.',
  params: ofDelivery,
  body: stateBody,
  reply: orderDeliveries,
});

export const setExpectedDays = endpoint('PUT', '/v1/manage-orders/{orderId}/back-orders', {
  access: 'ManageCartOrders',
  summary:
    'Says when what is left of lines is expected, and mails the buyer once about what has changed. `was` is the day as it ' +
    'was read; 409 if somebody else has changed it.',
  params: ofOrder,
  body: z.object({
    lines: z.array(z.object({ orderItemId: uuid, expectedDay: day.nullable(), was: day.nullable() })).max(1_000),
  }),
  reply: orderDeliveries,
});

export const readProof = endpoint('GET', `${path}/{deliveryId}/proof/{picture}`, {
  access: 'ManageCartOrders',
  summary: 'The photo or the signature of a delivery.',
  params: ofDelivery.extend({ picture: z.enum(['photo', 'signature'], { error: 'Must be photo or signature.' }) }),
  download: ['webp'],
});

export const renewDriverLink = endpoint('POST', `${path}/{deliveryId}/driver-link`, {
  access: 'ManageCartOrders',
  summary: "Replaces the link of the driver's page; the former link no longer works.",
  params: ofDelivery,
  status: 200,
  reply: orderDeliveries,
});
