import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '#platform/db/db.server.ts';
import { type ArchivedTable, type Manifest, tableEntry } from '../archive/manifest.server.ts';
import type { Archive } from '../archive/read-archive.server.ts';
import { createArchivedSchema } from './archived-schema.server.ts';
import { columnList, tableName, withClient } from './database-client.server.ts';
import { archivedTables, rowsSum, shopSums } from './dump-database.server.ts';

const quoted = pg.escapeIdentifier;

interface LoadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, of: number) => unknown) | undefined;
}

/**
 * Loads the archive's tables into an empty database, to which the connection leads, then reads them back and compares each with its checksum.
 * The database gets the archive's schema; the caller migrates it further. Throws if anything differs; the database is then useless.
 */
export async function loadDatabase(
  connection: Connection,
  archive: Archive,
  { signal, onProgress }: LoadOptions = {},
): Promise<void> {
  const { manifest } = archive;
  await createArchivedSchema(connection, manifest);
  const steps = 2 * manifest.tables.length;
  await withClient(connection, async (client) => {
    signal?.addEventListener('abort', () => void client.end().catch(() => {})); // ends a long statement, too
    await client.query(`set maintenance_work_mem to '64MB'; set work_mem to '8MB'`); // not more, because this may run beside the shop
    let done = 0;
    const step = async (): Promise<void> => {
      signal?.throwIfAborted();
      await onProgress?.(done++, steps);
    };
    await requireSameTables(client, manifest);
    const restoreRules = await setRulesAside(client, manifest);
    const byEntry = new Map(manifest.tables.map((table) => [tableEntry(table), table]));
    for await (const { name, open } of archive.parts()) {
      const table = byEntry.get(name);
      if (!table) continue;
      await step();
      await copyIn(client, table, await open());
    }
    for (const { schema, name, last } of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [tableName({ schema, name }), last]);
    await restoreRules();
    for (const table of manifest.tables) {
      await step();
      await compareTable(client, table);
    }
    await compareSums(client, manifest);
    await client.query('analyze');
    await onProgress?.(steps, steps);
  });
}

async function copyIn(client: pg.Client, table: ArchivedTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const copy = copyFrom(`copy ${tableName(table)} (${columnList(table.columns)}) from stdin`);
  await pipeline(Readable.from(rows, { highWaterMark: 2 }), client.query(copy));
}

/** Throws unless the migrations have created the schema that the archive's data comes from. */
async function requireSameTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const present = new Map((await archivedTables(client)).map((table) => [tableEntry(table), table.columns.toSorted()]));
  const differing = tables.filter(
    (table) => present.get(tableEntry(table))?.join() !== table.columns.toSorted().join(),
  );
  if (differing.length > 0)
    throw new Error(`The archive's tables differ from its schema: ${differing.map(({ name }) => name).join(', ')}.`);
}

interface Rule {
  table: string;
  name: string;
  definition: string;
}

/**
 * Empties the tables and sets aside what would interfere with loading or slow it down: foreign keys, triggers and indexes. The returned
 * function restores them and thereby checks every foreign key.
 */
async function setRulesAside(client: pg.Client, { tables }: Manifest): Promise<() => Promise<void>> {
  const names = tables.map(tableName);
  const { rows: keys } = await client.query<Rule>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.conparentid = 0 and c.connamespace::regnamespace::text in ('public', 'jobs')
     order by 1, 2`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`truncate ${names.join(', ')}`); // migrations have added rows
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  };
}

async function compareTable(client: pg.Client, table: ArchivedTable): Promise<void> {
  if ((await rowsSum(client, table)) !== table.rowsSum)
    throw new Error(`The restored table ${table.name} differs from the archive's.`);
}

async function compareSums(client: pg.Client, { sums }: Manifest): Promise<void> {
  const restored = await shopSums(client);
  if (JSON.stringify(restored) !== JSON.stringify(sums))
    throw new Error(
      `The restored shop's sums ${JSON.stringify(restored)} are not the archive's ${JSON.stringify(sums)}.`,
    );
}
