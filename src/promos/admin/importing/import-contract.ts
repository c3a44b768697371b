import { z } from 'zod';
import { listFormat, yesNo } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';

/* Promos are imported from a file: first the changes are previewed, then either all of them are written or none. */

export const importSentences = {
  choose: 'Choose a CSV or Excel file.',
  tooLarge: 'The file is larger than 4 MB.',
  tooMany: 'A file can have at most 10,000 rows. Split it into several files.',
  failed: 'Unable to import the promos.',
  changed: 'Some of this has changed in the meantime. Please review the changes again; nothing has been saved.',
  nothing: 'All promos already match the file.',
} as const;

export const largestPromoFile = 4 * 1024 * 1024;
export const mostPromoRows = 10_000;
/** The maximum number of changes, and of faults, in a response. */
export const mostShown = 500;

const remark = z.object({
  row: z.int().meta({ description: 'Row number in the spreadsheet.' }),
  column: z.string(),
  message: z.string(),
});
export type PromoRemark = z.output<typeof remark>;

const change = z.object({
  row: z.int(),
  code: z.string(),
  isNew: z.boolean(),
  fields: z
    .array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() }))
    .meta({ description: 'The values to set; for an existing promo only those that differ.' }),
});
export type PromoChange = z.output<typeof change>;

const report = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  changes: z.array(change).meta({ description: `In the order of the file, ${mostShown} at most.` }),
  faults: z.array(remark),
  faultCount: z.int(),
  warnings: z.array(remark),
  seen: z.string().meta({ description: 'A seal of all changes, required for the import.' }),
  isWritten: z.boolean(),
  read: tableFileInfo,
});
export type PromoImportReport = z.output<typeof report>;

const access = 'ManageCartPromoCodes';
const path = '/v1/shopping-cart/promoCode/import';

const body = z.object({
  file: z
    .string({ error: importSentences.choose })
    .min(1, { error: importSentences.choose })
    .meta({ description: 'CSV or Excel, as a data URL, or the text of a CSV file.' }),
  columns: chosenColumns.optional().meta({ description: 'The field of each column; guessed if left out.' }),
  isUpdating: yesNo
    .default(false)
    .meta({ description: 'Whether to change promos whose code exists; otherwise such a row is a fault.' }),
});

export const checkPromoImport = endpoint('POST', `${path}/check`, {
  access,
  staysOpen: true,
  summary: 'A preview of what a promo file would add and change; nothing is saved.',
  body,
  reply: report,
  status: 200,
  bodyLimit: largestPromoFile * 2,
});

export const writePromoImport = endpoint('POST', path, {
  access,
  summary: 'Adds and changes the promos in a file, all or none. Returns 409 if the changes differ from the preview.',
  body: body.extend({ seen: z.string() }),
  reply: report,
  status: 200,
  bodyLimit: largestPromoFile * 2,
});

export const promoTemplate = endpoint('GET', `${path}/template`, {
  access,
  summary: 'A template for a promo file.',
  download: ['csv', 'xlsx'],
  query: z.object({ format: listFormat }),
});
