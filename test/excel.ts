import { readSheet } from 'read-excel-file/node';

/** A cell as a spreadsheet takes it: a day is a Date at its midnight (UTC), null is nothing. */
export type ReadCell = string | number | boolean | Date | null;

/** The rows of an `.xlsx` file's only sheet, as a library reads them that is not ours. */
export async function excelRows(bytes: Buffer): Promise<ReadCell[][]> {
  const rows: unknown[][] = await readSheet(bytes, { trim: false });
  return rows as ReadCell[][]; // its types say `typeof Date` where they mean a date
}
