import { sql } from 'kysely';
import type { FormDefinition } from '#forms/definition/definition.ts';
import type { Db } from '#platform/db/db.server.ts';
import { mostExcelRows, tooManyRows } from '#platform/spreadsheet/excel.server.ts';
import type { ExportFormat, ListFile } from '#platform/list/list-export.server.ts';
import { dayOf, formatInstant } from '#lib/day.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { type AnswerColumn, answerColumns, type Version } from './answer-columns.ts';
import { sentences, type SubmissionFilter, type SubmissionList } from './contract.ts';
import { statusName } from '#inbox/contract.ts';
import { filtered, inOrder, rowsOf, type StoredRow } from './list.server.ts';

type Columns<Row> = ListFile<Row>['columns'];

/** `9:05 am`, by Sydney's clock. */
const timeOf = (instant: Date): string => formatInstant(instant).split(', ')[1] ?? '';

const common: Columns<StoredRow> = [
  { header: 'Sent', kind: 'date', of: ({ createdAt }) => dayOf(createdAt) },
  { header: 'Time', kind: 'text', of: ({ createdAt }) => timeOf(createdAt) },
  { header: 'Status', kind: 'text', of: ({ status }) => statusName(status) },
  { header: 'Sender', kind: 'text', width: 28, of: ({ senderName }) => senderName },
  { header: 'Sender email', kind: 'text', width: 32, of: ({ senderEmail }) => senderEmail },
  { header: 'Version', kind: 'number', of: ({ formVersion }) => formVersion },
  { header: 'Reference', kind: 'text', width: 38, of: ({ id }) => id },
];

/** The filtered list as a file, in the list's order: without answers, which differ from form to form. */
export const listFile = (db: Db, filter: SubmissionFilter, sort: SubmissionList['sort']): ListFile<StoredRow> => ({
  name: 'Submissions',
  query: rowsOf(inOrder(filtered(db, filter), sort)),
  columns: [{ header: 'Form', kind: 'text', width: 28, of: ({ formName }) => formName }, ...common],
});

type AnsweredRow = StoredRow & { responses: Record<string, string> };

interface Wanted {
  filter: SubmissionFilter & { formId: string };
  sort: SubmissionList['sort'];
  format: ExportFormat;
}

/** The filtered submissions of one form with their answers. 404 for an unknown form, 400 where a sheet can't hold them. */
export async function answersFile(db: Db, { filter, sort, format }: Wanted): Promise<ListFile<AnsweredRow>> {
  const versions = await versionsOf(db, filter.formId);
  if (format === 'xlsx' && (await countOf(db, filter, mostExcelRows + 1)) > mostExcelRows)
    throw new Problem(400, tooManyRows);
  const newest = versions.reduce((latest, one) => (one.version > latest.version ? one : latest));
  const columns = distinct(answerColumns(versions));
  const query = rowsOf(inOrder(filtered(db, filter), sort)).select(
    sql<Record<string, string>>`responses`.as('responses'),
  );
  return {
    name: plainName(newest.form.formName),
    isLong: true,
    query,
    columns: [...common, ...columns.map((column) => ({ ...column, of: of(column) }))],
  };
}

/** Of the sheet and of the file, whose header takes ASCII alone. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]+/g, '')
    .replace(/\s+/g, ' ')
    .trim() || 'Submissions';

async function countOf(db: Db, filter: SubmissionFilter, most: number): Promise<number> {
  const some = filtered(db, filter).select('id').limit(most);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const of =
  (column: AnswerColumn) =>
  ({ formVersion, responses }: AnsweredRow) =>
    column.of(formVersion, responses);

const commonHeaders = new Set(common.map(({ header }) => header.toLowerCase()));

/** A field that is called like one of the columns before it. */
const distinct = (columns: readonly AnswerColumn[]): AnswerColumn[] =>
  columns.map((column) =>
    commonHeaders.has(column.header.toLowerCase()) ? { ...column, header: `${column.header} (answer)` } : column,
  );

async function versionsOf(db: Db, formId: string): Promise<[Version, ...Version[]]> {
  const rows = await db
    .selectFrom('form_versions')
    .select(['version', 'definition'])
    .where('form_id', '=', formId)
    .execute();
  const [first, ...others] = rows.map(({ version, definition }) => ({
    version,
    form: definition as unknown as FormDefinition, // only the importer writes it
  }));
  if (!first) throw notFound(sentences.noForm);
  return [first, ...others];
}
