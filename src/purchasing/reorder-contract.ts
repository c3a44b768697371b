import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { wholeWithin } from '#lib/api/input-shapes.ts';
import { baseVersion, money, uuid } from '#lib/api/wire.ts';

/** Suggestions are based on the sales in this many days. */
export const salesDays = 90;

export const termsShape = z.object({
  leadDays: wholeWithin(0, 365),
  coverDays: wholeWithin(1, 365),
  version: baseVersion,
});

const terms = z.object({ leadDays: z.int(), coverDays: z.int(), version: z.int() });
export type Terms = z.output<typeof terms>;

const suggestion = z.object({
  itemId: z.string(),
  productId: z.string(),
  name: z.string(),
  variation: z.string(),
  code: z.string(),
  onHand: z.int(),
  lowAt: z.int().meta({ description: 'The item is low when this many units or fewer are on hand.' }),
  isLow: z.boolean(),
  due: z.int().meta({ description: 'Units ordered and not yet received.' }),
  sold: z.int().meta({ description: `Units sold in the last ${salesDays} days, less returns.` }),
  perDay: z.number(),
  suggested: z
    .int()
    .meta({ description: 'Units for the lead time and the days of cover, less units on hand and on order.' }),
  purchasePrice: money.meta({ description: "The item's average purchase price per unit." }),
});
export type Suggestion = z.output<typeof suggestion>;
export type SuggestionOnPage = z.input<typeof suggestion>;

export const listPurchaseSuppliers = endpoint('GET', '/v1/purchasing/suppliers', {
  access: ['ManageCartStock', 'ViewReports'],
  summary: 'The names of all suppliers, to choose from.',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listLowSuppliers = endpoint('GET', '/v1/purchasing/low', {
  access: 'ManageCartStock',
  summary:
    'Up to 50 suppliers of items that are low, those with the most such items first. Only the 10,000 low items with the least stock are considered.',
  reply: z.array(z.object({ id: z.string(), name: z.string(), items: z.int() })),
});

export const readReorder = endpoint('GET', '/v1/purchasing/suppliers/{supplierId}/reorder', {
  access: 'ManageCartStock',
  summary:
    'Order suggestions for a supplier: every item with its sales per day, stock and suggested quantity, the largest suggestion first.',
  params: z.object({ supplierId: uuid }),
  reply: z.object({ supplier: z.string(), terms, items: z.array(suggestion) }),
});

export const updateTerms = endpoint('PUT', '/v1/purchasing/suppliers/{supplierId}/terms', {
  access: 'ManageCartStock',
  summary:
    "Sets a supplier's lead time and the number of days that an order should last; returns 409 for an outdated version.",
  params: z.object({ supplierId: uuid }),
  body: termsShape,
  reply: terms,
});

const orderableItem = z.object({
  itemId: z.string(),
  name: z.string(),
  variation: z.string(),
  code: z.string(),
  purchasePrice: money.meta({ description: "The item's average purchase price per unit." }),
});
export type OrderableItemOnPage = z.input<typeof orderableItem>;

export const findPurchaseItems = endpoint('GET', '/v1/purchasing/suppliers/{supplierId}/items', {
  access: 'ManageCartStock',
  summary: 'Up to 20 items of a supplier that have the searched words in name, variation or code.',
  params: z.object({ supplierId: uuid }),
  query: z.object({ search: z.string().max(200).optional() }),
  reply: z.array(orderableItem),
});
