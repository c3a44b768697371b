import { inTransaction } from '#platform/db/db.server.ts';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { Problem } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import {
  claimBackup,
  deleteRecordsOf,
  endSilent,
  finishedBackup,
  insertBackup,
  progressRecorder,
  requireSpace,
  type RunningBackup,
  withBeats,
} from './backup-records.server.ts';
import { type BackupKind, deleteOldest, openBackupStore } from './backup-store.server.ts';
import { backupTime, sentences } from './contract.ts';
import { type OnProgress, writeArchive } from './create-archive.server.ts';

export type BackupDeps = Pick<Deps, 'env' | 'db' | 'clock' | 'log' | 'files' | 'connection'>;

interface MakeOptions {
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

const backupJob = jobKind<RunningBackup>('backup', { retries: 0, isLong: true });
const nightlyJob = jobKind<Due>('backup-nightly', { retries: 0, isLong: true });

/** Registers the jobs of the button and of the nightly backup. Call it before the queue is started. */
export function startBackupJobs(deps: BackupDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.work(backupJob, (running, { signal }) => runBackup(deps, running, { signal }));
  deps.jobs.recurring(nightlyJob, backupTime, ({ due }, { signal }) => makeNightlyBackup(deps, new Date(due), signal));
}

/** Makes the backup that was due, unless it exists or is being made. After a failure, the backup is retried within the hour. */
export async function makeNightlyBackup(deps: BackupDeps, due: Date, signal?: AbortSignal): Promise<void> {
  await endSilent(deps.db, 'backups', deps.clock.now()); // a backup whose process was killed is not done
  const { rows } = await sql<{ isDone: boolean }>`
    select exists (select from backups where kind = 'scheduled' and started_at >= ${due} and error is null)
      or not exists (select from users where created_at < ${due}) as "isDone"`.execute(deps.db); // not on the day of the installation
  if (rows[0]?.isDone) return;
  try {
    await runBackup(deps, await beginBackup(deps, 'scheduled'), { signal });
  } catch (error) {
    if (!(error instanceof Problem && error.status === 409)) throw error; // somebody is making one by hand
  }
}

/** Records a new backup and adds the job that makes it. Throws 409 while another backup is being made. */
export async function requestBackup(
  deps: BackupDeps & Pick<Deps, 'jobs'>,
  { actor, requestId }: ActionContext,
): Promise<{ id: string }> {
  const running = await beginBackup(deps, 'manual', actor.id);
  await inTransaction(deps.db, async (tx) => {
    const entry = { actor, requestId, at: deps.clock.now(), entity: 'backup', entityId: running.id };
    await audit(tx, { ...entry, action: 'create', after: { name: running.fileName } });
    await deps.jobs.enqueue(tx, backupJob, running);
  });
  return { id: running.id };
}

async function beginBackup({ db, env, clock, files }: BackupDeps, kind: BackupKind, createdBy?: string) {
  const { place } = await openBackupStore(env, files);
  return insertBackup(db, { kind, createdBy, place, at: clock.now(), isEncrypted: env.backupKey !== undefined });
}

/** Makes a backup at once in this process, for the command. Returns the name of its file. */
export async function makeBackup(deps: BackupDeps, kind: BackupKind, options: MakeOptions = {}): Promise<string> {
  const running = await beginBackup(deps, kind);
  await runBackup(deps, running, options);
  return running.fileName;
}

async function runBackup(deps: BackupDeps, { id, kind, fileName }: RunningBackup, options: MakeOptions): Promise<void> {
  const { db, clock, env, files, log } = deps;
  if (!(await claimBackup(db, id, clock.now()))) return; // its job was picked up too late
  const store = await openBackupStore(env, files);
  const path = store.pathOf(fileName);
  const record = progressRecorder(deps, id);
  const onProgress: OnProgress = async (...progress) => {
    await record(...progress);
    await options.onProgress?.(...progress);
  };
  const end = (values: object) =>
    db.updateTable('backups').set(values).where('id', '=', id).where('finished_at', 'is', null).execute();
  try {
    await withBeats(deps, { table: 'backups', id }, async () => {
      await requireSpace(db, dirname(path));
      const result = await writeArchive(deps, { path, kind, signal: options.signal, onProgress });
      await store.keep(fileName);
      await end(finishedBackup(result, clock.now()));
    });
  } catch (error) {
    await rm(path, { force: true });
    log.error({ err: error, backupId: id }, 'a backup failed');
    await end({ finished_at: clock.now(), step: null, error: reasonOf(error) });
    throw error;
  }
  await deleteRecordsOf(db, await deleteOldest(store, kind));
}

/** Why a backup or drill failed, in a sentence for administrators. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return sentences.interrupted;
  return error instanceof Error ? error.message : String(error);
}
