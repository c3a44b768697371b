import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { productsFilter } from './contract.ts';

/*
 * Files of products (docs/catalogue-file.md). The calls stand here for the pages; `catalogue-file`, which knows stock too,
 * answers them.
 */

export const exportProducts = endpoint('GET', '/v1/manage-products/export', {
  access: 'ManageCartProducts',
  summary:
    'The products that a filter means as a file: a row for each item, as the import takes it. Purchase prices need ManageCartStock or ViewReports.',
  query: productsFilter.extend({ format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx.' }).default('csv') }),
});

/** A file that is sent by the page; longer ones are imported by the command, which shows its progress. */
export const largestFile = 8 * 1024 * 1024;

const remark = z.object({ row: z.int(), column: z.string(), message: z.string() });

export const importReport = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  left: z.int(),
  /** The first 500 products that are new or change. */
  changes: z.array(z.object({ url: z.string(), name: z.string(), isNew: z.boolean(), columns: z.array(z.string()) })),
  warnings: z.array(remark),
  faults: z.array(remark),
  faultCount: z.int(),
  isWritten: z.boolean(),
});
export type ImportReport = z.output<typeof importReport>;

export const importProducts = endpoint('POST', '/v1/manage-products/import', {
  access: 'ManageCartProducts',
  summary:
    'Imports a CSV file, all of it or nothing; `isDryRun` only tells what it would change. Stock needs ManageCartStock.',
  body: z.object({
    csv: z
      .string({ error: 'Please choose a CSV file.' })
      .min(1, { error: 'Please choose a CSV file.' })
      .max(largestFile, { error: 'The file is too large for this page.' }),
    isDryRun: z.boolean().default(false),
  }),
  reply: importReport,
  status: 200,
  bodyLimit: 12 * 1024 * 1024,
});
