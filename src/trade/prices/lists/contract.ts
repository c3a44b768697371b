import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled } from '#lib/api/input-shapes.ts';
import { baseVersion, day, tableQuery, uuid } from '#lib/api/wire.ts';
import { mostParents } from '../item-price.ts';

/* Price lists, without their prices: those are in `prices-contract.ts`. */

export const sentences = {
  load: 'Unable to load the price lists.',
  save: 'Unable to save the price list.',
  archive: 'Unable to archive the price list.',
  notFound: 'This price list no longer exists.',
  nameTaken: 'A price list with this name already exists.',
  percent: 'Must be a percentage from -90 to 500 with at most two decimals.',
  daysInOrder: 'The last day must not be before the first.',
  ownParent: 'A price list cannot be its own parent, nor the parent of one of its parents.',
  tooDeep: `A price list can have at most ${mostParents} levels of parents.`,
  isArchived: 'This price list is archived. Restore it first.',
  parentArchived: 'The parent of this price list is archived. Restore the parent first.',
} as const;

/** Why a list can't be archived: `2 accounts, 1 site and 1 other list use this price list. …` */
export const usedBy = (uses: string, isOne: boolean): string =>
  `${uses} ${isOne ? 'uses' : 'use'} this price list. Choose another there before you archive this one.`;

const hasTwoDecimals = (value: number): boolean => Math.round(value * 100) / 100 === value;

export const priceListInput = z
  .object({
    name: labelled('Name', 2, 100),
    parentId: uuid.nullish().meta({ description: 'The list whose prices it inherits; null for the shop’s prices.' }),
    adjustPercent: z
      .number({ error: sentences.percent })
      .min(-90, { error: sentences.percent })
      .max(500, { error: sentences.percent })
      .refine(hasTwoDecimals, { error: sentences.percent })
      .default(0)
      .meta({ description: 'Changes inherited prices: -10 is 10 % less.' }),
    validFrom: day.nullish().meta({ description: 'Null: has always been valid.' }),
    validTo: day.nullish().meta({ description: 'The last day; null: until further notice.' }),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validFrom <= validTo, {
    path: ['validTo'],
    error: sentences.daysInOrder,
  });
export type PriceListInput = z.output<typeof priceListInput>;

export const listStatuses = ['active', 'later', 'over', 'archived'] as const;
export type ListStatus = (typeof listStatuses)[number];

const priceList = z.object({
  id: uuid,
  name: z.string(),
  parentId: uuid.nullable(),
  parentName: z.string().nullable(),
  adjustPercent: z.number(),
  validFrom: z.string().nullable().meta({ format: 'date' }),
  validTo: z.string().nullable().meta({ format: 'date' }),
  status: z.enum(listStatuses).meta({ description: '`later` has not begun, `over` has ended.' }),
  priceCount: z.int(),
  accountCount: z.int().meta({ description: 'Accounts that use it, without declined and closed ones.' }),
  siteCount: z.int().meta({ description: 'Sites that use it, without archived ones.' }),
  childCount: z.int().meta({ description: 'Lists whose parent it is, without archived ones.' }),
  createdDate: z.iso.datetime(),
  version: z.int(),
});
export type PriceList = z.output<typeof priceList>;

const access = 'ManageAccounts';
const params = z.object({ id: uuid });

export const listPriceLists = endpoint('GET', '/v1/price-lists', {
  access,
  summary: 'The price lists, sorted by name unless the query says otherwise; archived ones only if asked for',
  query: tableQuery(['name', 'adjustPercent', 'createdDate']).extend({ status: z.enum(['archived']).optional() }),
  reply: z.array(priceList),
});

export const listPriceListNames = endpoint('GET', '/v1/price-lists/names', {
  access,
  summary: 'The ids and names of all price lists that are not archived',
  reply: z.array(z.object({ id: uuid, name: z.string() })),
});

export const readPriceList = endpoint('GET', '/v1/price-lists/{id}', {
  access,
  summary: 'A price list, archived or not',
  params,
  reply: priceList,
});

export const addPriceList = endpoint('POST', '/v1/price-lists', {
  access,
  summary: 'Adds a price list without prices',
  body: priceListInput,
  reply: priceList,
  status: 201,
});

export const updatePriceList = endpoint('PUT', '/v1/price-lists/{id}', {
  access,
  summary: 'Changes a price list; returns 409 for an outdated version',
  params,
  body: priceListInput.safeExtend({ version: baseVersion }),
  reply: priceList,
});

export const archivePriceList = endpoint('POST', '/v1/price-lists/{id}/archive', {
  access,
  summary: 'Archives a price list: it counts for no price any more. Returns 409 while accounts, sites or lists use it',
  params,
});

export const restorePriceList = endpoint('POST', '/v1/price-lists/{id}/restore', {
  access,
  summary: 'Restores an archived price list; returns 409 if another has its name',
  params,
});
