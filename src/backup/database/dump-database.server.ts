import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from '../archive/write-archive.server.ts';
import { type ArchivedTable, type Manifest, type ShopSums, tableEntry } from '../archive/manifest.server.ts';
import { tableExists } from '#platform/db/migration-record.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { archiveSentences } from '../archive/sentences.ts';
import { columnList, tableName } from './database-client.server.ts';

/** The content of a database, in the words of the manifest. */
export type DatabaseDump = Pick<
  Manifest,
  'postgres' | 'migrations' | 'queueVersion' | 'databaseBytes' | 'tables' | 'sequences' | 'sums'
>;

/**
 * The tables that are not archived: those in which migrations record themselves, those that describe this installation rather than the shop,
 * and those of a running import of addresses, which is started again instead.
 */
const leftOut = [
  'kysely_migration',
  'kysely_migration_lock',
  'schema_migrations',
  'nodes',
  'maintenance',
  'request_counts',
  'cache_purges',
  'system_events',
  'backups',
  'restore_drills',
  'address_imports',
  'address_streets_read',
  'address_streets_next',
  'address_words_next',
  'addresses_next',
];

/** The job queue's own tables that matter; the others hold statistics. `job` is partitioned and copied as a whole. */
const queueTables = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];

type TableColumns = Pick<ArchivedTable, 'schema' | 'name' | 'columns'>;

/** All tables of the shop and its queue, with the columns that are not generated. */
export async function archivedTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select n.nspname as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where (n.nspname = 'public' and c.relkind = 'r' and not c.relname = any($1)
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
       or (n.nspname = 'jobs' and c.relkind in ('r', 'p') and c.relname = any($2))
     order by 1 desc, 2`,
    [leftOut, queueTables],
  );
  return rows;
}

/** Streams a table's rows as COPY writes them, in the order in which they are stored. */
export function copyOut(
  client: pg.ClientBase,
  table: TableColumns,
): { rows: AsyncIterable<Buffer>; count: () => Promise<number> } {
  // COPY can read a partitioned table only by a query.
  const stream = client.query(copyTo(`copy (select ${columnList(table.columns)} from ${tableName(table)}) to stdout`));
  const count = async (): Promise<number> => {
    await client.query('select'); // the number of rows arrives after the last row
    return stream.rowCount;
  };
  return { rows: stream, count };
}

/**
 * The sum of the hashes of a table's rows, which does not depend on their order, because PostgreSQL may store loaded rows in another order.
 * Sixty bits of each hash fit into a bigint without reaching its sign.
 */
export async function rowsSum(client: pg.ClientBase, table: TableColumns): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum(('x' || left(md5(row(${columnList(table.columns)})::text), 15))::bit(60)::bigint), 0)::text as sum
     from ${tableName(table)}`,
  );
  return rows[0]?.sum ?? '';
}

/** Writes a snapshot of the whole database into an archive. Meanwhile, others can go on writing. */
export async function dumpDatabase(
  client: pg.Client,
  archive: ArchiveWriter,
  onProgress?: (done: number, of: number) => unknown,
): Promise<DatabaseDump> {
  const present = await archivedTables(client);
  await client.query('begin isolation level repeatable read read only');
  // Locks the tables before the next query takes the snapshot: in it, a table that is replaced or rewritten later would look empty.
  if (present.length > 0) await client.query(`lock table ${present.map(tableName).join()} in access share mode`);
  const about = await describeDatabase(client);
  const found = await archivedTables(client);
  const tables: ArchivedTable[] = [];
  for (const table of found) {
    await onProgress?.(tables.length, found.length);
    const { rows, count } = copyOut(client, table);
    const sum = await archive.add(tableEntry(table), rows, true);
    tables.push({ ...table, rows: await count(), rowsSum: await rowsSum(client, table), ...sum });
  }
  const sums = await shopSums(client);
  await client.query('commit');
  await onProgress?.(found.length, found.length);
  return { ...about, tables, sums };
}

async function describeDatabase(client: pg.Client): Promise<Omit<DatabaseDump, 'tables' | 'sums'>> {
  const { rows: about } = await client.query<{ postgres: string; bytes: string }>(
    `select current_setting('server_version') as postgres, pg_database_size(current_database()) as bytes`,
  );
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'jobs') and last_value is not null order by 1, 2`,
  );
  return {
    postgres: about[0]?.postgres ?? '',
    databaseBytes: Number(about[0]?.bytes),
    migrations: await appliedMigrations(client),
    queueVersion: await queueVersion(client),
    sequences,
  };
}

/** The names of the migrations that a database has, in order. Throws `Problem` 409 while a migration is under way. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  if (!(await tableExists(client, 'schema_migrations'))) return [];
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    'select name, finished_at is not null as "isFinished" from schema_migrations order by name',
  );
  if (rows.some(({ isFinished }) => !isFinished)) throw new Problem(409, archiveSentences.migrating);
  return rows.map(({ name }) => name);
}

async function queueVersion(client: pg.ClientBase): Promise<number | null> {
  if (!(await tableExists(client, 'jobs.version'))) return null;
  const { rows } = await client.query<{ version: number }>('select version from jobs.version');
  return rows[0]?.version ?? null;
}

/** The sums that a restored shop must have in common with the shop that was backed up. */
export async function shopSums(client: pg.ClientBase): Promise<ShopSums> {
  if (!(await tableExists(client, 'orders')) || !(await tableExists(client, 'stock_movements'))) return null;
  const { rows } = await client.query<{ orders: string; cents: string; differences: string }>(
    `select count(*) as orders, coalesce(sum(total_cents), 0) as cents, (
       select count(*) from product_items i left join (
         select item_id, sum(case direction when 0 then quantity else -quantity end) as units
         from stock_movements group by item_id) m on m.item_id = i.id
       where i.on_hand <> coalesce(m.units, 0)) as differences
     from orders`,
  );
  const [row] = rows;
  return {
    orders: Number(row?.orders),
    ordersTotalCents: Number(row?.cents),
    stockDifferences: Number(row?.differences),
  };
}
