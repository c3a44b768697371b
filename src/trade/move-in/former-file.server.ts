import { badInput } from '#lib/api/problem.ts';
import { type Cents, fromDollars } from '#lib/money.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { parseDollars, parseWholeNumber } from '#lib/text/number-text.ts';
import type { ColumnAliases } from '#platform/spreadsheet/guess-columns.ts';
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
  unit_price: [
    'price',
    'unit price ex gst',
    'price ex gst',
    'unit cost',
    'rate',
    'each',
    'price each',
    'unit price inc gst',
  ],
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
  unitPrice: Cents | null;
  faults: string[];
}

export interface ReadFile {
  read: TableFileInfo;
  faults: string[];
  lines: ReadLine[];
}

/**
 * Reads pasted lines, or a CSV or Excel file. Pasted lines may come without a header, as they are copied from an invoice. Throws
 * `Problem` 400 if it is no table, 413 for too many rows; missing columns are returned, so that they can be chosen.
 */
export async function readFormerFile({ text = '', file, columns }: FormerFile): Promise<ReadFile> {
  if (file === undefined && text.trim() === '') throw badInput({ path: 'text', message: sentences.noLines });
  if (file !== undefined) return linesOf(await open(file, columns));
  // a data URL would be read as its content
  const pasted = text.trimStart().startsWith('data:') ? `\n${text}` : text;
  const table = await open(pasted, columns);
  const header = headerFor(table);
  if (header === undefined) return linesOf(table);
  const { lines, ...rest } = await linesOf(await open(`${header}\n${pasted}`, columns));
  return { ...rest, lines: lines.map((line) => ({ ...line, line: line.line - 1 })) };
}

const open = (file: string, chosen: FormerFile['columns']): Promise<ImportTable<Column>> =>
  readUploadedTable(file, {
    mostRows: mostFormerLines,
    tooMany: sentences.tooMany,
    known: aliases,
    required: [['code', 'description']],
    chosen,
  });

async function linesOf(table: ImportTable<Column>): Promise<ReadFile> {
  const faults = table.faults.map(({ message }) => message);
  const lines: ReadLine[] = [];
  if (faults.length === 0) for await (const row of table.rows()) lines.push(lineOf(row));
  return { read: table.read, faults, lines: lines.filter((line) => !isBlank(line)) };
}

const isBlank = ({ code, description, quantityText, unitPrice, faults }: ReadLine): boolean =>
  code === '' && description === '' && quantityText === '' && unitPrice === null && faults.length <= 1;

function lineOf({ row, cells, faults: cellFaults }: ImportRow<Column>): ReadLine {
  const { code = '', description = '', quantity: units = '', unit_price: price = '' } = cells;
  const faults = cellFaults.map(({ message }) => message);
  if (code === '' && description === '') faults.push(sentences.blankLine);
  const whole = parseWholeNumber(units);
  const quantity = whole !== undefined && whole >= 1 && whole <= maxQuantity ? whole : null;
  const dollars = parseDollars(price);
  const unitPrice = dollars === undefined ? null : (fromDollars(dollars) ?? null);
  if (price !== '' && unitPrice === null) faults.push(`“${price.slice(0, 40)}”: ${sentences.price}`);
  const named = { code: code.slice(0, 100), description: description.slice(0, 300) };
  return { line: row, ...named, quantity, quantityText: units.slice(0, 40), unitPrice, faults };
}

/** A header for pasted lines that have none, by what is in the first of them; undefined if there is one. */
function headerFor({ read }: ImportTable<Column>): string | undefined {
  if (read.headerRow > 1 || read.columns.some(({ column }) => column !== null)) return undefined;
  const cells = read.columns.map(({ header }) => header.trim());
  if (!cells.some((cell) => /\d/.test(cell))) return undefined;
  const names = cells.map(() => '');
  const name = (column: string, place: number): void => {
    if (place >= 0) names[place] = column;
  };
  const isFree = (place: number): boolean => names[place] === '';
  name(
    'unit price',
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
  return names.join(read.delimiter ?? ',');
}
