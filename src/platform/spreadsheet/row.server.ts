import type { ReadAs } from '#lib/table-file.ts';
import { Problem } from '#lib/api/problem.ts';

/** A row of a table file, with the number that a spreadsheet shows beside it: blank rows count, and so does the header. */
export interface TableRow {
  row: number;
  /** As text, in the order of the columns; numbers without grouping, days as `YYYY-MM-DD`. */
  cells: string[];
  /** Cells that cannot be taken as they are, by their place. */
  problems: { place: number; message: string }[];
  /** Of a CSV file: which cells were in quotation marks; only where it was asked for. */
  quoted?: boolean[];
}

export interface TableFile {
  readAs: ReadAs;
  /** Rows that are not blank, from the first. Throws `Problem` 400 where the file turns out to be damaged. */
  rows(): AsyncIterable<TableRow>;
}

export interface TableOptions {
  /** Says of each cell of a CSV file whether it was in quotation marks. */
  hasQuoted?: boolean;
}

/** Of a row; a file with more cells in a row is no list of anything. */
export const mostColumns = 200;

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

export const tooWide = (row: number): Problem =>
  new Problem(400, `Row ${row} has more than ${mostColumns} cells. Choose a file with a column for each field.`);
