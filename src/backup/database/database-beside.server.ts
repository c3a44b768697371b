import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, databaseOn } from '#platform/db/db.server.ts';
import { withClient } from './database-client.server.ts';

const quoted = pg.escapeIdentifier;

/** The name of a database beside another one. Names have at most 63 bytes. */
export const nameBeside = (database: string, use: string): string => `${database.slice(0, 63 - use.length - 1)}_${use}`;

/** The database that a connection leads to. */
export async function currentDatabase(connection: Connection): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    return rows[0]?.name ?? '';
  });
}

/** Whether the user of the connection may create databases, and rename the database that it leads to. */
export async function mayCreateDatabases(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select rolsuper or (rolcreatedb and pg_has_role(d.datdba, 'member')) as may
       from pg_roles, pg_database d where rolname = current_user and d.datname = current_database()`,
    );
    return rows[0]?.may ?? false;
  });
}

/** What `create database` needs in order to create a database with the same collation. The columns' names depend on the server's version. */
interface Locale {
  datcollate: string;
  datctype: string;
  datlocprovider: 'c' | 'i' | 'b';
  datlocale?: string;
  daticulocale?: string;
}

/** Creates an empty database with the same collation as the one that the connection leads to. */
export async function createBeside(connection: Connection, name: string): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ locale: Locale }>(
      'select to_jsonb(d) as locale from pg_database d where datname = current_database()',
    );
    await client.query(
      `create database ${quoted(name)} template template0 encoding 'UTF8' ${localeOf(rows[0]?.locale)}`,
    );
  });
}

function localeOf(locale: Locale | undefined): string {
  if (!locale) return '';
  const { datcollate, datctype, datlocprovider, datlocale, daticulocale } = locale;
  const text = pg.escapeLiteral;
  const libc = `lc_collate ${text(datcollate)} lc_ctype ${text(datctype)}`;
  if (datlocprovider === 'i') return `locale_provider icu icu_locale ${text(datlocale ?? daticulocale ?? '')} ${libc}`;
  if (datlocprovider === 'b') return `locale_provider builtin builtin_locale ${text(datlocale ?? '')} ${libc}`;
  return `locale_provider libc ${libc}`;
}

/** Drops a database and ends its connections. Does nothing if it does not exist. */
export async function dropBeside(connection: Connection, name: string): Promise<void> {
  await withClient(connection, (client) => client.query(`drop database if exists ${quoted(name)} with (force)`));
}

/** The server's databases whose names begin with `start`. */
export async function databasesLike(connection: Connection, start: string): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by 1',
      [start],
    );
    return rows.map(({ datname }) => datname);
  });
}

/** The rename of a database. Several renames happen together or not at all. */
export interface Rename {
  from: string;
  to: string;
}

/**
 * Renames databases in one transaction, so that a crash leaves all or none renamed. A rename locks its database against new connections and
 * waits 5 s for existing ones to end, so this function ends them meanwhile. `connection` leads to one of the databases.
 */
export async function renameDatabases(connection: Connection, renames: readonly Rename[]): Promise<void> {
  const maintenance = await maintenanceConnection(connection);
  await withClient(maintenance, (client) =>
    withClient(maintenance, async (other) => {
      await client.query('begin'); // undone when the connection ends without a commit
      for (const { from, to } of renames) {
        let isOver = false;
        const renaming = client
          .query(`alter database ${quoted(from)} rename to ${quoted(to)}`)
          .finally(() => (isOver = true));
        renaming.catch(() => {}); // awaited below
        while (!isOver) {
          await other.query(endConnections, [from]);
          await Promise.race([renaming.catch(() => {}), sleep(50)]);
        }
        await renaming;
      }
      await client.query('commit');
    }),
  );
}

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = $1 and backend_type = 'client backend'`;

/** A connection to none of the shop's databases, because a database with open sessions cannot be renamed. */
export async function maintenanceConnection(connection: Connection): Promise<Connection> {
  const usual = databaseOn(connection, 'postgres');
  return withClient(usual, async () => usual).catch(() => databaseOn(connection, 'template1'));
}
