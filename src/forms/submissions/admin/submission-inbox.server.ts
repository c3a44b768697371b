import { sql } from 'kysely';
import { removeFilesOfSubmissions } from '#forms/files/remove-files.server.ts';
import { readOwnSubmission } from '../read-and-change-submission.server.ts';
import type { SubmissionsDeps } from '../submit-form.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences, type SubmissionDetails, type SubmissionFilter } from './contract.ts';
import type { Inbox } from '#inbox/change-rows.server.ts';
import { filterSubmissions, selectRows, toSubmissionRow } from './list-submissions.server.ts';

/** A submission with its form version, for the reading pane. Throws 404 if it does not exist. */
export async function readDetails(deps: SubmissionsDeps, id: string, actor: Actor): Promise<SubmissionDetails> {
  const row = await selectRows(deps.db.selectFrom('form_submissions').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  const { form, responses } = await readOwnSubmission(deps, id, actor);
  return { ...toSubmissionRow(row), form, responses };
}

/**
 * Submissions as an inbox. The status has its own version, because changing it must not conflict with somebody's edit of the
 * answers.
 */
export const submissionInbox: Inbox<SubmissionFilter> = {
  table: 'form_submissions',
  entity: 'submission',
  name: sql<string>`(select form_name from form_versions v
    where v.form_id = form_submissions.form_id and v.version = form_submissions.form_version)
    || coalesce(', ' || nullif(coalesce(nullif(sender_name, ''), sender_email), ''), '')`,
  version: sql<number>`version + status_version`,
  incrementVersion: sql`status_version = status_version + 1`,
  gone: sentences.gone,
  matches: (tx, filter, limit) => filterSubmissions(tx, filter).select('id').limit(limit).execute(),
  deleteDependents: removeFilesOfSubmissions,
};
