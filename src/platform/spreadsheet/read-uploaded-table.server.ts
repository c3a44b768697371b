import { badInput, Problem } from '#lib/api/problem.ts';
import { type ReadRow, type ReadTable, readTable, type TableSpec } from './read-table.server.ts';

interface Bound {
  /** A table with more rows is refused with the sentence. */
  mostRows: number;
  tooMany: string;
}

/**
 * Reads a table (`readTable`) that a call sends as `file`: a data URL, or the text of a CSV file. Throws `Problem` 400 at
 * that field for an invalid file, at once or while its rows are read, and 413 for too many rows.
 */
export async function readSentTable<C extends string>(
  file: string,
  { mostRows, tooMany, ...spec }: TableSpec<C> & Bound,
): Promise<ReadTable<C>> {
  const table = await readTable(bytesOf(file), spec).catch(atFile);
  return { ...table, rows: () => boundedRows(table, { mostRows, tooMany }) };
}

async function* boundedRows<C extends string>(
  table: ReadTable<C>,
  { mostRows, tooMany }: Bound,
): AsyncGenerator<ReadRow<C>> {
  let count = 0;
  try {
    for await (const row of table.rows()) {
      if (++count > mostRows) throw new Problem(413, tooMany);
      yield row;
    }
  } catch (error) {
    atFile(error);
  }
}

function bytesOf(file: string): Buffer {
  const [start] = /^data:[^,]{0,200},/.exec(file) ?? [];
  if (start === undefined) return Buffer.from(file);
  const data = file.slice(start.length);
  return start.endsWith(';base64,') ? Buffer.from(data, 'base64') : Buffer.from(data);
}

function atFile(error: unknown): never {
  if (error instanceof Problem && error.status === 400 && error.faults.length === 0)
    throw badInput({ path: 'file', message: error.message });
  throw error;
}
