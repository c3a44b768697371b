import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Connection } from '#platform/db/db.server.ts';
import { tableExists } from '#platform/db/migration-record.server.ts';
import { columnList, withClient } from './database-client.server.ts';

/** Whether a database has no table at all. */
export async function isEmptyDatabase(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      `select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as empty`,
    );
    return rows[0]?.empty ?? false;
  });
}

/** Identifies a database among all others, even one of the same name on another server. */
export async function identityOf(connection: Connection): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `select system_identifier || '/' || oid as identity from pg_control_system(), pg_database where datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  });
}

/** Whether the database contains somebody's work: orders, submissions, or users besides the first administrator. */
export async function isUsedDatabase(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    for (const [table, most] of [
      ['orders', 0],
      ['form_submissions', 0],
      ['users', 1],
    ] as const) {
      if (!(await tableExists(client, table))) continue;
      const { rows } = await client.query(`select from ${table} limit ${most + 1}`);
      if (rows.length > most) return true;
    }
    return false;
  });
}

/** Removes everything that a failed restore has created in a database that was empty before, except extensions. */
export async function clearDatabase(connection: Connection): Promise<void> {
  await withClient(connection, (client) =>
    client.query(`do $$ declare one record; begin
      drop schema if exists jobs cascade;
      for one in select oid::regclass as name from pg_class c
        where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('drop table if exists %s cascade', one.name);
      end loop;
      for one in select oid::regprocedure as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
        execute format('drop function if exists %s cascade', one.name);
      end loop;
      for one in select oid::regtype as name from pg_type where typnamespace = 'public'::regnamespace and typtype = 'd' loop
        execute format('drop domain if exists %s cascade', one.name);
      end loop;
    end $$`),
  );
}

/** The tables that describe the installation rather than the shop, in the order of their references. */
const ownTables = ['backups', 'restore_drills'];

/** Copies the records of this installation into a restored database, because no archive contains them. */
export async function copyOwnRecords(from: Connection, to: Connection): Promise<void> {
  await withClient(from, (source) =>
    withClient(to, async (target) => {
      for (const table of ownTables) {
        if (!(await tableExists(source, table))) return; // the database is older than these tables
        const known = await columnsOf(source, table); // fewer than in `target` if `source` has not been migrated yet
        const columns = columnList((await columnsOf(target, table)).filter((column) => known.includes(column)));
        const reading = source.query(copyTo(`copy ${table} (${columns}) to stdout`));
        await pipeline(reading, target.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
      }
    }),
  );
}

/** A table's columns except the reference to users, because the archive may not contain those users. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'created_by'`,
    [table],
  );
  return rows.map(({ name }) => name);
}
