import type { ColumnAliases, EarlierChoices } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import { type Day, isDay } from '#lib/day.ts';
import { type Cents, fromDollars } from '#lib/money.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { codeWarning, parseDollars, parseWholeNumber } from '#lib/text/number-text.ts';
import { priceRowFaults, priceSentences } from '../lists/prices-contract.ts';
import { importSentences, mostPriceRows, type PriceRemark } from './import-contract.ts';

/** The columns of a file of prices, each with the names that we accept; the name in our own export comes first. */
export const priceFileColumns = {
  product_code: ['code', 'item code', 'sku', 'product code (sku)', 'item number'],
  min_quantity: ['minimum quantity', 'quantity', 'qty', 'from quantity', 'min qty', 'break', 'from'],
  price: ['unit price', 'contract price', 'own price', 'price inc gst', 'price incl gst'],
  valid_from: ['start', 'start date', 'first day', 'from'], // `from` beside a column of quantities
  valid_to: ['to', 'until', 'valid until', 'end', 'end date', 'last day'],
  order_multiple: ['multiple', 'carton', 'carton quantity', 'carton size', 'units per carton', 'pack size'],
} as const satisfies ColumnAliases<string>;
export type PriceColumn = keyof typeof priceFileColumns;

/** A row without faults. */
export interface FileRow {
  row: number;
  code: string;
  minQuantity: number;
  /** Null: the row only names the carton. */
  price: Cents | null;
  /** Null: from the beginning. */
  validFrom: Day | null;
  validTo: Day | null;
  /** Undefined: stays as it is. Null: any quantity. */
  multiple: number | null | undefined;
}

export interface PriceFile {
  rows: number;
  prices: FileRow[];
  faults: PriceRemark[];
  warnings: PriceRemark[];
  read: TableFileInfo;
}

interface ReadOptions {
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
}

/**
 * Reads a file of prices (CSV or Excel; a data URL or text). Throws `Problem` 400 for an unsupported kind of file, 413 for too many rows;
 * all other faults are returned.
 */
export async function readPriceFile(file: string, options: ReadOptions = {}): Promise<PriceFile> {
  const table = await readUploadedTable(file, {
    mostRows: mostPriceRows,
    tooMany: importSentences.tooMany,
    known: priceFileColumns,
    required: [['product_code']],
    ...options,
  });
  const result: PriceFile = { rows: 0, prices: [], faults: [...table.faults], warnings: [], read: table.read };
  if (result.faults.length > 0) return result;
  for await (const row of table.rows()) {
    result.rows++;
    addRow(result, row);
  }
  return result;
}

type AddRemark = (column: PriceColumn, message: string) => void;

function addRow(result: PriceFile, { row, cells, faults, all }: ImportRow<PriceColumn>): void {
  const own: PriceRemark[] = [...faults];
  const addRemark: AddRemark = (column, message) => void own.push({ row, column, message });
  if (all.slice(result.read.columns.length).some((text) => text !== ''))
    addRemark('product_code', 'The row has more cells than the header. Text with a comma needs quotes.');
  const code = cells.product_code ?? '';
  if (code === '') addRemark('product_code', importSentences.codeMissing);
  const doubt = codeWarning(code);
  if (doubt) result.warnings.push({ row, column: 'product_code', message: doubt });
  const read = cellsOf(cells, addRemark);
  if (own.length === 0) result.prices.push({ row, code, ...read });
  else result.faults.push(...own);
}

const columnOf = { price: 'price', minQuantity: 'min_quantity', validFrom: 'valid_from', validTo: 'valid_to' } as const;

function cellsOf(cells: ImportRow<PriceColumn>['cells'], addRemark: AddRemark): Omit<FileRow, 'row' | 'code'> {
  const minQuantity = wholeIn(cells.min_quantity, { least: 1, fault: priceSentences.quantity }, (message) =>
    addRemark('min_quantity', message),
  );
  const units = wholeIn(cells.order_multiple, { least: 0, fault: priceSentences.units }, (message) =>
    addRemark('order_multiple', message),
  );
  const price = priceIn(cells.price, addRemark);
  const validFrom = dayIn('valid_from', cells.valid_from, addRemark);
  const validTo = dayIn('valid_to', cells.valid_to, addRemark);
  const terms = { minQuantity: minQuantity ?? 1, validFrom, validTo };
  const row = { ...terms, hasPrice: Boolean(cells.price), hasCarton: Boolean(cells.order_multiple) };
  for (const { path, message } of priceRowFaults(row)) addRemark(columnOf[path], message);
  const multiple = units === undefined ? undefined : units < 2 ? null : units;
  return { ...terms, price, multiple };
}

function wholeIn(
  typed: string | undefined,
  { least, fault }: { least: number; fault: string },
  addRemark: (message: string) => void,
): number | undefined {
  if (!typed) return undefined;
  const value = parseWholeNumber(typed);
  if (value !== undefined && value >= least && value <= 999) return value;
  addRemark(`'${typed}': ${fault}`);
  return undefined;
}

function priceIn(typed: string | undefined, addRemark: AddRemark): Cents | null {
  if (!typed) return null;
  const dollars = parseDollars(typed);
  const price = dollars === undefined ? undefined : fromDollars(dollars);
  if (price) return price;
  addRemark('price', `'${typed}': ${priceSentences.price}`);
  return null;
}

/** Reads `2026-12-31`, `2026-12-31 00:00:00` and `31/12/2026`, with the day first as in Australia. */
function dayIn(column: PriceColumn, typed: string | undefined, addRemark: AddRemark): Day | null {
  if (!typed) return null;
  const iso = /^(\d{4}-\d\d-\d\d)( 00:00(:00)?)?$/.exec(typed)?.[1];
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed) ?? [];
  const text = iso ?? (year === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (isDay(text)) return text;
  addRemark(column, `'${typed}' is not a date, such as 31/12/2026 or 2026-12-31.`);
  return null;
}
