import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { FormSummary, listForms } from './list-contract.ts';

type FormListQuery = z.output<(typeof listForms)['shapes']['query']>;

const order: Order<'formName' | 'url' | 'updatedDate'> = {
  columns: { formName: sql`lower(form_versions.form_name)`, url: sql`forms.url`, updatedDate: sql`forms.updated_at` },
  usual: 'formName',
  key: sql`forms.id`,
};

/** A page of forms, or all forms. Submissions are counted up to 10,001, only for the rows shown. */
export async function readForms(db: Db, { state, ...table }: FormListQuery): Promise<RowsWithTotal<FormSummary>> {
  const words = searchCondition(sql`search_words(form_versions.form_name || ' ' || forms.url)`, table.search);
  const query = db
    .selectFrom('forms')
    .innerJoin('form_versions', (join) =>
      join.onRef('form_versions.form_id', '=', 'forms.id').onRef('form_versions.version', '=', 'forms.current_version'),
    )
    .select([
      'forms.id',
      'forms.url',
      'form_versions.form_name as formName',
      'form_versions.version',
      'forms.updated_at as at',
      'forms.archived_at as archivedAt',
      'forms.closed_at as closedAt',
    ])
    .$if(state !== 'all', (some) => some.where('forms.archived_at', state === 'archived' ? 'is not' : 'is', null))
    .$if(state === 'open' || state === 'closed', (some) =>
      some.where('forms.closed_at', state === 'open' ? 'is' : 'is not', null),
    )
    .$if(words !== undefined, (some) => some.where(words ?? sql<boolean>`true`));
  const { rows, total } = await tablePage(db, query, { asked: table, order });
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map(({ at, archivedAt, closedAt, ...row }) => ({
      ...row,
      updatedDate: at.toISOString(),
      archivedDate: archivedAt?.toISOString() ?? null,
      closedDate: closedAt?.toISOString() ?? null,
      submissionCount: counts.get(row.id)?.all ?? 0,
      newSubmissionCount: counts.get(row.id)?.new ?? 0,
    })),
    total,
  };
}

interface Counts {
  id: string;
  all: number;
  new: number;
}

/** Counts all and new submissions, up to the limit; each count has its own index. */
async function countsOf(db: Db, ids: readonly string[]): Promise<Map<string, Counts>> {
  const counted = (condition: RawBuilder<unknown>) => sql`(select count(*) from (
    select from form_submissions s where s.form_id = f.id ${condition} limit ${sql.lit(mostRows + 1)}) counted)::int`;
  const { rows } = await sql<Counts>`
    select f.id, ${counted(sql``)} as "all", ${counted(sql`and s.status = 0`)} as "new"
    from unnest(${ids}::uuid[]) f(id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
