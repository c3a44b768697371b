import { z } from 'zod';
import { labelled, listFormat, trueFalse, wholeWithin } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, money, moneyOf, tableQuery, uuid } from '#lib/api/wire.ts';
import { codeRule } from '#catalogue/products/contract.ts';
import { mostUnits, stockMovement } from '#catalogue/products/variations/stock-movement-contract.ts';

export const stockSentences = {
  load: 'Unable to load the product stocks.',
  update: 'Unable to update the product details.',
  move: 'Unable to update the product stocks.',
  download: 'Unable to download the file.',
  updated: 'You have successfully updated the product item.',
  moved: 'You have successfully updated the item.',
  exported: 'Product stocks data has been successfully exported.',
  itemGone: 'This item no longer exists.',
};

/** The threshold of items that have none of their own; also part of the generated column `is_low`. */
export const usuallyLowAt = 5;

/** An item of a product that is not archived. */
export const stockRow = z.object({
  id: uuid,
  productId: uuid,
  productVariationItemId: uuid.nullable().meta({ description: 'Null for a product without variations.' }),
  productName: z.string(),
  variation: z.string().meta({ description: 'Like `Small / Blue`, empty for a product without variations.' }),
  productCode: z.string(),
  sellingPrice: money.nullable(),
  stockOnHand: z.int(),
  supplierId: uuid.nullable(),
  supplier: z.string(),
  lowStockAt: z
    .int()
    .nullable()
    .meta({ description: `The item's own threshold; without one it is ${usuallyLowAt}.` }),
  isLow: z.boolean().meta({
    description: 'Whether stock on hand is at or below the threshold; false for items that are sold without stock.',
  }),
  isOutOfStock: z.boolean(),
  image: z.string().nullable(),
  version: z.int().meta({ description: 'The version of the product.' }),
});
export type StockRow = z.output<typeof stockRow>;
/** The row as sent to the browser, with money in dollars. */
export type StockRowOnPage = z.input<typeof stockRow>;

export const stockSorts = ['productName', 'productCode', 'sellingPrice', 'stockOnHand', 'supplier'] as const;
export type StockSort = (typeof stockSorts)[number];

const filters = {
  stock: z
    .enum(['low', 'out'], { error: 'Must be low or out.' })
    .optional()
    .meta({ description: '`low` includes the items that are out of stock.' }),
  supplier: uuid.optional(),
  category: uuid.optional().meta({ description: 'Includes its sub-categories.' }),
  displayedOnline: trueFalse.optional(),
  code: z.string().max(200).optional().meta({ description: 'The item with exactly this code, ignoring case.' }),
};

/** The list's filters; an item whose code equals `search` comes first. */
export const stockQuery = tableQuery(stockSorts).extend(filters);
export type StockFilter = Omit<z.output<typeof stockQuery>, 'page' | 'pageSize' | 'sort'>;

/** The page on which an item is ordered from its supplier. */
export const orderPath = ({ id, supplierId }: Pick<StockRow, 'id' | 'supplierId'>): string =>
  `/admin/reorder/?supplier=${supplierId}&item=${id}`;

export const viewStocks = endpoint('GET', '/v1/manage-product-stocks/view', {
  access: 'ManageCartStock',
  summary: 'The stock of all items, sorted by the names of their products.',
  query: stockQuery,
  reply: z.array(stockRow),
});

export const downloadStocks = endpoint('GET', '/v1/manage-product-stocks/download-excel', {
  access: 'ManageCartStock',
  summary: 'The filtered list as an Excel or CSV file.',
  download: ['csv', 'xlsx'],
  query: stockQuery.omit({ page: true, pageSize: true }).extend({ format: listFormat.default('xlsx') }),
});

const named = z.object({ id: z.string(), name: z.string() });

/** The numbers above the list and its filter options. Counts stop at 1,001, which means more than a thousand. */
export const stockOverview = endpoint('GET', '/v1/manage-product-stocks/overview', {
  access: 'ManageCartStock',
  summary: 'The numbers of items that are low and out of stock, and the filter options of the list.',
  reply: z.object({
    low: z.int(),
    out: z.int(),
    suppliers: z.array(named),
    categories: z.array(named.extend({ parentId: z.string().nullable() })),
  }),
});

export const getStockItem = endpoint('GET', '/v1/manage-product-stocks/items/{id}', {
  access: 'ManageCartStock',
  summary: "One item's row.",
  params: z.object({ id: uuid }),
  reply: stockRow,
});

const which = { productId: uuid, productVariationItemId: uuid.nullish() };

const threshold = wholeWithin(0, mostUnits, 'Must be a whole number from 0 to 1,000,000.');

export const itemDetails = z.object({
  ...which,
  version: baseVersion,
  productCode: labelled('Product code', codeRule.min, codeRule.max),
  sellingPrice: moneyOf('Selling price is required.'),
  lowStockAt: threshold.nullish().meta({ description: 'Null for the default threshold; unchanged if left out.' }),
});
export type ItemDetails = z.output<typeof itemDetails>;

export const updateDetails = endpoint('POST', '/v1/manage-product-stocks/update-details', {
  access: 'ManageCartStock',
  summary: "Sets an item's code, price and threshold; returns 409 for an outdated version of the product.",
  body: itemDetails,
  reply: stockRow,
});

export const updateStocks = endpoint('POST', '/v1/manage-product-stocks/update-stocks', {
  access: 'ManageCartStock',
  summary: 'Adds or removes units of an item by hand; returns its row with the new stock on hand.',
  body: stockMovement,
  reply: stockRow,
});

export const setThreshold = endpoint('PUT', '/v1/manage-product-stocks/items/{id}/threshold', {
  access: 'ManageCartStock',
  summary: 'Sets the stock on hand at or below which an item is low; null for the default.',
  params: z.object({ id: uuid }),
  body: z.object({ lowStockAt: threshold.nullable() }),
  reply: stockRow,
});
