import { readSheet } from 'read-excel-file/node';

/** A cell's value: a day is a Date at midnight (UTC), null an empty cell. */
export type ReadCell = string | number | boolean | Date | null;

/** The rows of an `.xlsx` file's only sheet, as read by an independent library. */
export async function excelRows(bytes: Buffer): Promise<ReadCell[][]> {
  const rows: unknown[][] = await readSheet(bytes, { trim: false });
  return rows as ReadCell[][]; // its types say `typeof Date` instead of Date
}
