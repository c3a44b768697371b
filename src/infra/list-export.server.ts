import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Compilable, CompiledQuery } from 'kysely';
import { guard } from '#lib/csv-guard.ts';
import { toDollars, type Cents } from '#lib/money.ts';
import type { Db } from './db.server.ts';
import { type ExcelColumn, type ExcelRow, excelType, writeExcel } from './excel.server.ts';

/** How a list is exported: its columns, and what of a row stands in them. */
export interface ListFile<Row> {
  /** Of the file and of the sheet: `Users`. */
  name: string;
  columns: readonly (ExcelColumn & { of: (row: Row) => ExcelRow[number] })[];
  /** In the order of the list. */
  query: Compilable<Row>;
}

export type ExportFormat = 'csv' | 'xlsx';

const rowsAtOnce = 1000;

/** All rows of a query, some at a time, as they were at one moment; a transaction is open until the last is taken. */
async function* inParts<Row>(db: Db, query: Compilable<Row>): AsyncGenerator<Row[]> {
  const { sql, parameters } = query.compile();
  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await tx.executeQuery(CompiledQuery.raw(`declare exported no scroll cursor for ${sql}`, [...parameters]));
    for (;;) {
      const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(`fetch ${rowsAtOnce} from exported`));
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) break;
    }
  } finally {
    await tx.rollback().execute();
  }
}

/** A cell as text. */
function csvCell(value: ExcelRow[number], kind: ExcelColumn['kind']): string {
  if (value === null) return '';
  if (kind === 'money') return toDollars(Number(value) as Cents).toFixed(2); // the column says so
  const text = String(value);
  return kind === 'text' ? guard(text) : text;
}

async function* csvOf<Row>(db: Db, { columns, query }: ListFile<Row>): AsyncGenerator<string> {
  // Excel takes a file for UTF-8 only when it begins with this mark.
  yield `\ufeff${stringify([columns.map(({ header }) => header)])}`;
  for await (const rows of inParts(db, query))
    yield stringify(rows.map((row) => columns.map(({ of, kind }) => csvCell(of(row), kind))));
}

async function* excelRows<Row>(db: Db, { columns, query }: ListFile<Row>): AsyncGenerator<ExcelRow[]> {
  for await (const rows of inParts(db, query)) yield rows.map((row) => columns.map(({ of }) => of(row)));
}

/** Answers a list as a file: CSV as it is read, Excel once it is written. `day` stands in the file's name. */
export async function sendList<Row>(
  { db, reply }: { db: Db; reply: FastifyReply },
  file: ListFile<Row>,
  { format, day }: { format: ExportFormat; day: string },
): Promise<FastifyReply> {
  const name = `${file.name.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`;
  const attached = (type: string) =>
    reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);
  if (format === 'csv') return attached('text/csv; charset=utf-8').send(Readable.from(csvOf(db, file)));
  const columns = file.columns.map(({ header, kind, width }) => ({ header, kind, width })); // a function can't go along
  const bytes = await writeExcel({ name: file.name, columns, rows: excelRows(db, file) });
  return attached(excelType).send(bytes);
}
