import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { testApp } from './app.ts';
import { emptyDatabase, freshDatabase } from './database.ts';
import { schemaOf } from './schema.ts';

/**
 * A database of the first release, as SQL: the statements of its 50 migrations, then rows that its browser tests left (orders,
 * refunds, submissions, users). All people in it are fictional.
 */
const firstRelease = gunzipSync(await readFile(join(import.meta.dirname, 'first-release.sql.gz'))).toString();

/** How many rows each table has, and a hash of them all. */
async function contentsOf<T>(db: Kysely<T>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by 1`.execute(
    db,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ content: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as content
      from ${sql.table(name)} t`.execute(db);
    contents[name] = rows[0]?.content ?? '';
  }
  return contents;
}

test('a database of the first release keeps every row, and gets the schema of a new one', async () => {
  const old = await emptyDatabase();
  await old.pool.query(firstRelease);
  const before = await contentsOf(old.db);
  expect(before['orders']).toMatch(/^[1-9]/);

  const applied = await migrate(old.db);
  expect(applied.filter((name) => name < '0011')).toEqual([]);
  const { rows: editors } = await sql<{ claims: string[] }>`
    update users set claims = array_remove(array_remove(claims, 'ManageSite'), 'ManageAccounts')
    where array['ManageSite', 'ManageAccounts'] <@ claims returning claims`.execute(old.db);
  await sql`delete from counters where name not in ('order', 'invoice', 'adjustment', 'purchase')`.execute(old.db);
  expect(editors.length, 'those who change the settings manage the site and trade accounts').toBeGreaterThan(0);
  expect(editors.every(({ claims }) => claims.includes('ManageUserPermissions'))).toBe(true);
  const { rows: brands } = await sql<{ hours: string }>`select content->>'hours' as hours from brand`.execute(old.db);
  expect(brands, 'pages go on saying what they said').toEqual([{ hours: 'Monday to Friday, 7 am to 6 pm' }]);
  expect(await contentsOf(old.db)).toMatchObject(before);
  expect(await schemaOf(old.db)).toEqual(await schemaOf((await freshDatabase()).db));
  expect(await migrate(old.db)).toEqual([]);

  const { ask } = await testApp({ database: old });
  const signIn = { ClientId: 'web', GrantType: 'password', UserName: 'admin@example.com', Password: 'administrator-1' };
  const { body } = await ask<{ access_token: string }>('POST', '/v1/core/auth/token', { body: signIn });
  const orders = await ask('POST', '/v1/manage-orders/filter', {
    token: body.access_token,
    body: { startDate: '2026-01-01', endDate: '2026-12-31', orderStatuses: [0, 1, 2, 3, 4] },
  });
  expect(orders.headers['x-total-count']).toBe('14'); // of 15, one was never paid
});

test('a database that is older than the first release is refused', async () => {
  const older = await emptyDatabase();
  await older.pool.query(firstRelease);
  await sql`delete from kysely_migration where name = '0076-newest-unsent-mails'`.execute(older.db);
  await expect(migrate(older.db)).rejects.toThrow('Start the first release once, then this version.');
});
