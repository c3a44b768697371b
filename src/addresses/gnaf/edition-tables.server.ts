import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tableExists } from '#platform/db/migration-record.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { errorCode } from '#lib/error-code.ts';
import type { PsvPlace } from './read-psv.server.ts';

/** How far the files of one state have been imported. */
export interface StateProgress {
  /** The id of the state's first street; its other streets are numbered from there in the order of the file. */
  firstStreet: number;
  /** Position of the next address; null before the first. */
  place: PsvPlace | null;
  addresses: number;
  /** Addresses that are no longer in use or that no contributor confirms. */
  retired: number;
  /** Addresses whose street is not in the files. */
  streetless: number;
}

export interface Progress {
  nextStreet: number;
  states: Record<string, StateProgress>;
}

/** An edition being imported beside the one that is searched. Every step can be interrupted and resumed. */
export type Edition = Awaited<ReturnType<typeof openEdition>>;

const importLock = 7_310_007;
const lockTries = 40;
const lockPauseMs = 250;

/**
 * Begins an edition, or resumes an interrupted one of the same files. `client` must be used by this import only;
 * closing it releases the lock. Throws 409 while another import is running.
 */
export async function openEdition(client: pg.ClientBase, edition: string) {
  // If this process is killed, PostgreSQL soon notices and stops its last statement.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {}); // not supported on every system
  await client.query("set maintenance_work_mem = '256MB'");
  await acquireLock(client);
  const { rows } = await client.query<{ progress: Progress }>(
    'select progress from address_imports where edition = $1',
    [edition],
  );
  const progress = rows[0]?.progress ?? (await startEdition(client, edition));
  const copy = (table: keyof typeof copyColumns, lines: AsyncIterable<string> | string[]): Promise<void> =>
    pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} (${copyColumns[table]}) from stdin`)));
  const saveProgress = () => client.query('update address_imports set progress = $1', [JSON.stringify(progress)]);
  return {
    /** The stored progress; empty for a new edition. */
    progress,
    /** Adds streets, each a line of `copyLine`, and in the same transaction stores the progress that `then` sets. */
    addStreets: (lines: AsyncIterable<string>, then: () => void) =>
      inTransaction(client, async () => {
        await copy('address_streets_read', lines);
        then();
        await saveProgress();
      }),
    /** Adds addresses, and in the same transaction stores the progress. */
    addAddresses: (lines: string) =>
      inTransaction(client, async () => {
        await copy('addresses_next', [lines]);
        await saveProgress();
      }),
    /** Builds indexes and derived tables, and replaces the previous edition. */
    finish: (onStep: (done: number, of: number) => void) => finish(client, onStep),
  };
}

const copyColumns = {
  address_streets_read: 'id, pid, name, locality, state, name_key, words, telling',
  addresses_next: 'street_id, number_first, number_last, postcode, is_alias, pid, number, unit, unit_key',
};

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A line of PostgreSQL's COPY; the values are in the column order above. */
export const copyLine = (values: readonly (string | number | boolean)[]): string =>
  `${values.map((value) => (typeof value === 'string' ? value.replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? '') : value)).join('\t')}\n`;

async function acquireLock(client: pg.ClientBase): Promise<void> {
  for (let attempt = 1; attempt <= lockTries; attempt++) {
    const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [importLock]);
    if (rows[0]?.is) return;
    await sleep(lockPauseMs);
  }
  throw conflict('Another import of addresses is running.');
}

async function startEdition(client: pg.ClientBase, edition: string): Promise<Progress> {
  const progress: Progress = { nextStreet: 1, states: {} };
  await inTransaction(client, async () => {
    await client.query(`
      drop table if exists address_streets_read, address_streets_next, address_words_next, addresses_next;
      create table address_streets_read (like address_streets);
      alter table address_streets_read drop postcode, drop address_count;
      create table addresses_next (like addresses);
      delete from address_imports`);
    await client.query('insert into address_imports (edition, progress) values ($1, $2)', [
      edition,
      JSON.stringify(progress),
    ]);
  });
  return progress;
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the first error is the more informative one
    throw error;
  }
}

/** Creates the table of streets with their post codes and address counts; streets without addresses are left out. */
const buildStreets = `
  create table address_streets_next (like address_streets);
  insert into address_streets_next
      (id, postcode, address_count, pid, name, locality, state, name_key, words, telling)
    select id, postcode, address_count, pid, name, locality, state, name_key, words || postcodes, telling
    from address_streets_read join (
      select street_id as id, sum(here)::int as address_count, (array_agg(postcode order by here desc))[1] as postcode,
        coalesce(string_agg(' ' || lpad(postcode::text, 4, '0'), '') filter (where postcode > 0), '') as postcodes
      from (select street_id, postcode, count(*) as here from addresses_next group by street_id, postcode) as counted
      group by street_id
    ) as streets using (id)
    order by name_key, address_count desc;
  create table address_words_next (like address_words);
  insert into address_words_next select distinct unnest(telling) from address_streets_next`;

/** For each index of the searched tables: its name, and the statement that creates it on the new edition's tables. */
const missingIndexes = `
  select c.relname as name, replace(replace(pg_get_indexdef(i.indexrelid), ' ' || c.relname || ' ', ' ' || c.relname || '_next '),
    t.relname || ' USING', t.relname || '_next USING') as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where i.indrelid in ('address_streets'::regclass, 'address_words'::regclass, 'addresses'::regclass) order by t.relname, c.relname`;

async function finish(client: pg.ClientBase, onStep: (done: number, of: number) => void): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(missingIndexes);
  const steps = [
    async () => {
      if (!(await tableExists(client, 'address_streets_next')))
        await inTransaction(client, async () => void (await client.query(buildStreets)));
    },
    ...indexes.map(({ name, definition }) => async () => {
      if (!(await tableExists(client, `${name}_next`))) await client.query(definition);
    }),
    async () => void (await client.query('analyze address_streets_next, address_words_next, addresses_next')),
    () =>
      replace(
        client,
        indexes.map(({ name }) => name),
      ),
  ];
  onStep(0, steps.length);
  for (const [done, step] of steps.entries()) {
    await step();
    onStep(done + 1, steps.length);
  }
}

const lockNotAvailable = '55P03';

/** Replaces the previous tables with the new ones. This is the only step of an import for which searches wait. */
async function replace(client: pg.ClientBase, indexes: readonly string[]): Promise<void> {
  const renamed = indexes.map((name) => `alter index ${name}_next rename to ${name}`).join(';\n');
  for (;;) {
    try {
      await inTransaction(client, async () => {
        // While this waits for its lock, all searches wait too. So it gives up after a second, and tries again.
        await client.query("set local lock_timeout = '1s'");
        await client.query(`
          drop table address_streets, address_words, addresses, address_streets_read;
          alter table address_streets_next rename to address_streets;
          alter table address_words_next rename to address_words;
          alter table addresses_next rename to addresses;
          ${renamed};
          delete from address_imports`);
      });
      return;
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable) throw error;
      await sleep(1_000);
    }
  }
}
