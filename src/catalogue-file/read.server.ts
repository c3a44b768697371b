import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { Problem } from '#lib/problem.ts';
import { tidy } from '#lib/wire.ts';
import { unguard } from '#lib/csv-guard.ts';
import { importSentences } from '#products/import-sentences.ts';
import { type Column, columns, type Remark } from './catalogue.ts';
import { type FileProduct, readProduct } from './rows.ts';

export interface FileRow {
  /** The header is row 1. */
  row: number;
  cells: Partial<Record<Column, string>>;
}

export interface ReadFile {
  products: FileProduct[];
  rows: number;
  faults: Remark[];
}

const breathEvery = 200;

/** No more than this many faults are gathered: a file in the wrong format would name every cell. */
const mostFaults = 1_000;

/**
 * Reads a catalogue file (RFC 4180, UTF-8, with or without a byte order mark; comma, semicolon or tab). Rows with the same
 * `url` are one product. Throws `Problem` where the file is no such file at all or has more than `mostRows`; every other fault
 * is returned.
 */
export async function readCatalogueFile(file: string, mostRows = Number.POSITIVE_INFINITY): Promise<ReadFile> {
  const groups = new Map<string, FileRow[]>();
  let rows = 0;
  for await (const { row, cells } of rowsOf(file)) {
    rows++;
    if (rows > mostRows) throw new Problem(413, importSentences.tooManyRows);
    const key = cells.url || cells.name || `row ${row}`;
    const group = groups.get(key.toLowerCase());
    if (group) group.push({ row, cells });
    else groups.set(key.toLowerCase(), [{ row, cells }]);
  }
  const faults: Remark[] = [];
  const products: FileProduct[] = [];
  let place = 0;
  for (const [key, group] of groups) {
    groups.delete(key); // its cells are not needed beside what is read of them
    if (faults.length < mostFaults) products.push(readProduct(group, faults));
    if (++place % breathEvery === 0) await breath(); // shoppers are served by the same thread
  }
  faults.push(...sharedCodes(products));
  return { products, rows, faults: faults.sort((a, b) => a.row - b.row) };
}

/** Elsewhere line breaks become blanks, as in the back office. */
const multiline: ReadonlySet<Column> = new Set(['short_description', 'long_description'] as const);

async function* rowsOf(file: string): AsyncGenerator<FileRow> {
  const delimiter = await delimiterOf(file);
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }),
  );
  let header: Column[] | undefined;
  try {
    for await (const record of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!header) {
        header = readHeader(record.record);
        continue;
      }
      const cells: FileRow['cells'] = {};
      for (const [i, column] of header.entries())
        cells[column] = unguard(tidy(record.record[i] ?? '', multiline.has(column)));
      yield { row: record.info.lines, cells };
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, `The file cannot be read as CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!header) throw new Problem(400, 'The file is empty.');
}

/** The header's separator: it holds no quoted cells, so whichever of the three stands in it most is the one. */
async function delimiterOf(file: string): Promise<string> {
  const opened = await open(file).catch((error: unknown) => {
    throw new Problem(400, `'${file}' cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0).finally(() => opened.close());
  const [header = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
  const count = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function readHeader(cells: string[]): Column[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name));
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  const missing = ['url', 'name', 'code'].filter((name) => !names.includes(name));
  const said = [
    unknown.length > 0 && `unknown columns: ${unknown.map((name) => `'${name}'`).join(', ')}`,
    twice.length > 0 && `columns given twice: ${twice.join(', ')}`,
    missing.length > 0 && `missing columns: ${missing.join(', ')}`,
  ].filter(Boolean);
  if (said.length > 0) throw new Problem(400, `The header row is not right (${said.join('; ')}).`);
  return names as Column[]; // each was found in `columns`
}

function sharedCodes(products: readonly FileProduct[]): Remark[] {
  const first = new Map<string, number>();
  const faults: Remark[] = [];
  for (const { row, code } of products.flatMap((product) => product.items)) {
    if (!code) continue;
    const before = first.get(code.toLowerCase());
    if (before === undefined) first.set(code.toLowerCase(), row);
    else
      faults.push({
        row,
        column: 'code',
        message: `Code '${code}' stands in row ${before} too.`,
      });
  }
  return faults;
}
