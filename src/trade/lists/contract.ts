import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled, listFormat, wholeWithin } from '#lib/api/input-shapes.ts';
import { baseVersion, day, optionalText, uuid } from '#lib/api/wire.ts';
import { largestFile, mostItems, listSentences as sentences } from './sentences.ts';

const access = 'member';
const ofSite = z.object({ siteId: uuid });
const ofList = z.object({ siteId: uuid, listId: uuid });

/** An item as a site's buyer sees it. */
export const orderItem = z.object({
  itemId: z.string(),
  productId: z.string(),
  variationItemId: z.string().nullable().meta({ description: 'As in a cart: null for a product without variations.' }),
  name: z.string(),
  code: z.string(),
  image: z.string(),
  url: z.string(),
  isSold: z.boolean(),
  isOutOfStock: z.boolean(),
  carton: z.int().meta({ description: "Units of a carton by the account's price list; 1 for none." }),
});
export type OrderItem = z.output<typeof orderItem>;

const lastOrdered = z.object({ quantity: z.int(), day }).nullable().meta({ description: 'By this site.' });

const listItem = orderItem.extend({
  par: z.int().nullable(),
  multiple: z.int().meta({ description: 'Units in a carton; 1 for single units.' }),
  note: z.string(),
  last: lastOrdered,
});
export type ListItem = z.output<typeof listItem>;

const orderList = z.object({ id: z.string(), name: z.string(), version: z.int(), items: z.array(listItem) });
export type OrderList = z.output<typeof orderList>;

const itemInput = z.object({
  itemId: uuid,
  par: wholeWithin(1, 999, sentences.par).nullable(),
  multiple: wholeWithin(1, 999, sentences.carton),
  note: optionalText({ max: 200, long: 'A note must not exceed 200 characters.' }),
});
export type ItemInput = z.output<typeof itemInput>;

const listName = labelled('List name', 2, 60);
const listInput = z.object({
  name: listName,
  items: z.array(itemInput).max(mostItems, { error: sentences.tooManyItems }),
});
export type ListInput = z.output<typeof listInput>;

export const listOrderLists = endpoint('GET', '/v1/trade/sites/{siteId}/lists', {
  access,
  summary: 'The order lists of a site with their items; needs the permission Order.',
  params: ofSite,
  reply: z.array(orderList),
});

export const addOrderList = endpoint('POST', '/v1/trade/sites/{siteId}/lists', {
  access,
  summary: 'Adds an order list to a site; needs the permission ManageLists.',
  params: ofSite,
  body: listInput,
  reply: orderList,
  status: 201,
});

export const saveOrderList = endpoint('PUT', '/v1/trade/sites/{siteId}/lists/{listId}', {
  access,
  summary: 'Replaces name and items of a list, in the given order; returns 409 for an outdated version.',
  params: ofList,
  body: listInput.extend({ version: baseVersion }),
  reply: orderList,
});

export const archiveOrderList = endpoint('DELETE', '/v1/trade/sites/{siteId}/lists/{listId}', {
  access,
  summary: 'Archives a list; it can be restored.',
  params: ofList,
});

export const restoreOrderList = endpoint('POST', '/v1/trade/sites/{siteId}/lists/{listId}/restore', {
  access,
  summary: 'Restores an archived list.',
  params: ofList,
  reply: orderList,
});

export const copyOrderList = endpoint('POST', '/v1/trade/sites/{siteId}/lists/{listId}/copy', {
  access,
  summary: 'Copies a list to another site of the account, or to the same one under another name.',
  params: ofList,
  body: z.object({ siteId: uuid, name: listName }),
  reply: orderList,
  status: 201,
});

export const exportOrderList = endpoint('GET', '/v1/trade/sites/{siteId}/lists/{listId}/file', {
  access,
  summary: 'A list as a file.',
  params: ofList,
  query: z.object({ format: listFormat }),
  download: ['csv', 'xlsx'],
});

export const suggestFromOrders = endpoint('GET', '/v1/trade/sites/{siteId}/ordered-items', {
  access,
  summary:
    'What the site has ordered in the last twelve months, the most ordered first, with the median quantity of an order.',
  params: ofSite,
  reply: z.array(
    orderItem.extend({ orders: z.int(), median: z.int().meta({ description: 'Rounded up.' }), last: lastOrdered }),
  ),
});

export const findOrderItems = endpoint('GET', '/v1/trade/sites/{siteId}/items', {
  access,
  summary: 'Up to eight items that are sold, by the beginning of their code or by words of their name.',
  params: ofSite,
  query: z.object({ search: z.string().max(200) }),
  reply: z.array(orderItem),
  rate: 'typing',
});

const codeLine = z.object({
  line: z.int().meta({ description: 'The number of the pasted line, or of the row in the file.' }),
  text: z.string(),
  typed: z
    .object({ code: z.string(), quantity: z.string() })
    .meta({ description: 'The code and the quantity of the line as they were typed, by its likeliest reading.' }),
  state: z.enum(['matched', 'notSold', 'ambiguous', 'unmatched', 'faulty']),
  message: z.string().meta({ description: 'Why the line is not matched.' }),
  item: orderItem.nullable(),
  quantity: z.int().nullable(),
  multiple: z.int().nullable(),
  note: z.string(),
  suggestions: z
    .array(orderItem)
    .meta({ description: 'For a line that is not matched: items with a similar code or name.' }),
});
export type CheckedLine = z.output<typeof codeLine>;

export const checkCodes = endpoint('POST', '/v1/trade/sites/{siteId}/items/check', {
  access,
  staysOpen: true,
  summary: 'Finds the items of pasted lines, of codes, or of a CSV or Excel file. Nothing is stored.',
  params: ofSite,
  body: z.object({
    text: z.string().max(50_000, { error: sentences.tooManyLines }).optional(),
    file: z.string().optional().meta({ description: 'A data URL, instead of the text.' }),
    codes: z
      .array(z.string().max(200, { error: sentences.noCode }))
      .max(mostItems, { error: sentences.tooManyLines })
      .optional()
      .meta({ description: 'Codes without quantities, instead of the text.' }),
  }),
  reply: z.array(codeLine),
  bodyLimit: largestFile * 2,
});
