import { sql } from 'kysely';
import { releaseAll } from '#forms/files/stored-files.server.ts';
import { read, type SubmissionsDeps } from '../submit-form.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences, type SubmissionDetails, type SubmissionFilter } from './contract.ts';
import type { Inbox } from '#inbox/change-rows.server.ts';
import { filterSubmissions, selectRows, toSubmissionRow } from './list-submissions.server.ts';

/** A submission with its form version, for the reading pane. Throws 404 if it does not exist. */
export async function readDetails(deps: SubmissionsDeps, id: string, actor: Actor): Promise<SubmissionDetails> {
  const row = await selectRows(deps.db.selectFrom('form_submissions').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  const { form, responses } = await read(deps, id, actor);
  return { ...toSubmissionRow(row), form, responses };
}

/** Submissions as an inbox. The status has a version of its own, so that changing it does not conflict with an open form. */
export const submissionInbox: Inbox<SubmissionFilter> = {
  table: 'form_submissions',
  entity: 'submission',
  name: sql<string>`(select form_name from form_versions v
    where v.form_id = form_submissions.form_id and v.version = form_submissions.form_version)
    || coalesce(', ' || nullif(coalesce(nullif(sender_name, ''), sender_email), ''), '')`,
  version: sql<number>`version + status_version`,
  raised: sql`status_version = status_version + 1`,
  gone: sentences.gone,
  matches: (tx, filter, most) => filterSubmissions(tx, filter).select('id').limit(most).execute(),
  clear: releaseAll,
};
