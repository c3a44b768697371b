import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, uuid } from '#lib/api/wire.ts';
import { productParams, productsFilter } from '../contract.ts';

/** The highest number of products in one change; larger changes would block other users for too long. */
export const mostAtOnce = 10_000;

export const bulkSentences = {
  none: 'Select at least one product.',
  tooMany: 'At most 10,000 products can be changed at once. Narrow the list.',
  undone: 'This has already been undone.',
  noUndo: 'This can no longer be undone.',
  failed: 'Unable to change the products.',
};

const bodyLimit = 1024 * 1024;

const selectionShape = {
  ids: z.array(uuid).min(1, { error: bulkSentences.none }).max(mostAtOnce, { error: bulkSentences.tooMany }).optional(),
  all: z.strictObject(productsFilter.shape, { error: 'Unknown filter.' }).optional(), // a misspelt filter must not select all products
};

/** Products selected by id, or all that match the list's filter. */
export interface SelectedProducts {
  ids?: string[] | undefined;
  all?: z.output<typeof productsFilter> | undefined;
}

const isSelection = ({ ids, all }: SelectedProducts): boolean => (ids === undefined) !== (all === undefined);
const selectionFault = { path: ['ids'], error: bulkSentences.none };

const bulkResult = z.object({
  changed: z.int(),
  undoId: uuid.nullable().meta({ description: 'The id that undoes this change; null if nothing changed.' }),
});
export type BulkResult = z.output<typeof bulkResult>;

const bulkChange = z
  .object({
    action: z.enum(['activate', 'deactivate', 'archive', 'restore'], {
      error: 'Must be activate, deactivate, archive or restore.',
    }),
    ...selectionShape,
  })
  .refine(isSelection, selectionFault);
export type BulkChange = z.output<typeof bulkChange>;

export const changeProducts = endpoint('POST', '/v1/manage-products/bulk', {
  access: 'ManageCartProducts',
  summary: 'Displays the selected products online, or hides, archives or restores them: all of them or none.',
  body: bulkChange,
  reply: bulkResult,
  bodyLimit,
});

const signedAmount = z.number({ error: 'Enter a number.' }).refine((value) => Math.round(value * 100) / 100 === value, {
  error: 'Enter at most two decimal places.',
});

const priceChange = {
  kind: z.enum(['percent', 'amount'], { error: 'Choose a percentage or an amount.' }),
  by: signedAmount
    .min(-1_000_000, { error: 'The value is too large.' })
    .max(1_000_000, { error: 'The value is too large.' })
    .meta({ description: 'Per cent or dollars; a negative number lowers prices.' }),
  ending: z.enum(['cent', '95', '99'], { error: 'Choose how to round the new prices.' }).default('cent'),
};

const priceBody = z.object({ ...priceChange, ...selectionShape }).refine(isSelection, selectionFault);
export type PriceBody = z.output<typeof priceBody>;

const priceRow = z.object({
  itemId: uuid,
  productId: uuid,
  productName: z.string(),
  value: z.string(),
  productCode: z.string(),
  oldPrice: money,
  newPrice: money.nullable().meta({ description: 'Null if the price would be 0 or less, or too high.' }),
});
export type PriceRow = z.output<typeof priceRow>;

export const previewPrices = endpoint('POST', '/v1/manage-products/price-change/preview', {
  access: 'ManageCartProducts',
  staysOpen: true,
  summary: 'Previews a price change: the first 200 changed prices and how many there are. Nothing is written.',
  body: priceBody,
  reply: z.object({ rows: z.array(priceRow), total: z.int(), impossible: z.int() }),
  status: 200,
  bodyLimit,
});

export const changePrices = endpoint('POST', '/v1/manage-products/price-change', {
  access: 'ManageCartProducts',
  summary: 'Changes the prices of all items of the selected products, or none if one price would be impossible.',
  body: priceBody,
  reply: bulkResult,
  status: 200,
  bodyLimit,
});

export const undoProducts = endpoint('POST', '/v1/manage-products/undo/{id}', {
  access: 'ManageCartProducts',
  summary: 'Undoes a change of many products, except for those that have changed again since.',
  params: productParams,
  reply: z.object({ changed: z.int(), left: z.int() }),
});

export const duplicateProduct = endpoint('POST', '/v1/manage-products/{id}/duplicate', {
  access: 'ManageCartProducts',
  summary: 'Copies a product without its codes and stock; shoppers do not see the copy.',
  params: productParams,
  reply: z.object({ id: uuid, productUrl: z.string(), version: z.int() }),
  status: 201,
});
