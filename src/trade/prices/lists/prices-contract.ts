import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { listFormat, wholeWithin } from '#lib/api/input-shapes.ts';
import { day, money, moneyOf, signedMoney, tableQuery, uuid } from '#lib/api/wire.ts';

/* The prices of a list: a row for each item, break and first day. */

export const priceSentences = {
  load: 'Unable to load the prices.',
  save: 'Unable to save the price.',
  remove: 'Unable to remove the price.',
  saved: 'The price has been saved.',
  removed: 'The price has been removed.',
  price: 'Must be an amount from 0.01 to 9,999,999.99 with at most two decimals.',
  nothing: 'Enter a price, or the units of a carton.',
  onlyWithPrice: 'Counts only with a price. Enter a price, or clear this.',
  quantity: 'Must be a whole number from 1 to 999.',
  units: 'Must be a whole number of units from 2 to 999.',
  daysInOrder: 'The last day must not be before the first.',
  itemGone: 'This item no longer exists.',
  taken: 'This list has a price of the item for this quantity and first day already.',
  changed: 'Someone else has changed this price in the meantime.',
  cartonChanged: 'The carton of this item has changed in the meantime. Reload the page to see it.',
  otherItem: 'Must be the item whose price is saved.',
} as const;

/** A price that counts from the beginning is stored with this first day; it reads as null. */
export const always = '2000-01-01';

/** Identifies a row. `minQuantity` is null for an item that is only named because of its carton. */
const rowKey = z.object({
  itemId: uuid,
  minQuantity: wholeWithin(1, 999, priceSentences.quantity).nullable(),
  validFrom: day.nullable().meta({ description: 'The first day; null: from the beginning.' }),
});

const ownPrice = moneyOf(priceSentences.price, priceSentences.price).refine((cents) => cents > 0, {
  error: priceSentences.price,
});

interface RowTerms {
  hasPrice: boolean;
  hasCarton: boolean;
  minQuantity: number;
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
}

/** What is wrong with a row as a whole: its quantity and days belong to a price, and its last day is not before its first. */
export function priceRowFaults({ hasPrice, hasCarton, minQuantity, validFrom, validTo }: RowTerms) {
  const faults: { path: 'price' | 'minQuantity' | 'validFrom' | 'validTo'; message: string }[] = [];
  const message = priceSentences.onlyWithPrice;
  if (!hasPrice && !hasCarton) faults.push({ path: 'price', message: priceSentences.nothing });
  if (!hasPrice && hasCarton) {
    if (minQuantity > 1) faults.push({ path: 'minQuantity', message });
    if (validFrom) faults.push({ path: 'validFrom', message });
    if (validTo) faults.push({ path: 'validTo', message });
  } else if (validTo && validTo < (validFrom ?? always))
    faults.push({ path: 'validTo', message: priceSentences.daysInOrder });
  return faults;
}

/** A row as it can be stored. */
export const priceInput = z
  .object({
    itemId: uuid,
    minQuantity: wholeWithin(1, 999, priceSentences.quantity).default(1),
    price: ownPrice.nullish().meta({ description: 'Null: only the carton counts, and the price is inherited.' }),
    validFrom: day.nullish().meta({ description: 'The first day; null: from the beginning.' }),
    validTo: day.nullish().meta({ description: 'The last day; null: until further notice.' }),
    multiple: wholeWithin(2, 999, priceSentences.units).nullish().meta({
      description:
        'The item is bought in multiples of so many units, whatever the row. Null for none; left out, it stays.',
    }),
  })
  .superRefine(({ price, multiple, ...terms }, context) => {
    const row = { ...terms, hasPrice: (price ?? null) !== null, hasCarton: (multiple ?? null) !== null };
    for (const { path, message } of priceRowFaults(row)) context.addIssue({ code: 'custom', path: [path], message });
  });

/** The row that a change replaces, as it was read. If it differs now, somebody else has changed it. */
const replacedRow = rowKey.extend({
  price: money.nullable(),
  validTo: day.nullable(),
  multiple: z.int().nullable(),
});
export type ReplacedRow = z.output<typeof replacedRow>;

const priceRow = z.object({
  itemId: uuid,
  productId: uuid,
  code: z.string(),
  productName: z.string(),
  variation: z.string(),
  isSold: z.boolean().meta({ description: 'Whether the shop sells the item at present.' }),
  basePrice: money.nullable().meta({ description: 'The shop’s price.' }),
  cost: money.nullable().meta({ description: 'The average purchase price, without GST; null if it is not known.' }),
  minQuantity: z.int().nullable().meta({ description: 'Null for an item of which only the carton is named.' }),
  price: money.nullable(),
  margin: signedMoney.nullable().meta({ description: 'The price without GST less the average purchase price.' }),
  validFrom: z.string().nullable().meta({ format: 'date' }),
  validTo: z.string().nullable().meta({ format: 'date' }),
  multiple: z.int().nullable(),
});
export type PriceRow = z.output<typeof priceRow>;

const access = 'ManageAccounts';
const params = z.object({ id: uuid });
const sorts = ['productName', 'code', 'price'] as const;
export type PriceSort = (typeof sorts)[number];

const query = tableQuery(sorts).extend({
  show: z
    .enum(['belowCost', 'later', 'over'], { error: 'Must be belowCost, later or over.' })
    .optional()
    .meta({ description: 'Only prices below the average purchase price, that begin later, or that are over.' }),
});
export type PricesQuery = z.output<typeof query>;

export const listPrices = endpoint('GET', '/v1/price-lists/{id}/prices', {
  access,
  summary: 'The prices of a list, a row for each item, quantity and first day',
  params,
  query,
  reply: z.array(priceRow),
});

export const exportPrices = endpoint('GET', '/v1/price-lists/{id}/prices/export', {
  access,
  summary:
    'The prices of a list as a file, which can be changed and imported again; without those of archived items and of items without a code',
  params,
  query: query.omit({ page: true, pageSize: true }).extend({ format: listFormat }),
  download: ['csv', 'xlsx'],
});

export const findItems = endpoint('GET', '/v1/price-lists/{id}/items', {
  access,
  summary: 'Items by name or code, to add them to a list: 20 at most',
  params,
  query: z.object({ search: z.string().max(200) }),
  reply: z.array(
    priceRow
      .pick({
        itemId: true,
        code: true,
        productName: true,
        variation: true,
        basePrice: true,
        cost: true,
        multiple: true,
      })
      .extend({
        isListed: z.boolean().meta({ description: 'Whether the list has a row of it already.' }),
      }),
  ),
  rate: 'typing',
});

export const savePrice = endpoint('PUT', '/v1/price-lists/{id}/prices', {
  access,
  summary:
    'Adds a price to a list, or replaces one; returns 409 if that or the carton has changed, or if there is one already',
  params,
  body: priceInput
    .safeExtend({
      replaces: replacedRow.nullish(),
      replacedMultiple: z.int().nullish().meta({
        description:
          'The carton that `multiple` replaces, as it was read; needed to change one without `replaces`, which names it too.',
      }),
    })
    .refine(({ itemId, replaces }) => !replaces || replaces.itemId === itemId, {
      path: ['replaces', 'itemId'],
      error: priceSentences.otherItem,
    }),
});

export type SavedPrice = z.output<typeof savePrice.shapes.body>;

export const removePrice = endpoint('POST', '/v1/price-lists/{id}/prices/remove', {
  access,
  summary: 'Removes a price; with an item’s last price its carton goes too',
  params,
  body: replacedRow,
  reply: z.object({
    multiple: z.int().nullable().meta({ description: 'The carton that went with it; null for none.' }),
  }),
  status: 200,
});
