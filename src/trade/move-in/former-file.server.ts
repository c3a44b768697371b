import { badInput } from '#lib/api/problem.ts';
import { type Cents, fromDollars, withGst } from '#lib/money.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { isAmount, parseDollars, parseWholeNumber } from '#lib/text/number-text.ts';
import { type ColumnAliases, normaliseHeader } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow, ImportTable } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import { maxQuantity } from '#lib/cart-limits.ts';
import type { FormerFile } from './contract.ts';
import { formerSentences as sentences, mostFormerLines } from './sentences.ts';

const known = {
  code: [
    'product code',
    'sku',
    'item code',
    'item number',
    'item',
    'stock code',
    'part number',
    'part no',
    'barcode',
    'gtin',
  ],
  description: ['product', 'product name', 'item description', 'name', 'details', 'item name', 'product description'],
  quantity: [
    'qty',
    'qty shipped',
    'quantity shipped',
    'shipped',
    'supplied',
    'order quantity',
    'ordered',
    'units',
    'par',
  ],
  unit_price_inc_GST: [
    'price inc gst',
    'unit price incl gst',
    'price incl gst',
    'unit price',
    'price',
    'unit cost',
    'rate',
    'each',
    'price each',
  ],
  unit_price_ex_GST: ['price ex gst', 'unit price excl gst', 'price excl gst', 'unit cost ex gst', 'unit price ex'],
} as const;
type Column = keyof typeof known;
const aliases: ColumnAliases<Column> = known;

/** A line of a former supplier's invoice or list. */
export interface ReadLine {
  line: number;
  code: string;
  description: string;
  quantity: number | null;
  quantityText: string;
  /** With GST. */
  unitPrice: Cents | null;
  /** As it was stated, if that was without GST. */
  priceExGst: Cents | null;
  faults: string[];
}

export interface ReadFile {
  read: TableFileInfo;
  faults: string[];
  lines: ReadLine[];
}

/**
 * Reads pasted lines, or a CSV or Excel file, with or without a header, as lines are copied from an invoice. Throws
 * `Problem` 400 if it is no table, 413 for too many rows; missing columns are returned, so that they can be chosen.
 */
export async function readFormerFile({ text = '', file, columns }: FormerFile): Promise<ReadFile> {
  if (file === undefined && text.trim() === '') throw badInput({ path: 'text', message: sentences.noLines });
  // a data URL would be read as its content
  const pasted = text.trimStart().startsWith('data:') ? `\n${text}` : text;
  const table = await open(file ?? pasted, columns);
  const exGst = columns ? undefined : withPriceExGst(table);
  return linesOf(exGst ? await open(file ?? pasted, exGst) : table);
}

const open = (file: string, chosen: FormerFile['columns']): Promise<ImportTable<Column>> =>
  readUploadedTable(file, {
    mostRows: mostFormerLines,
    tooMany: sentences.tooMany,
    known: aliases,
    required: [['code', 'description']],
    chosen,
    columnsOfLine,
  });

/** The columns with the price as one without GST, if its heading leaves that open and the GST has a column of its own. */
function withPriceExGst({ read, faults }: ImportTable<Column>): FormerFile['columns'] {
  const hasGst = read.columns.some(({ header }) => /^(gst|tax)( amount| 10 ?%)?$/.test(normaliseHeader(header)));
  const isOpen = read.columns.some(({ header, column }) => column === 'unit_price_inc_GST' && !/gst/i.test(header));
  const hasExGst = read.columns.some(({ column }) => column === 'unit_price_ex_GST');
  if (faults.length > 0 || !hasGst || !isOpen || hasExGst) return undefined;
  return read.columns.map(({ column }) => (column === 'unit_price_inc_GST' ? 'unit_price_ex_GST' : column));
}

async function linesOf(table: ImportTable<Column>): Promise<ReadFile> {
  const faults = table.faults.map(({ message }) => message);
  const lines: ReadLine[] = [];
  if (faults.length === 0) for await (const row of table.rows()) if (!isTotal(row)) lines.push(lineOf(row));
  return { read: table.read, faults, lines: lines.filter((line) => !isBlank(line)) };
}

const totals =
  /^((sub|grand |invoice )? ?total( due| payable| amount| gst)?|gst( amount)?|tax|(amount|balance) due)( 10 ?%)?( (inc|incl|including|ex|excl|excluding) gst)?$/;

/** Whether a row below the lines has nothing but amounts and what they are. */
function isTotal({ cells: { code, description }, all }: ImportRow<Column>): boolean {
  if (code && description) return false;
  const words = all.filter((cell) => cell !== '' && !isAmount(cell)).map(normaliseHeader);
  return words.length > 0 && words.every((word) => totals.test(word));
}

const isBlank = ({ code, description, quantityText, unitPrice, faults }: ReadLine): boolean =>
  code === '' && description === '' && quantityText === '' && unitPrice === null && faults.length <= 1;

function lineOf({ row, cells, faults: cellFaults }: ImportRow<Column>): ReadLine {
  const { code = '', description = '', quantity: units = '' } = cells;
  const { unit_price_inc_GST: inc = '', unit_price_ex_GST: ex = '' } = cells;
  const faults = cellFaults.map(({ message }) => message);
  if (code === '' && description === '') faults.push(sentences.blankLine);
  const whole = parseWholeNumber(units);
  const quantity = whole !== undefined && whole >= 1 && whole <= maxQuantity ? whole : null;
  const price = inc || ex;
  const stated = centsOf(price);
  if (price !== '' && stated === null) faults.push(`“${price.slice(0, 40)}”: ${sentences.price}`);
  const priceExGst = inc === '' ? stated : null;
  const unitPrice = priceExGst === null ? stated : withGst(priceExGst);
  const named = { code: code.slice(0, 100), description: description.slice(0, 300) };
  return { line: row, ...named, quantity, quantityText: units.slice(0, 40), unitPrice, priceExGst, faults };
}

function centsOf(price: string): Cents | null {
  const dollars = parseDollars(price);
  return dollars === undefined ? null : (fromDollars(dollars) ?? null);
}

/** What the cells of a line are likely to be; undefined for cells without a digit, which are headings. */
function columnsOfLine(row: readonly string[]): (Column | null)[] | undefined {
  const cells = row.map((cell) => cell.trim());
  if (!cells.some((cell) => /\d/.test(cell))) return undefined;
  const columns = cells.map((): Column | null => null);
  const name = (column: Column, place: number): void => {
    if (place >= 0) columns[place] = column;
  };
  const isFree = (place: number): boolean => columns[place] === null;
  name(
    'unit_price_inc_GST',
    cells.findIndex((cell) => /^\$\s?\d|^\d+\.\d\d$/.test(cell)),
  );
  name(
    'quantity',
    cells.findIndex((cell, place) => place > 0 && isFree(place) && /^\d{1,3}(\.0+)?$/.test(cell)),
  );
  const longest = cells.reduce(
    (best, cell, place) =>
      isFree(place) && /\s/.test(cell) && cell.length > (cells[best]?.length ?? 0) ? place : best,
    -1,
  );
  name('description', longest);
  name(
    'code',
    cells.findIndex((cell, place) => isFree(place) && cell !== ''),
  );
  return columns;
}
