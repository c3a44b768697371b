import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { recordedMigrations } from '#platform/db/migration-record.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer } from '../../test/backup-commands.ts';
import { newId } from '#lib/uuid.ts';
import { makeAdministrator } from '../../test/people.ts';
import { backupsBeforeMigrations } from './before-migration.server.ts';

const { deps, connection } = await testApp();
const { db, env, clock } = deps;
const folder = join(env.dataDir, 'backups');
const archives = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('before-migration.zip')).sort();

/** As it was before the tables of backups existed. */
async function beforeLastMigration(): Promise<void> {
  await sql`drop table if exists restore_drills, backups`.execute(db);
  await sql`delete from schema_migrations where name = '0012-backups'`.execute(db);
}

/** What a node does at its start. */
async function update(at: Env = env): Promise<void> {
  const backups = backupsBeforeMigrations({ env: at, clock, db, connection });
  await migrate(db, { beforeChange: backups.make });
  await backups.record();
}

async function hasBackups(): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('backups') is not null as is`.execute(db);
  return rows[0]?.is === true;
}

test('an unused database and one that is up to date are not backed up', async () => {
  await update();
  await beforeLastMigration();
  await update();
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

test('a used database is backed up before it is migrated, once by all nodes, and the newest 3 are kept', async () => {
  for (let i = 0; i < 2; i++) await makeAdministrator(deps);
  for (let times = 1; times <= 5; times++) {
    await beforeLastMigration();
    await Promise.all([update(), update(), update()]);
    expect(await archives()).toHaveLength(Math.min(times, 3));
    const rows = await db.selectFrom('backups').select(['kind', 'schema', 'verified_at']).execute();
    const schema = (await recordedMigrations(db)).at(-1)?.name;
    expect(rows).toEqual([{ kind: 'before_migration', schema, verified_at: clock.now() }]);
    clock.advance(24 * 3_600_000);
  }
  const [oldest = ''] = await archives();
  expect(await backupCommand(['--check', join(folder, oldest)], onServer(connection, env.dataDir))).toMatchObject({
    code: 0,
  });
});

test('a migration that fails again and again leaves the backup from before it, and few others', async () => {
  const before = await archives();
  await beforeLastMigration();
  await sql`delete from nodes`.execute(db);
  const backups = backupsBeforeMigrations({ env, clock, db, connection });
  const fail = async () => {
    const beforeChange = async () => {
      await backups.make();
      throw new Error('The migration fails.');
    };
    await expect(migrate(db, { beforeChange })).rejects.toThrow('The migration fails.');
    clock.advance(20 * 60_000);
    return (await archives()).filter((name) => !before.includes(name)).length;
  };
  const many = async () => [await fail(), await fail(), await fail(), await fail(), await fail()];
  expect(await many()).toEqual([1, 1, 1, 1, 1]);
  const at = clock.now();
  const node = { id: newId(), version: '0.0.1', role: 'web', schema_min: '', schema_max: '' };
  await db
    .insertInto('nodes')
    .values({ ...node, started_at: at, beat_at: new Date(at.getTime() + 24 * 3_600_000) })
    .execute(); // the former release goes on selling
  expect(await many()).toEqual([2, 2, 2, 3, 3]);
  expect((await archives()).slice(0, before.length)).toEqual(before);

  await update(); // which succeeds
  const kept = await archives();
  expect(kept).toHaveLength(3);
  const rows = await db.selectFrom('backups').select(['file_name', 'error', 'bytes', 'verified_at']).execute();
  const { size } = await stat(join(folder, kept.at(-1) ?? ''));
  expect(rows).toEqual([{ file_name: kept.at(-1), error: null, bytes: size, verified_at: clock.now() }]);
});

test('a backup that a killed process has left incomplete is made once more', async () => {
  await beforeLastMigration();
  clock.advance(25 * 3_600_000);
  const backups = backupsBeforeMigrations({ env, clock, db, connection });
  const beforeChange = async () => {
    await backups.make();
    throw new Error('The process dies.');
  };
  await expect(migrate(db, { beforeChange })).rejects.toThrow('The process dies.');
  const incomplete = (await archives()).at(-1) ?? '';
  await truncate(join(folder, incomplete), 1000);

  clock.advance(60_000);
  await update();
  const newest = (await archives()).at(-1) ?? '';
  expect(newest > incomplete).toBe(true);
  const rows = await db.selectFrom('backups').select(['file_name', 'verified_at']).execute();
  expect(rows).toEqual([{ file_name: newest, verified_at: clock.now() }]);
});

test('without a backup nothing is migrated, unless it is turned off', async () => {
  await beforeLastMigration();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await expect(update()).rejects.toThrow('Set BACKUP_BEFORE_MIGRATION=off to migrate without a backup.');
  expect(await hasBackups()).toBe(false);
  await update({ ...env, backupBeforeMigration: false });
  expect(await hasBackups()).toBe(true);
});
