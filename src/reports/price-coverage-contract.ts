import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { listFormat } from '#lib/api/input-shapes.ts';
import { money, uuid } from '#lib/api/wire.ts';

/** Rows of a table on the page; a file has all of them. */
export const mostCovered = 200;

const item = z.object({
  itemId: z.string(),
  name: z.string(),
  code: z.string(),
  minQuantity: z.int().meta({ description: 'From how many units on the price holds: the lowest price of the item.' }),
  price: money.meta({ description: 'With GST.' }),
  priceExGst: money,
  cost: money.nullable().meta({ description: 'The average purchase price, without GST; null if it is not known.' }),
});
export type CoveredItem = z.output<typeof item>;

const coverage = z.object({
  list: z.object({ id: z.string(), name: z.string() }),
  items: z.int().meta({ description: 'Items that are sold, each of which has a price in every list.' }),
  belowCost: z.int(),
  withoutCost: z.int(),
  below: z.array(item).meta({ description: `The greatest losses first, ${mostCovered} at most.` }),
  without: z.array(item).meta({ description: `By name, ${mostCovered} at most.` }),
});
export type Coverage = z.output<typeof coverage>;

export const listCoveredLists = endpoint('GET', '/v1/reports/price-lists', {
  access: 'ViewReports',
  summary: 'The price lists for which the report can be made.',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const readPriceCoverage = endpoint('GET', '/v1/reports/price-lists/{id}/coverage', {
  access: 'ViewReports',
  summary: 'The items that a price list sells below their average purchase price today, and those without one.',
  params: z.object({ id: uuid }),
  reply: coverage,
});

export const exportPriceCoverage = endpoint('GET', '/v1/reports/price-lists/{id}/coverage-file', {
  access: 'ViewReports',
  summary: 'The same as a file, in full.',
  params: z.object({ id: uuid }),
  query: z.object({ format: listFormat }),
  download: ['csv', 'xlsx'],
});
