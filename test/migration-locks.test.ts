import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { readMigrations } from '#platform/db/migration-files.server.ts';
import { emptyDatabase } from './database.ts';
import { lockingStatements } from './migration-locks.ts';
import { schemaOf } from './schema.ts';

const landed = '0010-forms-and-enquiries'; // those up to it create all tables

const tablesOf = async <T>(db: Kysely<T>): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

test('no migration locks a large table for long, and none that expands takes anything from the former release', async () => {
  const { pool } = await emptyDatabase();
  const executed: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void executed.push(query.sql),
  });
  const wrong: string[] = [];
  await migrate(db, { upTo: landed });
  for (const { name, phase } of (await readMigrations()).filter((file) => file.name > landed)) {
    const existing = await tablesOf(db);
    executed.length = 0;
    await migrate(db, { upTo: name });
    const own = executed.filter((text) => !/schema_migrations \(name, phase|from schema_migrations/.test(text));
    wrong.push(...lockingStatements(own, { phase, existing }).map((line) => `${name}: ${line}`));
  }
  expect(wrong).toEqual([]);
});

test('migrations make the same schema whether those that contract run in their place or last', async () => {
  const [inPlace, last] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(inPlace.db);
  await migrate(last.db, { upTo: '0011-nodes-and-maintenance' });
  await sql`insert into nodes values (gen_random_uuid(), '0', 'web', '', '', now(), now())`.execute(last.db);
  await migrate(last.db);
  await sql`delete from nodes`.execute(last.db);
  await migrate(last.db);
  expect(await schemaOf(last.db)).toEqual(await schemaOf(inPlace.db));
});

const existing = new Set(['orders', 'users']);

test.each([
  ['create index orders_total on orders (total_cents)', 'concurrently'],
  ['create unique index concurrently orders_total on orders (total_cents)', undefined],
  ['create index fresh_total on fresh (total_cents)', undefined],
  ['alter table orders add column note text not null', 'nullable or with a default'],
  ["alter table orders add column note text not null default ''", undefined],
  ['alter table orders add column note text', undefined],
  ['alter table orders add note text, add other integer not null', 'nullable or with a default'],
  ['alter table orders add column key uuid default gen_random_uuid()', 'rewrites the table'],
  ['alter table orders add column total2 bigint generated always as (total_cents * 2) stored', 'rewrites the table'],
  ['alter table orders alter column total_cents type bigint', 'new column'],
  ['alter table orders add constraint orders_note check (note <> 1)', 'not valid'],
  ['alter table orders add constraint orders_note check (note <> 1) not valid', undefined],
  ['alter table orders validate constraint orders_note', undefined],
  ['alter table orders add constraint orders_user foreign key (user_id) references users', 'not valid'],
  ['alter table orders add constraint orders_key unique (number)', 'using index'],
  ['alter table orders add constraint orders_key unique using index orders_number', undefined],
  ['alter table orders alter column note set not null', 'validate it'],
  ['alter table orders alter column note set not null /* validated check */', undefined],
  ['update orders set note = 1', 'in batches'],
  ['alter table orders drop column note', 'only a contract migration drops columns'],
  ['alter table orders alter column note drop not null', undefined],
  ['ALTER TABLE orders\n  RENAME COLUMN note TO remark', 'only a contract migration renames'],
  ['drop table if exists users', 'only a contract migration drops tables'],
  ['drop table users /* locks: one row, unused since release 3 */', undefined],
  ['create function f() returns int language sql as $$ select 1; drop table users $$', undefined],
])('%s', (statement, advice) => {
  const found = lockingStatements([statement], { phase: 'expand', existing });
  if (advice === undefined) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringContaining(advice)]);
});

test('a contract migration may remove, and may still not lock for long', () => {
  const found = (statement: string) => lockingStatements([statement], { phase: 'contract', existing }).length;
  expect([found('alter table orders drop column note'), found('create index i on orders (note)')]).toEqual([0, 1]);
});
