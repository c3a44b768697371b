import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';
import { uuid } from '#lib/api/wire.ts';

/*
 * A stock take imports a file with counted quantities. What is written is their difference from the stock at the time of
 * the count, so that units sold after the count stay sold.
 */

export const takeSentences = {
  choose: 'Choose a CSV or Excel file.',
  tooLarge: 'The file is larger than 4 MB.',
  tooMany: 'A file may have at most 50,000 rows. Split it into several.',
  failed: 'Unable to take stock.',
  changed: 'Some of this has changed in the meantime. Review the differences again; nothing has been saved.',
  nothing: 'The stock matches the count.',
};

export const takeReason = 'Stock take';

export const largestTake = 4 * 1024 * 1024;
export const mostTakeRows = 50_000;
/** A response has at most this many differences, and at most this many faults. */
export const mostShown = 500;

const difference = z.object({
  row: z.int().meta({ description: 'Row number in the spreadsheet.' }),
  id: uuid,
  productName: z.string(),
  variation: z.string(),
  productCode: z.string(),
  expected: z.int().meta({ description: 'The stock on hand at the time of the count.' }),
  counted: z.int(),
  difference: z.int(),
  movedSince: z
    .int()
    .meta({ description: 'Units added since the count, less units removed; the stock take leaves them as they are.' }),
  onHandAfter: z.int(),
});
export type Difference = z.output<typeof difference>;

const fault = z.object({ row: z.int(), column: z.string(), message: z.string() });
export type TakeFault = z.output<typeof fault>;

export const takeReport = z.object({
  countedAt: z.iso
    .datetime()
    .meta({ description: 'The time of the count, to be sent with the request that writes the differences.' }),
  rows: z.int(),
  /** Rows without a count. */
  skipped: z.int(),
  same: z.int(),
  different: z.int(),
  /** The largest first, at most 500. */
  differences: z.array(difference),
  unitsMore: z.int(),
  unitsLess: z.int(),
  faults: z.array(fault),
  faultCount: z.int(),
  seen: z.string().meta({ description: 'A seal of all differences, required for writing them.' }),
  isWritten: z.boolean(),
  read: tableFileInfo,
});
export type TakeReport = z.output<typeof takeReport>;

/** CSV or Excel as a data URL, or the text of a CSV file. */
const file = z.string({ error: takeSentences.choose }).min(1, { error: takeSentences.choose });
/** What each column of the file is imported as; guessed if left out. */
const columns = chosenColumns.optional();
const countedAt = z.iso.datetime({ error: 'Must be a time.' });

export const checkStockTake = endpoint('POST', '/v1/manage-product-stocks/stock-take/check', {
  access: 'ManageCartStock',
  staysOpen: true,
  summary:
    'Previews the differences between a counted file and the stock; nothing is written. Without `countedAt`, the time of the count is now.',
  body: z.object({ file, columns, countedAt: countedAt.optional() }),
  reply: takeReport,
  bodyLimit: largestTake * 2,
});

export const writeStockTake = endpoint('POST', '/v1/manage-product-stocks/stock-take', {
  access: 'ManageCartStock',
  summary: 'Writes the differences of a counted file, all or none; 409 if they differ from the preview.',
  body: z.object({ file, columns, countedAt, seen: z.string() }),
  reply: takeReport,
  bodyLimit: largestTake * 2,
});
