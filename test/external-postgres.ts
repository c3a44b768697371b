import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { chooseAccount } from '#platform/postgres/postgres-account.server.ts';
import { findBinaries } from '#platform/postgres/postgres-binaries.server.ts';
import { quietEnv } from '#platform/postgres/postgres-process.server.ts';
import { freePort } from './own-shop.ts';

/** A PostgreSQL server on a TCP port that a test starts and stops, like an operator who sets `DATABASE_URL`. */
export interface ExternalPostgres {
  connection: Connection;
  /** Its data folder. */
  folder: string;
  /** Starts it and waits until it accepts connections. */
  start(): Promise<void>;
  /** `SIGINT` shuts it down in order, `SIGKILL` acts like a power failure; waits until it has ended. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Stops it and deletes its data. */
  end(): Promise<void>;
}

/** What a server differs in: its limit of connections; the stopped server that it is a read replica of. */
interface ServerTraits {
  mostConnections?: number;
  primary?: ExternalPostgres;
}

/** Creates a server with an empty database, without starting it. */
export async function externalPostgres({
  mostConnections = 100,
  primary,
}: ServerTraits = {}): Promise<ExternalPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-external-'));
  const folder = join(dataDir, 'postgres');
  if (primary) {
    spawnSync('cp', ['-a', primary.folder, folder]);
    await writeFile(join(folder, 'standby.signal'), '');
  } else await (await startEmbedded({ dataDir })).stop(); // creates folder and database
  const account = chooseAccount([folder, dataDir]);
  const { postgres } = findBinaries(account, dataDir);
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user: 'spruce', database: 'spruce' };
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(mostConnections),
    log_min_messages: 'panic',
    ...(primary && { primary_conninfo: `host=127.0.0.1 port=${primary.connection.port} user=spruce` }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    do {
      // The processes of a killed server take a moment to end; until then a new server refuses to start.
      if (child === undefined || child.exitCode !== null || child.signalCode !== null)
        child = spawn(postgres, ['-D', '/proc/self/cwd', '-p', String(port), ...options], {
          cwd: folder,
          env: quietEnv,
          ...account.become,
          stdio: 'ignore',
        });
      await sleep(20);
    } while (!(await answers(connection)));
  };
  const stop = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    const stopped = child;
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const ended = once(stopped, 'exit');
    stopped.kill(signal);
    await ended;
  };
  const end = async (): Promise<void> => {
    await stop('SIGINT');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection, folder, start, stop, end };
}

/** Whether a server accepts a connection and answers a query now. */
export async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {}); // reported by connect() and query() too
  try {
    await client.connect();
    await client.query('select 1');
    await client.end();
    return true;
  } catch {
    return false;
  }
}
