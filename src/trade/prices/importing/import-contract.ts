import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { listFormat, yesNo } from '#lib/api/input-shapes.ts';
import { uuid } from '#lib/api/wire.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';

/* Prices of a list are imported from a file: first the changes are previewed, then either all of them are written or none. */

export const importSentences = {
  choose: 'Choose a CSV or Excel file.',
  tooLarge: 'The file is larger than 8 MB.',
  tooMany: 'A file can have at most 50,000 rows. Split it into several files.',
  codeMissing: 'Product code is required.',
  failed: 'Unable to import the prices.',
  changed: 'Some of this has changed in the meantime. Please review the changes again; nothing has been saved.',
  nothing: 'All prices already match the file.',
} as const;

export const largestPriceFile = 8 * 1024 * 1024;
export const mostPriceRows = 50_000;
/** The maximum number of changes, and of faults, in a response. */
export const mostShown = 500;

const remark = z.object({
  row: z.int().meta({ description: 'Row number in the spreadsheet.' }),
  column: z.string(),
  message: z.string(),
});
export type PriceRemark = z.output<typeof remark>;

const change = z.object({
  row: z.int().nullable().meta({ description: 'Null for a price that is removed because the file has no such row.' }),
  code: z.string(),
  kind: z.enum(['new', 'changed', 'removed']),
  text: z.string().meta({ description: '`10 or more: $4.50 becomes $4.20`' }),
});
export type PriceFileChange = z.output<typeof change>;

const report = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  same: z.int(),
  changes: z.array(change).meta({ description: `In the order of the file, ${mostShown} at most.` }),
  faults: z.array(remark),
  faultCount: z.int(),
  warnings: z.array(remark).meta({ description: 'Such as prices below cost.' }),
  warningCount: z.int(),
  seen: z.string().meta({ description: 'A seal of all changes, required for the import.' }),
  isWritten: z.boolean(),
  read: tableFileInfo,
});
export type PriceImportReport = z.output<typeof report>;

const access = 'ManageAccounts';
const path = '/v1/price-lists/{id}/prices/import';
const params = z.object({ id: uuid });

const body = z.object({
  file: z
    .string({ error: importSentences.choose })
    .min(1, { error: importSentences.choose })
    .meta({ description: 'CSV or Excel, as a data URL, or the text of a CSV file.' }),
  columns: chosenColumns.optional().meta({ description: 'The field of each column; guessed if left out.' }),
  isReplacing: yesNo.default(false).meta({
    description:
      'Whether prices that the file does not have are removed; those of archived items and of items without a code stay.',
  }),
});

export const checkPriceImport = endpoint('POST', `${path}/check`, {
  access,
  staysOpen: true,
  summary: 'A preview of what a file would change in a price list; nothing is saved.',
  params,
  body,
  reply: report,
  status: 200,
  bodyLimit: largestPriceFile * 2,
});

export const writePriceImport = endpoint('POST', path, {
  access,
  summary: 'Writes the prices of a file, all or none. Returns 409 if the changes differ from the preview.',
  params,
  body: body.extend({ seen: z.string() }),
  reply: report,
  status: 200,
  bodyLimit: largestPriceFile * 2,
});

export const priceTemplate = endpoint('GET', '/v1/price-lists/template', {
  access,
  summary: 'A template for a file of prices.',
  download: ['csv', 'xlsx'],
  query: z.object({ format: listFormat }),
});
