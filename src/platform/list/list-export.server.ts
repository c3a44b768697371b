import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Compilable, CompiledQuery } from 'kysely';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import { toDollars, type Cents } from '#lib/money.ts';
import type { Db } from '../db/db.server.ts';
import { excelType } from '#lib/table-file.ts';
import { type ExcelColumn, type ExcelRow, streamExcel, writeExcel } from '../spreadsheet/write-excel.server.ts';

/** How a list is exported: its columns, and the value of each column for a row. */
export interface ListFile<Row> {
  /** The name of the file and the sheet: `Users`. */
  name: string;
  columns: readonly (ExcelColumn & { of: (row: Row) => ExcelRow[number] })[];
  /** The rows, in the list's order. */
  query: Compilable<Row>;
  /** Rows to add after the query's rows. */
  last?: readonly Row[];
  /** Streams an Excel file, because it may be large; the caller must have checked that all rows fit. */
  isLong?: boolean;
}

export type ExportFormat = 'csv' | 'xlsx';

const rowsAtOnce = 1000;

/** All rows of a query in batches, from one snapshot; a transaction stays open until the last batch. */
async function* inBatches<Row>(db: Db, query: Compilable<Row>): AsyncGenerator<Row[]> {
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

async function* withLastRows<Row>(batches: AsyncIterable<Row[]>, last: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield* batches;
  yield last;
}

/** A cell as text. */
function csvCell(value: ExcelRow[number], kind: ExcelColumn['kind']): string {
  if (value === null) return '';
  if (kind === 'money') return toDollars(Number(value) as Cents).toFixed(2); // money columns hold cents
  const text = String(value);
  return kind === 'text' ? escapeFormula(text) : text;
}

/** The content of a file: its columns, and its rows in batches. */
interface FileContent<Row> extends Pick<ListFile<Row>, 'name' | 'columns' | 'isLong'> {
  batches: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

async function* csvOf<Row>({ columns, batches }: FileContent<Row>): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only if it begins with this byte order mark.
  yield `\ufeff${stringify([columns.map(({ header }) => escapeFormula(header))])}`;
  for await (const rows of batches)
    yield stringify(rows.map((row) => columns.map(({ of, kind }) => csvCell(of(row), kind))));
}

async function* excelRows<Row>({ columns, batches }: FileContent<Row>): AsyncGenerator<ExcelRow[]> {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ of }) => of(row)));
}

interface ExportOptions {
  format: ExportFormat;
  /** Part of the file's name. */
  day: string;
}

/** Sets the headers of a file download with its name. */
export const setDownloadHeaders = (reply: FastifyReply, { name, type }: { name: string; type: string }): FastifyReply =>
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);

async function send<Row>(
  reply: FastifyReply,
  file: FileContent<Row>,
  { format, day }: ExportOptions,
): Promise<FastifyReply> {
  const name = `${file.name.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`;
  if (format === 'csv')
    return setDownloadHeaders(reply, { name, type: 'text/csv; charset=utf-8' }).send(Readable.from(csvOf(file)));
  const columns = file.columns.map(({ of: _of, ...column }) => column); // a function can't be sent to the worker
  const sheet = { name: file.name, columns, rows: excelRows(file) };
  const content = file.isLong ? Readable.from(streamExcel(sheet)) : await writeExcel(sheet);
  return setDownloadHeaders(reply, { name, type: excelType }).send(content);
}

/** Sends a list as a file: CSV while the rows are read; Excel once the file is complete, unless `isLong`. */
export const sendList = <Row>(
  { db, reply }: { db: Db; reply: FastifyReply },
  { query, last = [], ...file }: ListFile<Row>,
  options: ExportOptions,
): Promise<FastifyReply> => send(reply, { ...file, batches: withLastRows(inBatches(db, query), last) }, options);

/** Sends rows that are already in memory as a file. */
export const sendRows = <Row>(
  reply: FastifyReply,
  { rows, ...file }: Pick<ListFile<Row>, 'name' | 'columns'> & { rows: readonly Row[] },
  options: ExportOptions,
): Promise<FastifyReply> => send(reply, { ...file, batches: [rows] }, options);
