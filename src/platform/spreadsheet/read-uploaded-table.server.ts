import { badInput, Problem } from '#lib/api/problem.ts';
import { type ImportRow, type ImportTable, readTable, type TableSpec } from './read-table.server.ts';

interface RowLimit {
  mostRows: number;
  /** The sentence for a table with more rows. */
  tooMany: string;
}

/**
 * Reads a table from the field `file` of a request: a data URL, or the text of a CSV file. Throws `Problem` 400 at that field for an
 * invalid file, at once or while its rows are read, and 413 for too many rows.
 */
export async function readUploadedTable<C extends string>(
  file: string,
  { mostRows, tooMany, ...spec }: TableSpec<C> & RowLimit,
): Promise<ImportTable<C>> {
  const table = await readTable(bytesOf(file), spec).catch(asFileFault);
  return { ...table, rows: () => limitedRows(table, { mostRows, tooMany }) };
}

async function* limitedRows<C extends string>(
  table: ImportTable<C>,
  { mostRows, tooMany }: RowLimit,
): AsyncGenerator<ImportRow<C>> {
  let count = 0;
  try {
    for await (const row of table.rows()) {
      if (++count > mostRows) throw new Problem(413, tooMany);
      yield row;
    }
  } catch (error) {
    asFileFault(error);
  }
}

function bytesOf(file: string): Buffer {
  const [start] = /^data:[^,]{0,200},/.exec(file) ?? [];
  if (start === undefined) return Buffer.from(file);
  const data = file.slice(start.length);
  return start.endsWith(';base64,') ? Buffer.from(data, 'base64') : Buffer.from(data);
}

function asFileFault(error: unknown): never {
  if (error instanceof Problem && error.status === 400 && error.faults.length === 0)
    throw badInput({ path: 'file', message: error.message });
  throw error;
}
