import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Connection, Db } from '#platform/db/db.server.ts';
import { recordedMigrations, tableExists } from '#platform/db/migration-record.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { collectBuffers } from '#platform/storage/collect-used-buffers.server.ts';
import { type Files, makeFiles } from '#platform/storage/files.server.ts';
import { programVersion } from '#platform/process/version.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { newId } from '#lib/uuid.ts';
import { sumOf } from './archive/manifest.server.ts';
import { type BackupResult, deleteRecordsOf, finishedBackup, requireSpace } from './backup-records.server.ts';
import {
  backupFileName,
  type BackupStore,
  deleteOldest,
  kindOf,
  openBackupStore,
  timeOf,
} from './backup-store.server.ts';
import { checkArchive, writeArchive } from './create-archive.server.ts';
import { isUsedDatabase } from './database/database-content.server.ts';
import { reasonOf } from './make-backup.server.ts';

interface BeforeMigration {
  env: Env;
  clock: Clock;
  db: Db;
  connection: Connection;
}

const kind = 'before_migration';
/** How old a backup may be to count as the one before a migration: if it preceded migrations that succeeded, and if it preceded a failed attempt. */
const recentMs = 10 * minuteMs;
const failedMs = dayMs;
/** The same for a failed attempt, if processes of the former release have run since: an older backup would lack their changes. */
const failedInUseMs = hourMs;

/** Makes and records the backup before migrations. */
export interface BackupsBeforeMigrations {
  /**
   * Backs up the database if it is in use. Call it under the migration lock, right before the first change. Throws `StartFault` if the backup
   * fails, so that nothing is migrated without one.
   */
  make(): Promise<void>;
  /** Records the backup, and then deletes surplus older ones. Call it after the migrations, which may have created the table for the record. */
  record(): Promise<void>;
}

export function backupsBeforeMigrations(start: BeforeMigration): BackupsBeforeMigrations {
  let recordLast = async (): Promise<void> => {};
  return {
    async make() {
      if (!start.env.backupBeforeMigration || !(await isWorthBackingUp(start))) return;
      recordLast = await backUp(start).catch((cause: unknown) => {
        throw new StartFault(
          `The database must be migrated, but it could not be backed up first (${reasonOf(cause)}). Nothing has been changed. Set BACKUP_BEFORE_MIGRATION=off to migrate without a backup.`,
          { cause },
        );
      });
    },
    async record() {
      const record = recordLast;
      recordLast = async () => {};
      await record();
    },
  };
}

/** False if nobody uses the database yet, or if a migration was interrupted: then there is already a backup from before it. */
async function isWorthBackingUp({ db, connection }: BeforeMigration): Promise<boolean> {
  const recorded = await recordedMigrations(db);
  return recorded.every(({ isFinished }) => isFinished) && (await isUsedDatabase(connection));
}

async function backUp(start: BeforeMigration): Promise<() => Promise<void>> {
  const { env, db } = start;
  const files = await makeFiles(env);
  const store = await openBackupStore(env, files);
  const earlier = await earlierBackup(start, store);
  const { fileName, startedAt, finished } = earlier ?? (await writeBackup(start, { files, store }));
  const row = {
    id: newId(startedAt.getTime()),
    kind,
    started_at: startedAt,
    beat_at: startedAt,
    app_version: programVersion,
    place: store.place,
    file_name: fileName,
    is_encrypted: fileName.endsWith('.enc'),
    ...finished,
  } as const;
  return async () => {
    if (!(await recordedNames(db)).includes(fileName)) await db.insertInto('backups').values(row).execute();
    await deleteRecordsOf(db, await deleteOldest(store, kind));
  };
}

interface Backup {
  fileName: string;
  startedAt: Date;
  /** The record of an archive that this process has read back; undefined if the backup is recorded already. */
  finished?: ReturnType<typeof finishedBackup>;
}

async function writeBackup(
  { env, clock, db, connection }: BeforeMigration,
  { files, store }: { files: Files; store: BackupStore },
): Promise<Backup> {
  const startedAt = clock.now();
  const fileName = backupFileName(kind, startedAt, env.backupKey !== undefined);
  const path = store.pathOf(fileName);
  await requireSpace(db, dirname(path));
  process.stdout.write('Backing up the shop before its database is migrated.\n');
  try {
    const result = await writeArchive({ env, clock, files, connection }, { path, kind });
    await store.keep(fileName);
    return { fileName, startedAt, finished: finishedBackup(result, clock.now()) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * The newest backup before migrations, if it is recent enough that no other is needed: from the last minutes, or from before a failed attempt.
 * Otherwise a process that is restarted again and again would fill the disk.
 */
async function earlierBackup({ env, clock, db }: BeforeMigration, store: BackupStore): Promise<Backup | undefined> {
  const isEncrypted = env.backupKey !== undefined;
  const fileName = (await store.fileNames()).findLast(
    (name) => kindOf(name) === kind && name.endsWith('.enc') === isEncrypted,
  );
  if (fileName === undefined) return undefined;
  const startedAt = timeOf(fileName);
  const ageMs = clock.now().getTime() - startedAt.getTime();
  const isRecorded = (await recordedNames(db)).includes(fileName);
  const longestMs = isRecorded ? recentMs : (await isInUseSince(db, startedAt)) ? failedInUseMs : failedMs;
  if (ageMs >= longestMs) return undefined;
  if (isRecorded) return { fileName, startedAt };
  const result = await store.withLocalCopy(fileName, (path) => readBack(path, env));
  return result && { fileName, startedAt, finished: finishedBackup(result, clock.now()) };
}

/** Checks an archive that a killed process may have left unchecked. Returns undefined unless the archive is intact. */
async function readBack(path: string, env: Env): Promise<BackupResult | undefined> {
  try {
    return { manifest: await checkArchive(path, env), sum: await sumOf(collectBuffers(createReadStream(path))) };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function recordedNames(db: Db): Promise<string[]> {
  if (!(await tableExists(db, 'backups'))) return [];
  const rows = await db.selectFrom('backups').select('file_name').where('kind', '=', kind).execute();
  return rows.map(({ file_name }) => file_name);
}

/** Whether a process may have changed the shop after `at`. */
async function isInUseSince(db: Db, at: Date): Promise<boolean> {
  if (!(await tableExists(db, 'nodes'))) return true; // the first release does not record this
  return (
    (await db.selectFrom('nodes').select('id').where('beat_at', '>', at).limit(1).executeTakeFirst()) !== undefined
  );
}
