import { z } from 'zod';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, uuid } from '#lib/api/wire.ts';
import { maxOrdersPerDocument } from '../contract.ts';

/** Sentences on the page of deliveries to pack. */
export const packingSentences = {
  loadFailed: 'Unable to load the deliveries to pack.',
  empty: 'There is nothing to pack.',
  emptyDay: 'There is nothing to pack on this day.',
  cut: 'Only the first 500 deliveries are listed. Choose a day to see the others.',
  none: 'Select at least one delivery.',
  tooMany: `At most ${maxOrdersPerDocument} deliveries fit in one document. Choose a day first.`,
  noDay: 'Must be a date, none or all.',
} as const;

const parcel = z.object({
  id: uuid,
  orderId: uuid,
  orderNumber: z.string(),
  number: z.int(),
  plannedDay: day.nullable(),
  carrier: z.string(),
  poNumber: z.string(),
  version: z.int(),
  lines: z.array(
    z.object({ productName: z.string(), variation: z.string(), productCode: z.string(), quantity: z.int() }),
  ),
});

const packing = z.object({
  days: z.array(z.object({ day: day.nullable(), deliveries: z.int() })).meta({
    description: 'The days on which something is planned, and null for what has no day.',
  }),
  sites: z.array(
    z.object({
      key: z.string(),
      accountName: z.string().meta({ description: "'' for the order of a person." }),
      name: z.string().meta({ description: 'The site, or the person.' }),
      address: z.string(),
      instructions: z.string(),
      deliveries: z.array(parcel),
    }),
  ),
  isCut: z.boolean().meta({ description: 'Whether more deliveries wait than the 500 that are listed.' }),
});
export type Packing = z.output<typeof packing>;

export const readPacking = endpoint('GET', '/v1/manage-orders/packing', {
  access: 'ManageCartOrders',
  summary: 'The deliveries that are to be packed, by site: of a day, of no day, or all.',
  query: z.object({
    day: z.union([day, z.enum(['none', 'all'])], { error: packingSentences.noDay }).default('all'),
  }),
  reply: packing,
});

/** In a parsed query string, a single id is a string and several are an array of strings. */
const idsOfQuery = z.preprocess(
  (value) => (value === undefined ? value : [value].flat()),
  someOf(uuid, packingSentences.none, maxOrdersPerDocument, packingSentences.tooMany),
);

export const deliverySlips = endpoint('GET', '/v1/manage-orders/delivery-slips', {
  access: 'ManageCartOrders',
  summary: 'The packing slips of deliveries as one PDF, each on a page of its own, with what follows on back order.',
  download: ['pdf'],
  query: z.object({ deliveryId: idsOfQuery }),
});
