import type { Deps } from '#infra/deps.server.ts';
import { jobKind } from '#infra/jobs.server.ts';
import { readForm } from '../definitions/stored.server.ts';

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

/** Keeps a draft in place of the last one. 404 for a form that is gone. */
export async function keepDraft(
  { db, clock }: DraftsDeps,
  { userId, formId }: Whose,
  responses: readonly Response[],
): Promise<string> {
  await readForm(db, { id: formId });
  const at = clock.now();
  await db
    .insertInto('form_drafts')
    .values({ user_id: userId, form_id: formId, responses: JSON.stringify(responses), updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'form_id']).doUpdateSet(({ ref }) => ({
        responses: ref('excluded.responses'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute();
  return at.toISOString();
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
