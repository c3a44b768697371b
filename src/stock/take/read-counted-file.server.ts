import type { ColumnAliases, EarlierChoices } from '#platform/spreadsheet/guess-columns.ts';
import type { ImportRow } from '#platform/spreadsheet/read-table.server.ts';
import { readUploadedTable } from '#platform/spreadsheet/read-uploaded-table.server.ts';
import { parseWholeNumber } from '#lib/text/number-text.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { mostUnits } from '#catalogue/products/variations/stock-movement-contract.ts';
import { mostTakeRows, type TakeFault, takeSentences } from './stock-take-contract.ts';

export interface CountedRow {
  row: number;
  code: string;
  counted: number;
}

export interface CountedFile {
  rows: number;
  /** Rows without a count. */
  skipped: number;
  counted: CountedRow[];
  faults: TakeFault[];
  read: TableFileInfo;
}

const known = {
  code: ['product code', 'sku', 'item code', 'item number'],
  counted: ['counted quantity', 'count', 'quantity', 'qty', 'quantity counted'],
} as const;
type Column = keyof typeof known;

export const takeColumns: ColumnAliases<Column> = known;

interface TakeOptions {
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
}

/**
 * Reads a counted file: CSV or Excel, as a data URL or text, whose header has `code` and `counted`; other columns are
 * ignored. Throws `Problem` 400 if it is not a table, 413 for too many rows, and returns all other faults.
 */
export async function readCountedFile(file: string, options: TakeOptions = {}): Promise<CountedFile> {
  const table = await readUploadedTable(file, {
    mostRows: mostTakeRows,
    tooMany: takeSentences.tooMany,
    known: takeColumns,
    required: [['code'], ['counted']],
    hasQuoted: true,
    ...options,
  });
  const { read } = table;
  const result: CountedFile = { rows: 0, skipped: 0, counted: [], faults: [...table.faults], read };
  if (result.faults.length > 0) return result;
  const first = new Map<string, number>();
  const cutFault = cutFaultFinder(read);
  for await (const row of table.rows()) {
    result.rows++;
    addRow(result, row, { first, cut: cutFault(row) });
  }
  return result;
}

/** `first` has the first row of each code; `cut` is the message if the row's count may have been split into two cells. */
function addRow(
  result: CountedFile,
  { row, cells, faults }: ImportRow<Column>,
  { first, cut }: { first: Map<string, number>; cut: string | undefined },
): void {
  const { code = '', counted: text = '' } = cells;
  result.faults.push(...faults);
  if (faults.length > 0) return;
  if (text === '' && !cut) {
    result.skipped++;
    return;
  }
  const message = codeFault(code, { first, row });
  const counted = cut ?? quantityOf(text);
  if (message) result.faults.push({ row, column: 'code', message });
  if (typeof counted === 'string') result.faults.push({ row, column: 'counted', message: counted });
  else if (!message) result.counted.push({ row, code, counted });
}

const needsQuotes = 'A number like "1,000" needs quotes.';
const tooLong = `The row has more cells than the header. ${needsQuotes}`;

/**
 * Returns a function that returns a message if a row's count may have been split into two cells: `1,000` without quotes
 * would be read as 1 and remove almost all stock. Such a row has more cells than the header, unless its last cell is
 * missing, so the cell after the count is checked as well.
 */
function cutFaultFinder({ columns, delimiter }: TableFileInfo) {
  const width = columns.length;
  const place = columns.findIndex(({ column }) => column === 'counted');
  return ({ all, quoted = [] }: ImportRow<Column>): string | undefined => {
    const beyond = all.slice(width);
    const [count = '', next = ''] = [all[place], all[place + 1]];
    if (beyond.some((text) => text !== '')) return tooLong;
    if (delimiter === null) return undefined;
    if (beyond.length > 0 && place < width - 1 && count !== '') return tooLong;
    const isThousand =
      delimiter === ',' &&
      quoted[place] === false &&
      quoted[place + 1] === false &&
      /^-?\d{1,3}$/.test(count) &&
      /^\d{3}(\.0+)?$/.test(next);
    if (!isThousand) return undefined;
    return `'${count}' may be the start of '${count},${next}'. ${needsQuotes} If it is ${count}, put the count into the last column.`;
  };
}

function codeFault(code: string, { first, row }: { first: Map<string, number>; row: number }): string | undefined {
  if (code === '') return 'Code is required.';
  const before = first.get(code.toLowerCase());
  if (before !== undefined) return `Code '${code}' is also in row ${before}.`;
  first.set(code.toLowerCase(), row);
  return undefined;
}

/** The counted quantity, or the message if it is invalid. */
function quantityOf(text: string): number | string {
  if (/^[1-9]\d{0,2}\.000$/.test(text))
    return `'${text}' may mean ${text.slice(0, -4)} or ${text.replace('.', '')}. Write it without a point.`;
  const number = parseWholeNumber(text);
  if (number === undefined) return `'${text}' is not a whole number.`;
  if (number < 0) return 'The quantity must not be negative.';
  return number > mostUnits ? 'The quantity must not be over 1,000,000.' : number;
}
