import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';
import { dayMs } from '#lib/durations.ts';

/** Removes files from the store after their rows have been deleted. */
const removalJob = jobKind<{ keys: string[] }>('form-files-removal');

/** Removes the files that a submission no longer names. */
export async function removeFilesNotNamed(
  tx: Tx,
  jobs: Deps['jobs'],
  { submissionId, named }: { submissionId: string; named: readonly string[] },
): Promise<void> {
  const removed = await tx
    .deleteFrom('form_files')
    .where('submission_id', '=', submissionId)
    .$if(named.length > 0, (query) => query.where('id', 'not in', named))
    .returning('file_key as key')
    .execute();
  await removeFromStore(tx, jobs, removed);
}

/** Removes all files of submissions. Call it before the submissions are deleted. */
export async function removeFilesOfSubmissions(
  tx: Tx,
  jobs: Deps['jobs'],
  submissionIds: readonly string[],
): Promise<void> {
  const removed = await tx
    .deleteFrom('form_files')
    .where(sql<boolean>`submission_id = any(${submissionIds}::uuid[])`)
    .returning('file_key as key')
    .execute();
  await removeFromStore(tx, jobs, removed);
}

/** Removes files from the store once the transaction has committed, a batch in each job. */
export async function removeFromStore(tx: Tx, jobs: Deps['jobs'], removed: readonly { key: string }[]): Promise<void> {
  for (let from = 0; from < removed.length; from += sweepBatchSize) {
    const keys = removed.slice(from, from + sweepBatchSize).map(({ key }) => key);
    await jobs.enqueue(tx, removalJob, { keys });
  }
}

const unclaimed = (tx: Tx) => tx.deleteFrom('form_files').where('submission_id', 'is', null);

/** Removes files that were stored for a refused submission, unless they have been claimed in the meantime. */
export async function discardFiles({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(db, async (tx) => {
    const removed = await unclaimed(tx).where('id', 'in', ids).returning('file_key as key').execute();
    await removeFromStore(tx, jobs, removed);
  });
}

/** The result of `work`, which claims the files that were stored for it. If it fails, they are removed. */
export async function orDiscardFiles<T>(
  deps: Pick<Deps, 'db' | 'jobs'>,
  ids: readonly string[],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await discardFiles(deps, ids);
    throw error;
  }
}

/**
 * Removes an unclaimed file. Anyone who knows the id can remove a guest's file; a member's file can be removed only by that member.
 * Throws `Problem` 404.
 */
export async function removeUnclaimed(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { formId, fileId, actor }: { formId: string; fileId: string; actor: Actor | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const removed = await unclaimed(tx)
      .where('id', '=', fileId)
      .where('form_id', '=', formId)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', actor?.id ?? null)]))
      .returning('file_key as key')
      .execute();
    if (removed.length === 0) throw notFound(sentences.noFile);
    await removeFromStore(tx, jobs, removed);
  });
}

/** Unclaimed files older than this belong to forms that were never submitted. */
const unclaimedMaxAgeMs = dayMs;
const sweepBatchSize = 500;

/**
 * Removes files that were not claimed within 24 hours, except those being claimed right now and those named in their
 * uploader's draft.
 */
export async function sweepUnclaimedFiles({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(clock.now().getTime() - unclaimedMaxAgeMs);
  const old = (tx: Tx) =>
    tx
      .selectFrom('form_files as f')
      .select('f.id')
      .where('f.submission_id', 'is', null)
      .where('f.created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('form_drafts as d')
              .select('d.form_id')
              .whereRef('d.user_id', '=', 'f.user_id')
              .whereRef('d.form_id', '=', 'f.form_id')
              .where(sql<boolean>`position(f.id::text in d.responses::text) > 0`),
          ),
        ),
      )
      .orderBy('f.created_at')
      .limit(sweepBatchSize);
  for (let count = sweepBatchSize; count === sweepBatchSize; ) {
    count = await inTransaction(db, async (tx) => {
      const removed = await unclaimed(tx).where('id', 'in', old(tx)).returning('file_key as key').execute();
      await removeFromStore(tx, jobs, removed);
      return removed.length;
    });
  }
}

const sweepJob = jobKind<object>('form-files-sweep');

/** Registers the file jobs; call before the queue is started. */
export function startFormFileJobs(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>): void {
  deps.jobs.hourly(sweepJob, () => sweepUnclaimedFiles(deps));
  deps.jobs.work(removalJob, async ({ keys }) => {
    for (const key of keys) await deps.files.remove(key);
  });
}
