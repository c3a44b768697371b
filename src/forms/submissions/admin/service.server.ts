import { sql } from 'kysely';
import { releaseAll } from '#forms/files/stored-files.server.ts';
import { read, type SubmissionsDeps } from '../service.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences, type SubmissionDetails } from './contract.ts';
import type { Inbox } from '#inbox/changing.server.ts';
import { rowsOf, wireOf } from './list.server.ts';

/** A submission with the version of the form that it was made with, as the reading pane shows it. */
export async function readDetails(deps: SubmissionsDeps, id: string, actor: Actor): Promise<SubmissionDetails> {
  const row = await rowsOf(deps.db.selectFrom('form_submissions').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.gone);
  const { form, responses } = await read(deps, id, actor);
  return { ...wireOf(row), form, responses };
}

/** Submissions as what an inbox changes: the status counts by itself, so that who fills in is not disturbed by it. */
export const submissionInbox: Inbox = {
  table: 'form_submissions',
  entity: 'submission',
  name: sql<string>`(select form_name from form_versions v
    where v.form_id = form_submissions.form_id and v.version = form_submissions.form_version)
    || coalesce(', ' || nullif(coalesce(nullif(sender_name, ''), sender_email), ''), '')`,
  version: sql<number>`version + status_version`,
  raised: sql`status_version = status_version + 1`,
  gone: sentences.gone,
  clear: releaseAll,
};
