import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { readForm } from '../definition/form-versions.server.ts';
import { dayMs } from '#lib/durations.ts';

type DraftsDeps = Pick<Deps, 'db' | 'clock'>;

interface Response {
  id: string;
  response: string;
}

interface DraftKey {
  userId: string;
  formId: string;
}

/** A draft is deleted this many days after it was last saved. */
const maxAgeDays = 90;

const sweepJob = jobKind<object>('form-drafts-sweep');

export async function readDraft(
  { db }: DraftsDeps,
  { userId, formId }: DraftKey,
): Promise<{ responses: Response[]; savedDate: string } | null> {
  const row = await db
    .selectFrom('form_drafts')
    .select(['responses', 'updated_at'])
    .where('user_id', '=', userId)
    .where('form_id', '=', formId)
    .executeTakeFirst();
  if (!row) return null;
  return { responses: row.responses as unknown as Response[], savedDate: row.updated_at.toISOString() }; // `saveDraft` writes it
}

/** The date of a save. It is always later than the previous one, because it identifies the draft. */
const nextDate = (at: Date) =>
  sql<Date>`greatest(${at}::timestamptz, form_drafts.updated_at + interval '1 millisecond')`;

/**
 * Saves a draft and returns its date. `savedDate` is the date of the draft that it replaces, null if there is none; throws
 * 409 if that is not the stored draft's date. Each case is a single statement, so that one of two concurrent saves wins.
 * Throws 404 if the form is unknown or archived.
 */
export async function saveDraft(
  { db, clock }: DraftsDeps,
  { userId, formId }: DraftKey,
  { responses: answers, savedDate }: { responses: readonly Response[]; savedDate?: string | null | undefined },
): Promise<string> {
  await readForm(db, { id: formId });
  const [responses, at] = [JSON.stringify(answers), clock.now()];
  const change = { responses, updated_at: nextDate(at) };
  const row = await (savedDate
    ? db
        .updateTable('form_drafts')
        .set(change)
        .where('user_id', '=', userId)
        .where('form_id', '=', formId)
        .where('updated_at', '=', new Date(savedDate))
        .returning('updated_at')
        .executeTakeFirst()
    : db
        .insertInto('form_drafts')
        .values({ user_id: userId, form_id: formId, responses, updated_at: at })
        .onConflict((clash) => {
          const existing = clash.columns(['user_id', 'form_id']);
          return savedDate === null ? existing.doNothing() : existing.doUpdateSet(change);
        })
        .returning('updated_at')
        .executeTakeFirst());
  if (!row) throw conflict(changedBySomeoneElse);
  return row.updated_at.toISOString();
}

export async function deleteDraft({ db }: DraftsDeps, { userId, formId }: DraftKey): Promise<void> {
  await db.deleteFrom('form_drafts').where('user_id', '=', userId).where('form_id', '=', formId).execute();
}

/** Registers the daily sweep of drafts; call before the queue is started. */
export function startDraftJobs({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  jobs.daily(sweepJob, async () => {
    const before = new Date(clock.now().getTime() - maxAgeDays * dayMs);
    await db.deleteFrom('form_drafts').where('updated_at', '<', before).execute();
  });
}
