import type { ColumnAliases, EarlierChoices } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import { isDay } from '#lib/day.ts';
import { codeWarning, parseDollars, parsePercent } from '#lib/text/number-text.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import type { PromoInput } from '../contract.ts';
import { importSentences, mostPromoRows, type PromoRemark } from './import-contract.ts';

/** The columns of a promo file, each with the names that we accept; the name in our own export comes first. */
export const promoFileColumns = {
  code: ['promo code', 'coupon', 'coupon code', 'voucher', 'discount code'],
  description: ['text', 'note', 'notes'],
  discount_percentage: ['percentage', 'percent', 'discount %', '% off', 'percent off'],
  discount_amount: ['amount', 'amount off', 'discount $'],
  minimum_spend: ['minimum', 'minimum order', 'minimum order value', 'min spend'],
  expiry_date: ['expires', 'expiry', 'valid until', 'end date', 'last day'],
  all_products: ['applicable to all', 'applicable to all products', 'applies to all'],
  one_time_use: ['one time', 'one time use only', 'single use', 'use once'],
  products: ['product codes', 'products codes', 'skus'],
} as const satisfies ColumnAliases<string>;
export type PromoColumn = keyof typeof promoFileColumns;

/** A row's values; undefined for a blank cell or a missing column. */
export interface PromoCells {
  code: string;
  description?: string;
  discountPercentage?: number;
  discountAmount?: number;
  minimumSpend?: number;
  /** Null for `none`: the promo does not expire. */
  expiryDate?: string | null;
  isApplicableToAllProducts?: boolean;
  isOneTimeUseOnly?: boolean;
  /** Codes of items, or addresses of products. */
  products?: string[];
}

export interface PromoRow {
  row: number;
  cells: PromoCells;
}

export interface PromoFile {
  rows: number;
  promos: PromoRow[];
  faults: PromoRemark[];
  warnings: PromoRemark[];
  read: TableFileInfo;
}

interface ReadOptions {
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
}

/**
 * Reads a promo file (CSV or Excel; a data URL or text). Throws `Problem` 400 for an unsupported kind of file, 413
 * for too many rows; all other faults are returned.
 */
export async function readPromoFile(file: string, options: ReadOptions = {}): Promise<PromoFile> {
  const table = await readUploadedTable(file, {
    mostRows: mostPromoRows,
    tooMany: importSentences.tooMany,
    known: promoFileColumns,
    required: [['code']],
    multiline: new Set(['description'] as const),
    ...options,
  });
  const result: PromoFile = { rows: 0, promos: [], faults: [...table.faults], warnings: [], read: table.read };
  if (result.faults.length > 0) return result;
  const first = new Map<string, number>();
  for await (const row of table.rows()) {
    result.rows++;
    addRow(result, row, first);
  }
  return result;
}

/** Adds a row to the result, as a promo or as faults. `first` has the row number at which each code first occurs. */
function addRow(
  result: PromoFile,
  { row, cells, faults, all }: ImportRow<PromoColumn>,
  first: Map<string, number>,
): void {
  const own: PromoRemark[] = [...faults];
  const addRemark = (column: PromoColumn, message: string): void => void own.push({ row, column, message });
  const beyond = all.slice(result.read.columns.length);
  if (beyond.some((text) => text !== ''))
    addRemark('code', 'The row has more cells than the header. Text with a comma needs quotes.');
  const code = cells.code ?? '';
  const before = first.get(code.toLowerCase());
  if (code !== '' && before !== undefined) addRemark('code', `Code '${code}' is also in row ${before}.`);
  else first.set(code.toLowerCase(), row);
  const doubt = codeWarning(code);
  if (doubt) result.warnings.push({ row, column: 'code', message: doubt });
  const read = cellsOf(cells, addRemark);
  if (own.length === 0) result.promos.push({ row, cells: { code, ...read } });
  else result.faults.push(...own);
}

type AddRemark = (column: PromoColumn, message: string) => void;

function cellsOf(cells: ImportRow<PromoColumn>['cells'], addRemark: AddRemark): Omit<PromoCells, 'code'> {
  const text = (column: PromoColumn): string | undefined => cells[column] || undefined;
  const number = (column: PromoColumn, read: (text: string) => number | undefined, what: string) => {
    const typed = text(column);
    if (typed === undefined) return undefined;
    const value = read(typed);
    if (value === undefined) addRemark(column, `'${typed}' is not ${what}.`);
    return value;
  };
  const flag = (column: PromoColumn): boolean | undefined => {
    const typed = text(column);
    const isYes = typed === undefined ? undefined : flags.get(typed.toLowerCase());
    if (typed !== undefined && isYes === undefined) addRemark(column, `'${typed}' is neither yes nor no.`);
    return isYes;
  };
  const given = {
    description: text('description'),
    discountPercentage: number('discount_percentage', parsePercent, 'a percentage, such as 12.5'),
    discountAmount: number('discount_amount', parseDollars, 'an amount, such as 20.00'),
    minimumSpend: number('minimum_spend', parseDollars, 'an amount, such as 100.00'),
    expiryDate: dayIn(text('expiry_date'), addRemark),
    isApplicableToAllProducts: flag('all_products'),
    isOneTimeUseOnly: flag('one_time_use'),
    products: text('products')
      ?.split(/[;\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
  // Blank cells have no entry.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const flags = new Map<string, boolean>([
  ...['yes', 'true', '1', 'y'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'n'].map((word) => [word, false] as const),
]);

/** Reads `2026-12-31`, `2026-12-31 00:00:00` and `31/12/2026`, with the day first as in Australia. Null for `none`. */
function dayIn(typed: string | undefined, addRemark: AddRemark): string | null | undefined {
  if (typed === undefined) return undefined;
  if (/^(none|never|n\/a)$/i.test(typed)) return null;
  const iso = /^(\d{4}-\d\d-\d\d)( 00:00(:00)?)?$/.exec(typed)?.[1];
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed) ?? [];
  const text = iso ?? (year === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (isDay(text)) return text;
  addRemark('expiry_date', `'${typed}' is not a date, such as 31/12/2026 or 2026-12-31.`);
  return undefined;
}

/** The file's column for each promo field. Faults of the field name this column. */
export const columnOf: Partial<Record<keyof PromoInput, PromoColumn>> = {
  code: 'code',
  description: 'description',
  discountType: 'discount_percentage',
  discountPercentage: 'discount_percentage',
  discountAmount: 'discount_amount',
  minimumSpend: 'minimum_spend',
  expiryDate: 'expiry_date',
  isApplicableToAllProducts: 'all_products',
  isOneTimeUseOnly: 'one_time_use',
};
