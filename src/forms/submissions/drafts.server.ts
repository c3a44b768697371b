import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { readForm } from '../definition/stored.server.ts';

type DraftsDeps = Pick<Deps, 'db' | 'clock'>;

interface Response {
  id: string;
  response: string;
}

interface Draft {
  responses: Response[];
  savedDate: string;
}

interface Whose {
  userId: string;
  formId: string;
}

/** A draft that nobody has gone on with for so long is given up. */
const keptDays = 90;

const sweepJob = jobKind<object>('form-drafts-sweep');

export async function readDraft({ db }: DraftsDeps, { userId, formId }: Whose): Promise<Draft | null> {
  const row = await db
    .selectFrom('form_drafts')
    .select(['responses', 'updated_at'])
    .where('user_id', '=', userId)
    .where('form_id', '=', formId)
    .executeTakeFirst();
  if (!row) return null;
  return { responses: row.responses as unknown as Response[], savedDate: row.updated_at.toISOString() }; // written below
}

/** After the one before, whatever the clock shows: drafts are told apart by it. */
const nextDate = (at: Date) =>
  sql<Date>`greatest(${at}::timestamptz, form_drafts.updated_at + interval '1 millisecond')`;

/**
 * Keeps a draft in place of the last one; with `savedDate` only in place of the one of that date, null being none. Of two at once one
 * wins: each is one statement. 404 for a form that is gone.
 */
export async function keepDraft(
  { db, clock }: DraftsDeps,
  { userId, formId }: Whose,
  { responses: given, savedDate }: { responses: readonly Response[]; savedDate?: string | null | undefined },
): Promise<string> {
  await readForm(db, { id: formId });
  const [responses, at] = [JSON.stringify(given), clock.now()];
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
          const there = clash.columns(['user_id', 'form_id']);
          return savedDate === null ? there.doNothing() : there.doUpdateSet(change);
        })
        .returning('updated_at')
        .executeTakeFirst());
  if (!row) throw conflict(changedMeanwhile);
  return row.updated_at.toISOString();
}

export async function dropDraft({ db }: DraftsDeps, { userId, formId }: Whose): Promise<void> {
  await db.deleteFrom('form_drafts').where('user_id', '=', userId).where('form_id', '=', formId).execute();
}

/** Says who sweeps; before the queue is started. */
export function startDraftJobs({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  jobs.daily(sweepJob, async () => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
    await db.deleteFrom('form_drafts').where('updated_at', '<', before).execute();
  });
}
