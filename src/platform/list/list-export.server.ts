import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Compilable, CompiledQuery } from 'kysely';
import { guard } from '#lib/text/csv-guard.ts';
import { toDollars, type Cents } from '#lib/money.ts';
import type { Db } from '../db/db.server.ts';
import { excelType } from '#lib/table-file.ts';
import { type ExcelColumn, type ExcelRow, streamExcel, writeExcel } from '../spreadsheet/excel.server.ts';

/** How a list is exported: its columns, and what of a row stands in them. */
export interface ListFile<Row> {
  /** Of the file and of the sheet: `Users`. */
  name: string;
  columns: readonly (ExcelColumn & { of: (row: Row) => ExcelRow[number] })[];
  /** In the order of the list. */
  query: Compilable<Row>;
  /** After those of the query. */
  last?: readonly Row[];
  /** Excel is sent as it is written, since the file may be large; whoever says so has made sure that it holds all rows. */
  isLong?: boolean;
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

async function* followed<Row>(parts: AsyncIterable<Row[]>, last: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield* parts;
  yield last;
}

/** A cell as text. */
function csvCell(value: ExcelRow[number], kind: ExcelColumn['kind']): string {
  if (value === null) return '';
  if (kind === 'money') return toDollars(Number(value) as Cents).toFixed(2); // the column says so
  const text = String(value);
  return kind === 'text' ? guard(text) : text;
}

/** What a file is made of: its columns, and its rows some at a time. */
interface FileOf<Row> extends Pick<ListFile<Row>, 'name' | 'columns' | 'isLong'> {
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

async function* csvOf<Row>({ columns, parts }: FileOf<Row>): AsyncGenerator<string> {
  // Excel takes a file for UTF-8 only when it begins with this mark.
  yield `\ufeff${stringify([columns.map(({ header }) => guard(header))])}`;
  for await (const rows of parts)
    yield stringify(rows.map((row) => columns.map(({ of, kind }) => csvCell(of(row), kind))));
}

async function* excelRows<Row>({ columns, parts }: FileOf<Row>): AsyncGenerator<ExcelRow[]> {
  for await (const rows of parts) yield rows.map((row) => columns.map(({ of }) => of(row)));
}

interface As {
  format: ExportFormat;
  /** Stands in the file's name. */
  day: string;
}

/** Says of an answer that it is a file, and under which name it is kept. */
export const attached = (reply: FastifyReply, { name, type }: { name: string; type: string }): FastifyReply =>
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);

async function send<Row>(reply: FastifyReply, file: FileOf<Row>, { format, day }: As): Promise<FastifyReply> {
  const name = `${file.name.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`;
  if (format === 'csv')
    return attached(reply, { name, type: 'text/csv; charset=utf-8' }).send(Readable.from(csvOf(file)));
  const columns = file.columns.map(({ of: _of, ...column }) => column); // a function can't go along
  const sheet = { name: file.name, columns, rows: excelRows(file) };
  const content = file.isLong ? Readable.from(streamExcel(sheet)) : await writeExcel(sheet);
  return attached(reply, { name, type: excelType }).send(content);
}

/** Answers a list as a file: CSV as it is read, Excel once it is written. `day` stands in the file's name. */
export const sendList = <Row>(
  { db, reply }: { db: Db; reply: FastifyReply },
  { query, last = [], ...file }: ListFile<Row>,
  as: As,
): Promise<FastifyReply> => send(reply, { ...file, parts: followed(inParts(db, query), last) }, as);

/** The same of rows that are there already. */
export const sendRows = <Row>(
  reply: FastifyReply,
  { rows, ...file }: Pick<ListFile<Row>, 'name' | 'columns'> & { rows: readonly Row[] },
  as: As,
): Promise<FastifyReply> => send(reply, { ...file, parts: [rows] }, as);
