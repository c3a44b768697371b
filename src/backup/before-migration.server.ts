import { rm } from 'node:fs/promises';
import type { Connection, Db } from '#platform/db/db.server.ts';
import { adoptFirstRelease, readMigrations } from '#platform/db/migrate.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { newId } from '#lib/uuid.ts';
import { deleteRecordsOf, finishedBackup } from './backup-records.server.ts';
import { backupFileName, deleteOldest, openBackupStore } from './backup-store.server.ts';
import { writeArchive } from './create-archive.server.ts';
import { withClient } from './database/database-client.server.ts';
import { isUsedDatabase } from './database/database-content.server.ts';
import { appliedMigrations } from './database/dump-database.server.ts';
import { reasonOf } from './make-backup.server.ts';

interface BeforeMigration {
  env: Env;
  clock: Clock;
  db: Db;
  connection: Connection;
}

const kind = 'before_migration';
const backupLock = 7_310_016;
const recentMs = 10 * 60_000;

/**
 * Backs up a used database that is about to be migrated; to be called right before. Nodes that start together make one backup. Returns a
 * function that records the backup, to be called after the migration, which may create the table for it. Throws `StartFault`
 * if the backup fails, so that nothing is migrated without one.
 */
export async function backupBeforeMigration(start: BeforeMigration): Promise<() => Promise<void>> {
  const nothing = async (): Promise<void> => {};
  if (!start.env.backupBeforeMigration) return nothing;
  return withClient(start.connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [backupLock]); // released when the connection ends
    const applied = await appliedMigrations(client);
    if (applied.length === 0 || !(await isUsedDatabase(start.connection))) return nothing;
    await adoptFirstRelease(start.db); // so that the backup names migrations that this program knows
    const known = Object.keys(await readMigrations());
    const adopted = await appliedMigrations(client);
    if (known.every((name) => adopted.includes(name))) return nothing;
    return backUp(start).catch((cause: unknown) => {
      throw new StartFault(
        `The database must be migrated, but it could not be backed up first (${reasonOf(cause)}). Nothing has been changed. Set BACKUP_BEFORE_MIGRATION=off to migrate without a backup.`,
        { cause },
      );
    });
  });
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
