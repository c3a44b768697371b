import { z } from 'zod';
import { listFormat } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, money, paging, uuid, wholeNumber } from '#lib/api/wire.ts';

export const ledgerSentences = { load: 'Unable to load the stock movements.' };

/** The names of the directions in the specification (section 5). */
export const directionNames = ['Add', 'Remove - Customer', 'Remove'] as const;
export const directionName = (direction: number): string => directionNames[direction] ?? '';

const movement = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  direction: z.int(),
  quantity: z.int().meta({ description: 'Always positive; the direction says whether units were added or removed.' }),
  onHandAfter: z.int().meta({ description: 'Stock on hand after the movement.' }),
  reason: z.string(),
  purchasePrice: money.nullable().meta({ description: 'The purchase price of one unit, for added units.' }),
  by: z.string().meta({ description: 'Empty for movements by the system and by customers.' }),
  orderId: z.string().nullable(),
  orderNumber: z.string(),
});
export type Movement = z.output<typeof movement>;
export type MovementOnPage = z.input<typeof movement>;

const filters = {
  direction: wholeNumber(0, 2).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
};
export type LedgerFilter = z.output<z.ZodObject<typeof filters>>;

const params = z.object({ id: uuid });

export const listMovements = endpoint('GET', '/v1/manage-product-stocks/items/{id}/movements', {
  access: 'ManageCartStock',
  summary: "An item's movements, newest first, each with the stock on hand after it.",
  params,
  query: paging.extend(filters),
  reply: z.array(movement),
});

export const downloadMovements = endpoint('GET', '/v1/manage-product-stocks/items/{id}/movements/download', {
  access: 'ManageCartStock',
  summary: "An item's movements as a file.",
  download: ['csv', 'xlsx'],
  params,
  query: z.object({ ...filters, format: listFormat.default('xlsx') }),
});
