import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { inboxCondition } from '#inbox/list-rows.server.ts';
import type { FormChoice, MySubmission, SubmissionFilter, SubmissionList, SubmissionRow } from './contract.ts';

type Column = Exclude<NonNullable<SubmissionList['sort']>, `-${string}`>;

/** Sortable columns; migration 0010 has an index for each. */
export const order: Order<Column> = {
  columns: {
    createdDate: sql.ref('created_at'),
    sender: sql`lower(coalesce(nullif(sender_name, ''), sender_email))`,
    status: sql.ref('status'),
  },
  usual: '-createdDate',
  key: sql.ref('id'),
};

/** Submissions that match a filter, unordered. */
export function filterSubmissions(db: Db | Tx, { formId, ...filter }: SubmissionFilter) {
  const query = db.selectFrom('form_submissions').where(inboxCondition(filter));
  return formId === undefined ? query : query.where('form_id', '=', formId);
}

/** A subquery, so that the name is looked up only for the rows of one page. */
const formName = sql<string>`(select v.form_name from form_versions v
  where v.form_id = form_submissions.form_id and v.version = form_submissions.form_version)`;

/** Selects the columns of the list. */
export const selectRows = (query: ReturnType<typeof filterSubmissions>) =>
  query
    .select(['id', 'form_id as formId', 'form_version as formVersion', 'user_id as userId', 'status'])
    .select(['sender_name as senderName', 'sender_email as senderEmail'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .select([formName.as('formName'), sql<number>`version + status_version`.as('version')]);

export type SubmissionRecord = InferResult<ReturnType<typeof selectRows>>[number];

export const toSubmissionRow = ({ createdAt, updatedAt, ...row }: SubmissionRecord): SubmissionRow => ({
  ...row,
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
});

/** A page of the inbox and the total (counted up to 10,001). */
export async function listSubmissions(db: Db, list: SubmissionList): Promise<RowsWithTotal<SubmissionRow>> {
  const { rows, total } = await tablePage(db, selectRows(filterSubmissions(db, list)), { asked: list, order });
  return { rows: rows.map(toSubmissionRow), total };
}

/** Forms that are not archived, and archived ones with submissions, by name. */
export async function submittedForms(db: Db): Promise<FormChoice[]> {
  const { rows } = await sql<FormChoice>`
    select f.id, v.form_name as "formName", f.archived_at is not null as "isArchived"
    from forms f join form_versions v on v.form_id = f.id and v.version = f.current_version
    where f.archived_at is null or exists (select from form_submissions s where s.form_id = f.id)
    order by f.archived_at is not null, lower(v.form_name), f.id limit 2000`.execute(db);
  return rows;
}

/** A member's own submissions, newest first. */
export async function listMine(
  db: Db,
  userId: string,
  paging: Pick<SubmissionList, 'page' | 'pageSize'>,
): Promise<RowsWithTotal<MySubmission>> {
  const mine = selectRows(db.selectFrom('form_submissions').where('user_id', '=', userId));
  const { rows, total } = await tablePage(db, mine, { asked: paging, order });
  const mySubmission = (row: SubmissionRecord): MySubmission => {
    const { id, formName: name, status, createdDate, updatedDate } = toSubmissionRow(row);
    return { id, formName: name, status, createdDate, updatedDate };
  };
  return { rows: rows.map(mySubmission), total };
}
