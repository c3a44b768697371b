import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { tableExists } from '#platform/db/migration-record.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import { requireFreeBytes, reservedBytes } from '#platform/process/free-bytes.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Manifest, Sum } from './archive/manifest.server.ts';
import { backupFileName, type BackupKind, type BackupStore } from './backup-store.server.ts';
import { sentences } from './contract.ts';
import type { BackupStep } from './create-archive.server.ts';
import { programVersion } from '#platform/process/version.server.ts';

/** A process that is making a backup or running a drill records a heartbeat every 5 s. Without a heartbeat for this long, it counts as dead. */
export const silentAfterMs = 60_000;
const beatEveryMs = 5_000;
const reportEveryMs = 500;

type LongWork = 'backups' | 'restore_drills';

/** Marks the work of processes that have died as failed, so that new work can start. */
export async function endSilent(db: Db, table: LongWork, now: Date): Promise<void> {
  const silentSince = new Date(now.getTime() - silentAfterMs);
  const outcome = table === 'restore_drills' ? sql`, ok = false` : sql``;
  await sql`update ${sql.table(table)} set finished_at = ${now}, error = ${sentences.interrupted} ${outcome}
    where finished_at is null and beat_at < ${silentSince}`.execute(db);
}

/** Runs `work`, and records heartbeats of this process meanwhile. */
export async function withBeats<T>(
  { db, clock }: { db: Db; clock: Clock },
  { table, id }: { table: LongWork; id: string },
  work: () => Promise<T>,
): Promise<T> {
  const beat = () => sql`update ${sql.table(table)} set beat_at = ${clock.now()} where id = ${id}`.execute(db);
  const timer = setInterval(() => void beat().catch(() => {}), beatEveryMs); // the next heartbeat may succeed
  try {
    await beat();
    return await work();
  } finally {
    clearInterval(timer);
  }
}

export interface NewBackup {
  kind: BackupKind;
  createdBy?: string | undefined;
  isEncrypted: boolean;
  place: BackupStore['place'];
  at: Date;
}

/** A backup that is being made. */
export interface RunningBackup {
  id: string;
  kind: BackupKind;
  fileName: string;
}

/** Records that a backup is being made. Throws 409 if another backup is being made. */
export async function insertBackup(
  db: Db,
  { kind, createdBy, isEncrypted, place, at }: NewBackup,
): Promise<RunningBackup> {
  await endSilent(db, 'backups', at);
  const running = { id: newId(at.getTime()), kind, fileName: backupFileName(kind, at, isEncrypted) };
  try {
    await db
      .insertInto('backups')
      .values({
        id: running.id,
        kind,
        started_at: at,
        beat_at: at,
        app_version: programVersion,
        place,
        file_name: running.fileName,
        is_encrypted: isEncrypted,
        created_by: createdBy ?? null,
      })
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === 'backups_one_at_a_time') throw conflict(sentences.running);
    throw error;
  }
  return running;
}

/**
 * Claims a recorded backup for this process. Returns false if it has been marked as failed meanwhile, because there was no heartbeat for too
 * long.
 */
export async function claimBackup(db: Db, id: string, at: Date): Promise<boolean> {
  const claim = db.updateTable('backups').set({ beat_at: at }).where('id', '=', id).where('finished_at', 'is', null);
  return (await claim.returning('id').executeTakeFirst()) !== undefined;
}

/** Throws unless the disk of a folder has room for a backup as large as the last one, and enough left for the shop to keep running. */
export async function requireSpace(db: Db, folder: string): Promise<void> {
  const last = (await tableExists(db, 'backups'))
    ? await db
        .selectFrom('backups')
        .select('bytes')
        .where('bytes', 'is not', null)
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const needed = (last?.bytes ?? 0) + reservedBytes;
  await requireFreeBytes(folder, needed, (free) => new Error(sentences.noSpaceForBackup(needed, free)));
}

/** Records progress, at most twice a second. */
export function progressRecorder({ db }: { db: Db }, id: string) {
  let storedAt = 0;
  let storedStep: BackupStep | undefined;
  return async (step: BackupStep, done: number, total: number): Promise<void> => {
    const now = performance.now();
    if (step === storedStep && now - storedAt < reportEveryMs) return;
    storedAt = now;
    storedStep = step;
    await db.updateTable('backups').set({ step, done, total }).where('id', '=', id).execute();
  };
}

export interface BackupResult {
  manifest: Manifest;
  sum: Sum;
}

/** The record of an archive that is finished and verified. */
export const finishedBackup = ({ manifest, sum }: BackupResult, at: Date) =>
  ({
    finished_at: at,
    verified_at: at,
    step: null,
    schema: manifest.migrations.at(-1) ?? null,
    db_bytes: manifest.databaseBytes,
    files_count: manifest.files.length,
    bytes: sum.size,
    sha256: sum.sha256,
  }) satisfies Partial<Record<keyof Tables['backups'], unknown>>;

/** Deletes the records of backups whose files have been deleted. */
export async function deleteRecordsOf(db: Db, fileNames: readonly string[]): Promise<void> {
  if (fileNames.length > 0) await db.deleteFrom('backups').where('file_name', 'in', fileNames).execute();
}
