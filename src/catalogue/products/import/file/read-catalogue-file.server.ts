import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import { type OpenSpool, SpooledGroups } from '#platform/storage/spool.server.ts';
import type { EarlierChoices } from '#platform/spreadsheet/guess-columns.ts';
import { readTable, type ImportTable } from '#platform/spreadsheet/read-table.server.ts';
import { codeWarning } from '#lib/text/number-text.ts';
import { Problem } from '#lib/api/problem.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { importSentences } from '#catalogue/products/import-sentences.ts';
import { type Column, knownColumns, type Remark } from './columns.ts';
import { addWithUrls } from './add-with-urls.server.ts';
import { FileProducts } from './file-products.server.ts';
import { type FileProduct, parseProduct } from './parse-product.ts';

export interface FileRow {
  /** The row number shown in a spreadsheet. */
  row: number;
  cells: Partial<Record<Column, string>>;
}

export interface ReadFile {
  products: FileProducts;
  rows: number;
  faults: Remark[];
  warnings: Remark[];
  read: TableFileInfo;
}

export interface ReadOptions {
  /** The path of the file. */
  file: string;
  /** A file with more rows is refused. */
  mostRows?: number | undefined;
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
}

/** Products that are parsed and looked up at once, between which the thread serves requests. */
const chunkSize = 200;

/** At most this many faults are collected, because a file in the wrong format has a fault in every cell. */
const mostFaults = 1_000;

/**
 * Reads a catalogue file, CSV or Excel. Rows with the same url form one product, and so do rows without a url that have the
 * same name; each row with neither is a separate product, and is looked up by its code. Throws `Problem` if the file is not a
 * catalogue file or has more than `mostRows` rows; all other faults are returned.
 */
export async function readCatalogueFile(
  db: Kysely<Tables>,
  openSpool: OpenSpool,
  { file, chosen, earlierChoices, mostRows = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<ReadFile> {
  const table = await readTable(file, { known: knownColumns, required: [['code']], multiline, chosen, earlierChoices });
  const { read, faults } = table;
  const result: ReadFile = { products: new FileProducts(openSpool), rows: 0, faults, warnings: [], read };
  if (faults.length > 0) return result;
  const groups = new SpooledGroups(openSpool<FileRow>());
  await groupByProduct(table, groups, { result, mostRows });
  const [doubles, unknown] = [new DoubleCodes(), [] as Remark[]];
  let chunk: FileProduct[] = [];
  const addChunk = async (): Promise<void> => {
    unknown.push(...(await addWithUrls(db, chunk, result.products)));
    chunk = [];
    await nextTurn();
  };
  for (const group of groups.groups()) {
    if (faults.length >= mostFaults) break;
    const product = parseProduct(group, faults);
    doubles.add(product);
    if (chunk.push(product) === chunkSize) await addChunk();
  }
  await addChunk();
  faults.push(...doubles.faults);
  faults.sort((a, b) => a.row - b.row);
  faults.push(...unknown);
  return result;
}

async function groupByProduct(
  table: ImportTable<Column>,
  groups: SpooledGroups<FileRow>,
  { result, mostRows }: { result: ReadFile; mostRows: number },
): Promise<void> {
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
    groups.add((cells.url || cells.name || `${row} ${cells.code}`).toLowerCase(), { row, cells });
  }
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

/** Finds codes that several rows have. */
class DoubleCodes {
  readonly faults: Remark[] = [];
  readonly #firstRows = new Map<string, number>();

  add({ items }: FileProduct): void {
    for (const { row, code } of items) {
      if (!code) continue;
      const before = this.#firstRows.get(code.toLowerCase());
      if (before === undefined) this.#firstRows.set(code.toLowerCase(), row);
      else this.faults.push({ row, column: 'code', message: `Code '${code}' is also in row ${before}.` });
    }
  }
}
