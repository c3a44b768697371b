import { rm } from 'node:fs/promises';
import type { Connection, Db } from '#platform/db/db.server.ts';
import { recordedMigrations } from '#platform/db/migration-record.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { newId } from '#lib/uuid.ts';
import { deleteRecordsOf, finishedBackup } from './backup-records.server.ts';
import { backupFileName, deleteOldest, openBackupStore } from './backup-store.server.ts';
import { writeArchive } from './create-archive.server.ts';
import { isUsedDatabase } from './database/database-content.server.ts';
import { reasonOf } from './make-backup.server.ts';

interface BeforeMigration {
  env: Env;
  clock: Clock;
  db: Db;
  connection: Connection;
}

const kind = 'before_migration';
const recentMs = 10 * 60_000;

/** Makes and records the backup before migrations. */
export interface BackupsBeforeMigrations {
  /**
   * Backs up the database if it is in use; to be called under the migration lock, right before the first change. Throws `StartFault` if
   * the backup fails, so that nothing is migrated without one.
   */
  make(): Promise<void>;
  /** Records the backup in the database, after the migrations, which may have created the table for it. */
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

/** A database that nobody uses yet is not, and neither is one with a migration that was interrupted: there is a backup from before that. */
async function isWorthBackingUp({ db, connection }: BeforeMigration): Promise<boolean> {
  const recorded = await recordedMigrations(db);
  return recorded.every(({ isFinished }) => isFinished) && (await isUsedDatabase(connection));
}

async function backUp({ env, clock, db, connection }: BeforeMigration): Promise<() => Promise<void>> {
  const files = await makeFiles(env);
  const store = await openBackupStore(env, files);
  const at = clock.now();
  const isEncrypted = env.backupKey !== undefined;
  const fileName = backupFileName(kind, at, isEncrypted);
  const recently = backupFileName(kind, new Date(at.getTime() - recentMs), isEncrypted);
  if ((await store.fileNames()).some((name) => name.endsWith(fileName.slice(22)) && name > recently))
    return async () => {};
  process.stdout.write('Backing up the shop before its database is migrated.\n');
  const path = store.pathOf(fileName);
  const result = await writeArchive({ env, clock, files, connection }, { path, kind }).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  await store.keep(fileName);
  const deleted = await deleteOldest(store, kind);
  const started = {
    id: newId(at.getTime()),
    kind,
    started_at: at,
    beat_at: at,
    app_version: result.manifest.appVersion,
  } as const;
  const where = { place: store.place, file_name: fileName, is_encrypted: isEncrypted };
  return async () => {
    await db
      .insertInto('backups')
      .values({ ...started, ...where, ...finishedBackup(result, clock.now()) })
      .execute();
    await deleteRecordsOf(db, deleted);
  };
}
