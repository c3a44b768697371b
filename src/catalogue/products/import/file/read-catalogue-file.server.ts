import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EarlierChoices } from '#platform/spreadsheet/guess-columns.ts';
import { readTable, type ImportTable } from '#platform/spreadsheet/read-table.server.ts';
import { codeWarning } from '#lib/text/number-text.ts';
import { Problem } from '#lib/api/problem.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { importSentences } from '#catalogue/products/import-sentences.ts';
import { type Column, knownColumns, type Remark } from './columns.ts';
import { type FileProduct, parseProduct } from './parse-product.ts';

export interface FileRow {
  /** The row number shown in a spreadsheet. */
  row: number;
  cells: Partial<Record<Column, string>>;
}

export interface ReadFile {
  products: FileProduct[];
  rows: number;
  faults: Remark[];
  warnings: Remark[];
  read: TableFileInfo;
}

export interface ReadOptions {
  /** A file with more rows is refused. */
  mostRows?: number | undefined;
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
}

const productsPerTurn = 200;

/** At most this many faults are collected, because a file in the wrong format has a fault in every cell. */
const mostFaults = 1_000;

/**
 * Reads a catalogue file, CSV or Excel. Rows with the same url form one product, and so do rows without a url that have the
 * same name; each row with neither is a separate product. Throws `Problem` if the file is not a catalogue file or has more
 * than `mostRows` rows; all other faults are returned.
 */
export async function readCatalogueFile(file: string, options: ReadOptions = {}): Promise<ReadFile> {
  const { chosen, earlierChoices } = options;
  const table = await readTable(file, { known: knownColumns, required: [['code']], multiline, chosen, earlierChoices });
  const { read, faults } = table;
  const result: ReadFile = { products: [], rows: 0, faults, warnings: [], read };
  if (faults.length > 0) return result;
  const groups = await groupByProduct(table, result, options);
  let place = 0;
  for (const [key, group] of groups) {
    groups.delete(key); // frees memory
    if (faults.length < mostFaults) result.products.push(parseProduct(group, faults));
    if (++place % productsPerTurn === 0) await nextTurn(); // lets the thread serve requests in between
  }
  faults.push(...duplicateCodes(result.products));
  faults.sort((a, b) => a.row - b.row);
  return result;
}

async function groupByProduct(
  table: ImportTable<Column>,
  result: ReadFile,
  { mostRows = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<Map<string, FileRow[]>> {
  const groups = new Map<string, FileRow[]>();
  const { faults, warnings, read } = result;
  const width = read.columns.length;
  for await (const { row, cells, all, faults: own } of table.rows()) {
    result.rows++;
    if (result.rows > mostRows) throw new Problem(413, importSentences.tooManyRows);
    if (faults.length < mostFaults) faults.push(...own);
    if (hasExtraCells(all, width) && faults.length < mostFaults)
      faults.push({ row, column: 'code', message: extraCells });
    const warning = codeWarning(cells.code ?? '');
    if (warning && warnings.length < mostFaults) warnings.push({ row, column: 'code', message: warning });
    const key = (cells.url || cells.name || `${row} ${cells.code}`).toLowerCase();
    const group = groups.get(key);
    if (group) group.push({ row, cells });
    else groups.set(key, [{ row, cells }]);
  }
  return groups;
}

/** The columns that keep line breaks; in all others, line breaks become spaces, as in the back office. */
const multiline: ReadonlySet<Column> = new Set(['short_description', 'long_description'] as const);

const extraCells =
  'The row has more cells than the header. A number such as "1,000" needs quotation marks in a CSV file.';

/** Whether a row has more cells than the header: `1,000` without quotation marks is read as two cells. */
function hasExtraCells(cells: readonly string[], width: number): boolean {
  if (cells.length <= width) return false;
  const isSplitNumber = cells.some(
    (cell, i) => /^\$?-?\d{1,3}$/.test(cell) && /^\d{3}(\.\d+)?$/.test(cells[i + 1] ?? ''),
  );
  return isSplitNumber || cells.slice(width).some((cell) => cell !== '');
}

function duplicateCodes(products: readonly FileProduct[]): Remark[] {
  const firstRows = new Map<string, number>();
  const faults: Remark[] = [];
  for (const { row, code } of products.flatMap((product) => product.items)) {
    if (!code) continue;
    const before = firstRows.get(code.toLowerCase());
    if (before === undefined) firstRows.set(code.toLowerCase(), row);
    else faults.push({ row, column: 'code', message: `Code '${code}' is also in row ${before}.` });
  }
  return faults;
}
