import pg from 'pg';
import { errorCode } from '#lib/error-code.ts';
import { StartFault } from '../process/start-fault.server.ts';

/** An irregular order, which also reveals a pooler that lends its connections in turn. */
const askingOrder = [0, 1, 1, 0, 0, 0, 1] as const;

/**
 * Throws `StartFault` if the server at `config`, the value of the environment's `variable`, can't be reached, or connections to it go
 * through a pooler in transaction mode, with which a session's locks, LISTEN and settings do not work. Without a pooler, two connections
 * that are open at the same time have two sessions on the server, and each connection always has the same session.
 */
export async function refusePooler(config: pg.ClientConfig, variable: string): Promise<void> {
  const clients: pg.Client[] = [];
  try {
    while (clients.length < 2) clients.push(await connect(config, variable));
    const seen: string[] = [];
    for (const place of askingOrder) {
      const client = clients[place] as pg.Client; // there are two
      seen.push(`${place} ${await sessionOf(client)}`);
    }
    const sessions = new Set(seen.map((line) => line.slice(2)));
    if (new Set(seen).size === clients.length && sessions.size === clients.length) return; // each connection has its own session, and always the same
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  throw new StartFault(
    variable === 'DATABASE_DIRECT_URL'
      ? 'DATABASE_DIRECT_URL goes through a connection pooler in transaction mode. Set it to the address of the PostgreSQL server itself.'
      : `${variable} goes through a connection pooler in transaction mode, through which the database can't be migrated. Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself.`,
  );
}

async function connect(config: pg.ClientConfig, variable: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // also reported by connect() and query()
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw unreachable(cause, variable);
  }
}

/** The fault of a database that can't be reached at the value of the environment's `variable`. */
export function unreachable(cause: unknown, variable: string): StartFault {
  const reason = cause instanceof Error ? cause.message || errorCode(cause) : String(cause);
  return new StartFault(`The database can't be reached (${reason}). Check ${variable}.`, { cause });
}

/** What identifies a session: its process on the server, and when that process started. */
async function sessionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    "select concat_ws(' ', pid, backend_start, inet_server_addr()) as session from pg_stat_activity where pid = pg_backend_pid()",
  );
  return rows[0]?.session ?? '';
}
