import pg from 'pg';
import type { Connection } from '#platform/db/db.server.ts';

/** A dedicated connection, for work that takes long or needs session settings. */
export interface DatabaseClient {
  client: pg.Client;
  end(): Promise<void>;
}

/** Make values written and read in the same way, whatever the settings of the server, user or database are. */
const settings = `
  set datestyle to 'ISO, YMD'; set intervalstyle to postgres; set timezone to 'UTC'; set extra_float_digits to 1;
  set bytea_output to hex; set client_encoding to 'UTF8'; set search_path to public; set synchronize_seqscans to off;
  set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0;
  set idle_session_timeout to 0`;

/** Connects, and waits at most 10 s. */
export async function openClient({ prepare: _prepare, ...config }: Connection): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config });
  client.on('error', () => {}); // also reported by the statement that it interrupts
  await client.connect();
  await client.query(settings);
  return { client, end: () => client.end() };
}

/** Runs `work` with a dedicated connection. */
export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { client, end } = await openClient(connection);
  try {
    return await work(client);
  } finally {
    await end().catch(() => {}); // the connection may have been lost, which `work` has reported
  }
}

/** `"public"."orders"` */
export const tableName = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

export const columnList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ');
