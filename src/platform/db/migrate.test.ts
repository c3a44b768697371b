import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { freshDatabase } from '../../../test/database.ts';
import { longTest } from '../../../test/long.ts';
import { openDb } from './db.server.ts';
import { migrate, waitingContracts } from './migrate.server.ts';

const { db, connection } = await freshDatabase();
const root = mkdtempSync(join(tmpdir(), 'spruce-migrations-'));
const other = openDb(connection, console); // another process
afterAll(async () => {
  rmSync(root, { recursive: true });
  await other.close();
});

let folder = root;
const createOne = 'await sql`create table one (id integer)`.execute(db);';
const rename = (from: string) => `await sql\`alter table ${from} rename to two\`.execute(db);`;
const write = (name: string, body: string, more = '') =>
  writeFileSync(
    join(folder, name),
    `import { sql } from '${import.meta.resolve('kysely')}';\nexport async function up(db) { ${body} }\n${more}\n`,
  );
const contract = "export const phase = 'contract';";

beforeEach(async () => {
  folder = mkdtempSync(join(root, 'set-'));
  await sql`drop table if exists schema_migrations, kysely_migration, kysely_migration_lock, one, two`.execute(db);
  await sql`delete from nodes`.execute(db);
});

const exists = async (table: string) =>
  (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)).rows[0]?.found;

/** A process of a release whose newest migration is `schema_max`, and whose last heartbeat was so many seconds ago. */
const addNode = async (version: string, schema_max: string, secondsAgo = 0) => {
  const at = sql<Date>`now() - ${`${secondsAgo} s`}::interval`;
  const row = { id: newId(), version, role: 'web', schema_min: '', schema_max, started_at: at, beat_at: at };
  await db.insertInto('nodes').values(row).execute();
};

test('migrations run once, in the order of their numbers, and are recorded', async () => {
  write('0002-two.ts', rename('one'), contract);
  write('0001-one.ts', createOne);
  expect(await migrate(db, { folder })).toEqual(['0001-one', '0002-two']);
  expect(await migrate(db, { folder })).toEqual([]);
  expect(await exists('two')).toBe(true);
  const rows = await db
    .selectFrom('schema_migrations')
    .select(['name', 'phase', 'ms', 'sha256'])
    .orderBy('name')
    .execute();
  expect(rows).toEqual([
    { name: '0001-one', phase: 'expand', ms: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { name: '0002-two', phase: 'contract', ms: expect.any(Number), sha256: expect.any(String) },
  ]);
});

test('a failing migration changes nothing, is named, and those before it stay applied', async () => {
  write('0001-one.ts', createOne);
  write('0002-two.ts', `${rename('one')} ${rename('absent')}`);
  await expect(migrate(db, { folder })).rejects.toThrow('Migration 0002-two failed: relation "absent" does not exist');
  expect([await exists('one'), await exists('two')]).toEqual([true, false]);
});

test('of two processes that start at once one migrates; the other says that it waits', async () => {
  write('0001-one.ts', `await sql\`select pg_sleep(0.4)\`.execute(db); ${createOne}`);
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const applied = await Promise.all([migrate(db, { folder, report }), migrate(other.db, { folder, report })]);
  expect(applied.flat()).toEqual(['0001-one']);
  expect(lines).toEqual(['Another process is migrating the database; this one waits.']);
});

test('a process that loses its connection while it migrates leaves nothing, and another finishes', async () => {
  write('0001-one.ts', `${createOne} await sql\`select pg_sleep(0.3)\`.execute(db);`);
  const failure = migrate(db, { folder }).catch(String);
  await expect
    .poll(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(0.3)%' and pid <> pg_backend_pid()`.execute(
        other.db,
      );
      return rows.length;
    })
    .toBe(1);
  expect(await failure).toContain('Migration 0001-one failed');
  expect(await migrate(other.db, { folder })).toEqual(['0001-one']);
});

test('a schema that a newer version has expanded is accepted; one that it has contracted is refused', async () => {
  write('0001-one.ts', createOne);
  write('0002-more.ts', 'await sql`alter table one add column more text`.execute(db);');
  await migrate(db, { folder });
  rmSync(join(folder, '0002-more.ts'));
  expect(await migrate(db, { folder })).toEqual([]);
  write('0003-less.ts', 'await sql`alter table one drop column more`.execute(db);', contract);
  await migrate(db, { folder });
  rmSync(join(folder, '0003-less.ts'));
  await expect(migrate(db, { folder })).rejects.toThrow(
    'The database was made by a newer version of Spruce (its migration 0003-less is missing here). Start that version.',
  );
});

test('the state before the first change of an existing database can be saved; up to a given migration only', async () => {
  const calls: (readonly string[])[] = [];
  const beforeChange = async (pending: readonly string[]) => void calls.push(pending);
  write('0001-one.ts', createOne);
  write('0002-two.ts', rename('one'));
  expect(await migrate(db, { folder, beforeChange, upTo: '0001-one' })).toEqual(['0001-one']);
  expect(calls).toEqual([]); // the database was new
  await migrate(db, { folder, beforeChange });
  await migrate(db, { folder, beforeChange });
  expect(calls).toEqual([['0002-two']]);
});

describe('a contract migration', () => {
  beforeEach(async () => {
    write('0001-one.ts', createOne);
    write('0002-drop.ts', 'await sql`drop table one`.execute(db);', contract);
    write('0003-two.ts', 'await sql`create table two (id integer)`.execute(db);');
  });

  test('waits while a process that does not know it is alive, and later expand migrations do not wait', async () => {
    await addNode('1.0.0', '0001-one');
    await addNode('1.1.0', '0003-two');
    expect(await migrate(db, { folder })).toEqual(['0001-one', '0003-two']);
    expect(await exists('one')).toBe(true);
    expect(await waitingContracts(db, folder)).toEqual([{ name: '0002-drop', versions: ['1.0.0'] }]);
  });

  test('is left to others by a process that says so, except in a new database', async () => {
    await migrate(db, { folder, upTo: '0001-one', leavesContracts: true });
    expect(await migrate(db, { folder, leavesContracts: true })).toEqual(['0003-two']);
    await sql`drop table one, two, schema_migrations`.execute(db);
    expect(await migrate(db, { folder, leavesContracts: true })).toEqual(['0001-one', '0002-drop', '0003-two']);
  });

  test('runs once that process has not beaten for 30 s, whether it was stopped or killed', async () => {
    await addNode('1.0.0', '0001-one', 29);
    await addNode('0.9.0', '0000-zero', 31);
    await migrate(db, { folder });
    expect(await waitingContracts(db, folder)).toEqual([{ name: '0002-drop', versions: ['1.0.0'] }]);
    await sql`update nodes set beat_at = now() - interval '30 s' where version = '1.0.0'`.execute(db);
    expect(await migrate(db, { folder, withoutWaiting: true })).toEqual(['0002-drop']);
    expect(await waitingContracts(db, folder)).toEqual([]);
  });

  test('does not overtake a process of the former release that starts at the same moment', async () => {
    write(
      '0002-drop.ts',
      'await sql`drop table one`.execute(db); await sql`select pg_sleep(0.3)`.execute(db);',
      contract,
    );
    const running = migrate(db, { folder });
    await expect
      .poll(() => sql`select from pg_stat_activity where query like '%pg_sleep(0.3)%'`.execute(other.db))
      .toMatchObject({ rows: [{}, {}] });
    // Its row comes first, and waits; what it then reads of the schema is the end of the migration.
    const { rows } = await other.db.transaction().execute(async (tx) => {
      await sql`insert into nodes values (${newId()}, '1.0.0', 'web', '', '0001-one', now(), now())`.execute(tx);
      return sql<{ name: string }>`select name from schema_migrations where phase = 'contract'`.execute(tx);
    });
    expect(rows).toEqual([{ name: '0002-drop' }]);
    await running;
  });
});

test('a long conversion runs in batches, and goes on where it was interrupted', async () => {
  const insert =
    'await sql`create table one as select n as id, 0 as filled from generate_series(1, 100) n`.execute(db);';
  const batch = (size: number, failsAt: number) => `
    let calls = 0;
    export async function batch(db) {
      if (++calls === ${failsAt}) throw new Error('The power went off.');
      await sql\`update one set filled = filled + 1 where id in (select id from one where filled = 0 limit ${size})\`.execute(db);
      return (await sql\`select from one where filled = 0\`.execute(db)).rows.length;
    }`;
  write('0001-one.ts', insert, batch(40, 2));
  await expect(migrate(db, { folder })).rejects.toThrow('Migration 0001-one failed: The power went off.');
  const state = async () =>
    (
      await sql<object>`select count(*)::int as rows, max(filled) as most, sum(filled)::int as filled,
        (select finished_at is not null from schema_migrations) as "isFinished" from one`.execute(db)
    ).rows[0];
  expect(await state()).toEqual({ rows: 100, most: 1, filled: 40, isFinished: false });
  folder = mkdtempSync(join(root, 'set-')); // a process imports a file only once
  write('0001-one.ts', insert, batch(40, 0));
  expect(await migrate(db, { folder })).toEqual(['0001-one']);
  expect(await state()).toEqual({ rows: 100, most: 1, filled: 100, isFinished: true });
});

test('a long conversion ends between two batches when its process stops, and goes on in the next', async () => {
  const stopping = new AbortController();
  process.once('SIGUSR2', () => stopping.abort());
  const batch = `
    export async function batch(db) {
      process.emit('SIGUSR2');
      await sql\`update one set filled = 1 where id in (select id from one where filled = 0 limit 40)\`.execute(db);
      return (await sql\`select from one where filled = 0\`.execute(db)).rows.length;
    }`;
  const insert = 'create table one as select n as id, 0 as filled from generate_series(1, 100) n';
  write('0001-one.ts', `await sql\`${insert}\`.execute(db);`, batch);
  const filled = async () => (await sql`select from one where filled = 1`.execute(db)).rows.length;
  expect(await migrate(db, { folder, signal: stopping.signal })).toEqual([]);
  expect(await filled()).toBe(40);
  expect(await migrate(db, { folder })).toEqual(['0001-one']);
  expect(await filled()).toBe(100);
});

test('a migration without a transaction is repeated after an interruption, without the invalid index that it left', async () => {
  await sql`create table one as select 1 as id from generate_series(1, 2)`.execute(db);
  await sql`create unique index concurrently one_id on one (id)`.execute(db).catch(() => {}); // not unique: left invalid
  write(
    '0001-index.ts',
    'await sql`create index concurrently if not exists one_id on one (id)`.execute(db);',
    'export const transaction = false;',
  );
  expect(await migrate(db, { folder })).toEqual(['0001-index']);
  const { rows } =
    await sql`select indisvalid, indisunique from pg_index where indexrelid = 'one_id'::regclass`.execute(db);
  expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
});

test('a migration is refused when its session has lost the lock, as behind a pooler in transaction mode', async () => {
  write('0001-one.ts', `${createOne} await sql\`select pg_advisory_unlock_all()\`.execute(db);`);
  write('0002-two.ts', rename('one'));
  await expect(migrate(db, { folder })).rejects.toThrow('Set DATABASE_DIRECT_URL');
  expect([await exists('one'), await exists('two')]).toEqual([true, false]);
});

longTest(
  'a migration that waits behind a long report lets writers pass, and is done when the report has ended',
  async () => {
    await sql`create table one (id integer)`.execute(db);
    write('0001-more.ts', 'await sql`alter table one add column more text`.execute(db);');
    const lines: string[] = [];
    let slowestMs = 0;
    let migrating: Promise<string[]> | undefined;
    await other.db.transaction().execute(async (report) => {
      await sql`select from one`.execute(report); // its lock lasts until its transaction ends
      migrating = migrate(db, { folder, report: (line) => void lines.push(line) });
      for (const until = performance.now() + 9_000; performance.now() < until; ) {
        const start = performance.now();
        await sql`insert into one values (1)`.execute(db);
        slowestMs = Math.max(slowestMs, performance.now() - start);
        await sleep(20);
      }
    });
    expect(await migrating).toEqual(['0001-more']);
    expect(lines[0]).toBe('Migration 0001-more waits for a table that others use, and tries again in 1 s.');
    expect(slowestMs).toBeLessThan(3_500);
  },
);

test('file names, numbers and exports are validated', async () => {
  write('0001-one.ts', '');
  cpSync(join(folder, '0001-one.ts'), join(folder, '0001-uno.ts'));
  await expect(migrate(db, { folder })).rejects.toThrow('Two migrations have the number 0001.');
  rmSync(join(folder, '0001-uno.ts'));
  write('0002-bad.ts', '', "export const phase = 'expands';");
  await expect(migrate(db, { folder })).rejects.toThrow('0002-bad: phase must be expand or contract.');
  rmSync(join(folder, '0002-bad.ts'));
  write('One.ts', '');
  await expect(migrate(db, { folder })).rejects.toThrow('One.ts is not named like 0001-foundation.ts.');
});
