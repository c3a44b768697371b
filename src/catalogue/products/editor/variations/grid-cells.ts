import { parseAmount, formatAmount } from '#lib/text/amount-text.ts';
import { codeRule } from '#catalogue/products/contract.ts';

export const gridColumns = ['code', 'price'] as const;
export type GridColumn = (typeof gridColumns)[number];

export interface GridRow {
  /** The item's id; for a new item, its options. */
  key: string;
  labels: readonly string[];
  code: string;
  price: string;
}

export interface Place {
  row: number;
  column: number;
}

/** A rectangle of cells, both ends included. */
export interface Range {
  from: Place;
  to: Place;
}

export interface Change {
  key: string;
  column: GridColumn;
  text: string;
}

export const rangeOf = (one: Place, other: Place): Range => ({
  from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
});

export const contains = ({ from, to }: Range, { row, column }: Place): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

const rowsIn = (rows: readonly GridRow[], { from, to }: Range): GridRow[] => rows.slice(from.row, to.row + 1);
const columnsIn = ({ from, to }: Range): GridColumn[] => gridColumns.slice(from.column, to.column + 1);

/** The selected cells as text for a spreadsheet: tabs between columns, line breaks between rows. */
export const copyCells = (rows: readonly GridRow[], range: Range): string =>
  rowsIn(rows, range)
    .map((row) =>
      columnsIn(range)
        .map((column) => row[column].replace(/[\t\n]/g, ' '))
        .join('\t'),
    )
    .join('\n');

/** Splits pasted text into cells; a line break at the end adds no row. */
export const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

/** Pastes text, starting at the upper left cell; a single value fills the selection. Cells outside the grid are ignored. */
export function pasteCells(rows: readonly GridRow[], range: Range, text: string): Change[] {
  const cells = cellsOf(text);
  if (cells.length === 1 && cells[0]?.length === 1) return fillCells(rows, range, cells[0][0] ?? '');
  return cells.flatMap((line, down) =>
    line.flatMap((cell, right): Change[] => {
      const row = rows[range.from.row + down];
      const column = gridColumns[range.from.column + right];
      return row && column ? [{ key: row.key, column, text: formatCell(column, cell) }] : [];
    }),
  );
}

export const fillCells = (rows: readonly GridRow[], range: Range, text: string): Change[] =>
  rowsIn(rows, range).flatMap(({ key }) =>
    columnsIn(range).map((column) => ({ key, column, text: formatCell(column, text) })),
  );

export function fillDown(rows: readonly GridRow[], range: Range): Change[] {
  const [first, ...others] = rowsIn(rows, range);
  if (!first) return [];
  return others.flatMap(({ key }) => columnsIn(range).map((column) => ({ key, column, text: first[column] })));
}

/** Formats an amount; other input stays as typed and is shown as invalid. */
export function formatCell(column: GridColumn, text: string): string {
  if (column === 'code') return text.trim();
  const amount = parseAmount(text);
  return Number.isNaN(amount) ? text.trim() : formatAmount(amount);
}

/** What is wrong with a cell, in the words of the specification (section 5). Duplicate codes are faults too. */
export function faultOf(rows: readonly GridRow[], at: number, column: GridColumn): string | undefined {
  const row = rows[at];
  if (!row) return undefined;
  if (column === 'price') return priceFault(row.price);
  const { length } = [...row.code];
  if (length === 0) return 'Product code is required.';
  if (length < codeRule.min) return codeRule.short;
  if (length > codeRule.max) return codeRule.long;
  const first = rows.findIndex(({ code }) => code.toLowerCase() === row.code.toLowerCase());
  return first < at ? `Row ${first + 1} already has this code.` : undefined;
}

function priceFault(text: string): string | undefined {
  const amount = parseAmount(text);
  if (amount === null) return 'Price is required.';
  const isExact = Math.round(amount * 100) / 100 === amount;
  return isExact && amount <= 9_999_999.99 ? undefined : 'Must be an amount with at most two decimals.';
}
