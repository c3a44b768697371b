import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onServer } from '../../../test/backup-commands.ts';
import { emptyDatabase, freshDatabase } from '../../../test/database.ts';
import { readEnv } from '../process/env.server.ts';
import { openLog } from '../process/log.server.ts';
import { connectDatabase } from './connect-database.server.ts';

const { db, connection } = await freshDatabase();
const log = openLog('silent');
const envOf = (at: typeof connection) => readEnv(onServer(at, '/tmp/spruce-unused'));

test('a command refuses a database of a former version, leaves it as it is, and holds nothing', async () => {
  const sessions = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db))
      .rows.length;
  await sql`delete from schema_migrations where name > '0013-see-inside'`.execute(db);
  const before = await sessions();
  await expect(connectDatabase(envOf(connection), log)).rejects.toThrow('Start this version once');
  const { rows } = await sql<{ last: string }>`select max(name) as last from schema_migrations`.execute(db);
  expect(rows).toEqual([{ last: '0013-see-inside' }]);
  await expect.poll(sessions).toBeLessThanOrEqual(before);
});

test('a command creates the tables of a new database', async () => {
  const empty = await emptyDatabase();
  const connected = await connectDatabase(envOf(empty.connection), log);
  expect(await connected.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  await connected.close();
});

test('a server that does not answer is named by its variable', async () => {
  const env = { ...envOf(connection), databaseDirectUrl: 'postgres://kim@127.0.0.1:1/shop' };
  await expect(connectDatabase(env, log)).rejects.toThrow(
    /can't be reached \(.*ECONNREFUSED.*\). Check DATABASE_DIRECT_URL/,
  );
});
