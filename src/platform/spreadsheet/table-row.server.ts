import type { FileFormat } from '#lib/table-file.ts';
import { Problem } from '#lib/api/problem.ts';

/** A row of a CSV or Excel file. */
export interface TableRow {
  /** Its number in the spreadsheet: the header and blank rows count. */
  row: number;
  /** The cells as text, in the order of the columns; numbers without grouping, days as `YYYY-MM-DD`. */
  cells: string[];
  /** Cells that cannot be read, by column index. */
  problems: { place: number; message: string }[];
  /** Which cells were in quotation marks, if `hasQuoted` is set and the file is CSV. */
  quoted?: boolean[];
}

export interface TableFile {
  readAs: FileFormat;
  /** All rows that are not blank. Throws `Problem` 400 if the file is damaged. */
  rows(): AsyncIterable<TableRow>;
}

export interface TableOptions {
  /** Reports for each cell of a CSV file whether it was in quotation marks. */
  hasQuoted?: boolean;
}

/** The most cells in a row; no import has so many columns. */
export const mostColumns = 200;

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

export const tooWide = (row: number): Problem =>
  new Problem(400, `Row ${row} has more than ${mostColumns} cells. Choose a file with a column for each field.`);
