import { sql } from 'kysely';
import type { FormDefinition } from '#forms/definition/definition.ts';
import type { Db } from '#platform/db/db.server.ts';
import { mostExcelRows, tooManyRows } from '#platform/spreadsheet/write-excel.server.ts';
import { inListOrder } from '#platform/list/table-page.server.ts';
import type { ExportFormat, ListFile } from '#platform/list/list-export.server.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { type AnswerColumn, answerColumns, type FormVersion } from './export-answer-columns.ts';
import { sentences, type SubmissionFilter, type SubmissionList } from './contract.ts';
import { sentColumns } from '#inbox/list-rows.server.ts';
import { filterSubmissions, order, selectRows, type SubmissionRecord } from './list-submissions.server.ts';

const common: ListFile<SubmissionRecord>['columns'] = [
  ...sentColumns,
  { header: 'Sender', kind: 'text', width: 28, of: ({ senderName }) => senderName },
  { header: 'Sender email', kind: 'text', width: 32, of: ({ senderEmail }) => senderEmail },
  { header: 'Version', kind: 'number', of: ({ formVersion }) => formVersion },
  { header: 'Reference', kind: 'text', width: 38, of: ({ id }) => id },
];

/** The filtered list as a file, in the list's order; without answers, because forms have different fields. */
export const listFile = (
  db: Db,
  filter: SubmissionFilter,
  sort: SubmissionList['sort'],
): ListFile<SubmissionRecord> => ({
  name: 'Submissions',
  query: selectRows(inListOrder(filterSubmissions(db, filter), order, sort)),
  columns: [{ header: 'Form', kind: 'text', width: 28, of: ({ formName }) => formName }, ...common],
});

type SubmissionWithAnswers = SubmissionRecord & { responses: Record<string, string> };

/** The filtered submissions of one form with their answers. Throws 404 for an unknown form, 400 if they do not fit on an Excel sheet. */
export async function answersFile(
  db: Db,
  filter: SubmissionFilter & { formId: string },
  sort: SubmissionList['sort'],
  format: ExportFormat,
): Promise<ListFile<SubmissionWithAnswers>> {
  const versions = await versionsOf(db, filter.formId);
  if (format === 'xlsx' && (await countOf(db, filter, mostExcelRows + 1)) > mostExcelRows)
    throw new Problem(400, tooManyRows);
  const newest = versions.reduce((latest, one) => (one.version > latest.version ? one : latest));
  const columns = withDistinctHeaders(answerColumns(versions));
  const query = selectRows(inListOrder(filterSubmissions(db, filter), order, sort)).select(
    sql<Record<string, string>>`responses`.as('responses'),
  );
  return {
    name: plainName(newest.form.formName),
    isLong: true,
    query,
    columns: [...common, ...columns.map((column) => ({ ...column, of: valueOf(column) }))],
  };
}

/** ASCII name for the sheet and the file, because the response header allows only ASCII. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]+/g, '')
    .replace(/\s+/g, ' ')
    .trim() || 'Submissions';

async function countOf(db: Db, filter: SubmissionFilter, limit: number): Promise<number> {
  const some = filterSubmissions(db, filter).select('id').limit(limit);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const valueOf =
  (column: AnswerColumn) =>
  ({ formVersion, responses }: SubmissionWithAnswers) =>
    column.of(formVersion, responses);

const commonHeaders = new Set(common.map(({ header }) => header.toLowerCase()));

/** Renames answer columns whose header is the same as a common column's. */
const withDistinctHeaders = (columns: readonly AnswerColumn[]): AnswerColumn[] =>
  columns.map((column) =>
    commonHeaders.has(column.header.toLowerCase()) ? { ...column, header: `${column.header} (answer)` } : column,
  );

async function versionsOf(db: Db, formId: string): Promise<[FormVersion, ...FormVersion[]]> {
  const rows = await db
    .selectFrom('form_versions')
    .select(['version', 'definition'])
    .where('form_id', '=', formId)
    .execute();
  const [first, ...others] = rows.map(({ version, definition }) => ({
    version,
    form: definition as unknown as FormDefinition, // only the importer writes definitions
  }));
  if (!first) throw notFound(sentences.noForm);
  return [first, ...others];
}
