import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { connectionOf, inTransaction, openDb, planEachTime } from './db.server.ts';
import { currentTrace, runInTrace } from '../process/trace.server.ts';

const { db, pool, connection } = await freshDatabase();
const one = async (expression: string) => (await pool.query(`select ${expression} as value`)).rows[0]?.value as unknown;

describe('a value of PostgreSQL', () => {
  test.each([
    ['42::bigint', 42],
    ['1995::cents', 1995],
    ["'2026-02-28'::date", '2026-02-28'],
    ["'2026-02-28'::business_day", '2026-02-28'],
    ["array['2026-02-28'::date, null]", ['2026-02-28', null]],
    ['array[1::bigint, null]', [1, null]],
    ['12.50::numeric', '12.50'],
    ["'2026-02-28T10:00:00+11'::timestamptz", new Date('2026-02-27T23:00:00Z')],
    ['\'{"a":1}\'::jsonb', { a: 1 }],
  ])('%s is read as %j', async (expression, value) => {
    expect(await one(expression)).toEqual(value);
  });

  test('a whole number beyond the exact range of a double throws instead of being rounded', async () => {
    await expect(one('9007199254740993::bigint')).rejects.toThrow('9007199254740993');
  });
});

test('a repeated query is prepared, and works again after its table has changed', async () => {
  await db.connection().execute(async (connection) => {
    await sql`create table things (id integer)`.execute(connection);
    const query = async () => (await sql`select * from things where id = ${1}`.execute(connection)).rows;
    await query();
    await query();
    await query();
    const prepared = await sql`select 1 from pg_prepared_statements where statement like '%from things%'`.execute(
      connection,
    );
    expect(prepared.rows).toHaveLength(1);
    await sql`alter table things add column name text`.execute(connection);
    expect(await query()).toEqual([]);
  });
});

test('a transaction goes through while a migration adds a column to what it reads', async () => {
  await sql`create table parts (id integer)`.execute(db);
  const read = () => inTransaction(db, async (tx) => (await sql`select * from parts where id = ${1}`.execute(tx)).rows);
  for (let n = 0; n < 3; n++) await read(); // by then it is prepared
  await sql`alter table parts add column name text`.execute(db);
  expect(await read()).toEqual([]);
});

test('a statement marked to be planned each time is never prepared', async () => {
  await db.connection().execute(async (connection) => {
    const statement = sql`select ${1}::integer as probe ${sql.raw(planEachTime)}`;
    for (let n = 0; n < 3; n++) expect((await statement.execute(connection)).rows).toEqual([{ probe: 1 }]);
    const { rows } = await sql`select 1 from pg_prepared_statements where statement like '%as probe%'`.execute(
      connection,
    );
    expect(rows).toEqual([]);
  });
});

test('a transaction that lost a deadlock is retried', async () => {
  await sql`create table seats (id integer primary key, taken integer not null)`.execute(db);
  await sql`insert into seats values (1, 0), (2, 0)`.execute(db);
  let runs = 0;
  const both = Promise.withResolvers<void>();
  const take = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await sql`update seats set taken = taken + 1 where id = ${first}`.execute(tx);
      if (++runs === 2) both.resolve();
      await both.promise;
      await sql`update seats set taken = taken + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([take(1, 2), take(2, 1)]);
  expect(runs).toBe(3);
  expect((await pool.query('select sum(taken) as taken from seats')).rows[0]).toEqual({ taken: 4 });
});

test('the loss of an idle connection is no part of the request that opened it', async () => {
  const logged: (string | undefined)[] = [];
  const other = openDb(connection, { error: () => void logged.push(currentTrace()?.requestId) });
  const { rows } = await runInTrace({ requestId: 'first' }, () => other.pool.query('select pg_backend_pid() as pid'));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => logged).toEqual([undefined]);
  await other.close();
});

test('?pgbouncer=true turns prepared statements off', () => {
  expect(connectionOf('postgres://u@h/d?pgbouncer=true&sslmode=require')).toEqual({
    connectionString: 'postgres://u@h/d?sslmode=require',
    prepare: false,
  });
  expect(connectionOf('postgres://u@h/d')).toEqual({ connectionString: 'postgres://u@h/d', prepare: true });
});
