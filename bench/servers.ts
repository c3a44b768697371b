import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connectionOf } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { lean } from '../scripts/setup.js';

export interface Served {
  port: number;
  pid: number | undefined;
  /** From its start until it listened, in milliseconds. */
  startMs: number;
  /** Bytes of memory now. */
  rss(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `serve.ts` as `kind` in a process of its own. */
export async function serve(kind: string, { connection, dataDir }: Database, env: object = {}): Promise<Served> {
  const begun = performance.now();
  const child = fork(join(import.meta.dirname, 'serve.ts'), [kind, JSON.stringify(connection), dataDir], {
    execArgv: lean.flags,
    env: { ...lean.env, ...process.env, ...env, NODE_ENV: 'production' },
  });
  const [said] = (await once(child, 'message')) as [{ port: number }]; // serve.ts says this first
  return {
    port: said.port,
    pid: child.pid,
    startMs: performance.now() - begun,
    async rss() {
      child.send('rss');
      const [answer] = (await once(child, 'message')) as [{ rss: number }]; // its only other message
      return answer.rss;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

export interface Database {
  connection: Connection;
  dataDir: string;
  /** Of the embedded server; undefined for another. */
  pid?: number;
}

/** The database of `DATABASE_URL`, or an embedded one: in `folder`, where it stays, or in a temporary one. */
export async function withDatabase<T>(
  folder: string | undefined,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'spruce-bench-')));
  const given = process.env['DATABASE_URL'];
  const archive = process.env['WAL_ARCHIVE'] === 'off' ? undefined : { clock: systemClock, log: console };
  const server = given ? undefined : await startEmbedded({ dataDir, archive });
  try {
    if (!server) return await work({ connection: connectionOf(given ?? ''), dataDir });
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    return await work({ connection: server.connection, dataDir, pid });
  } finally {
    await server?.stop();
    if (!folder) await rm(dataDir, { recursive: true, force: true });
  }
}
