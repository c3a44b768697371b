import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer } from '../../test/backup-commands.ts';
import { makeAdministrator } from '../../test/people.ts';
import { backupBeforeMigration } from './before-migration.server.ts';

const { deps, connection } = await testApp();
const { db, env, clock } = deps;
const folder = join(env.dataDir, 'backups');
const archives = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('before-migration.zip')).sort();

/** As it was before the tables of backups existed. */
async function beforeLastMigration(): Promise<void> {
  await sql`drop table if exists restore_drills, backups`.execute(db);
  await sql`delete from kysely_migration where name = '0012-backups'`.execute(db);
}

test('an unused database and one that is up to date are not backed up', async () => {
  await backupBeforeMigration({ env, clock, db, connection });
  await beforeLastMigration();
  await backupBeforeMigration({ env, clock, db, connection });
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

test('a used database is backed up before it is migrated, once by all nodes, and the newest 3 are kept', async () => {
  for (let i = 0; i < 2; i++) await makeAdministrator(deps);
  for (let update = 1; update <= 5; update++) {
    await beforeLastMigration();
    const nodes = [1, 2, 3].map(() => backupBeforeMigration({ env, clock, db, connection }));
    const records = await Promise.all(nodes);
    await migrate(db);
    for (const record of records) await record();
    expect(await archives()).toHaveLength(Math.min(update, 3));
    const rows = await db.selectFrom('backups').select(['kind', 'schema', 'verified_at']).execute();
    expect(rows).toEqual([{ kind: 'before_migration', schema: '0010-forms-and-enquiries', verified_at: clock.now() }]);
    clock.advance(24 * 3_600_000);
  }
  const [oldest = ''] = await archives();
  expect(await backupCommand(['--check', join(folder, oldest)], onServer(connection, env.dataDir))).toMatchObject({
    code: 0,
  });
});

test('without a backup nothing is migrated, unless it is turned off', async () => {
  await beforeLastMigration();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await expect(backupBeforeMigration({ env, clock, db, connection })).rejects.toThrow(
    'Set BACKUP_BEFORE_MIGRATION=off to migrate without a backup.',
  );
  const off = { ...env, backupBeforeMigration: false };
  await (await backupBeforeMigration({ env: off, clock, db, connection }))();
});
