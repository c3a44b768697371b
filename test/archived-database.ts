import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type ArchiveState, archiveState } from '#platform/postgres/archive/archive-state.server.ts';
import type { ArchiveOptions } from '#platform/postgres/archive/archive-wal.server.ts';
import { type Embedded, startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';

/** Everything an archive does by the minute, by the second. */
export const fast = { roundMs: 50, partMs: 200, firstCopyMs: 0, retryCopyMs: 500, reserveBytes: 0 };

export interface ArchivedDatabase extends Embedded {
  query<Row = Record<string, unknown>>(statement: string): Promise<Row[]>;
  /** What the archive logged. */
  logged: string[];
}

/** The embedded database with an archive that does not make tests wait. */
export async function startArchived(
  dataDir: string,
  { pace, clock = systemClock, durable = false }: Partial<ArchiveOptions> & { durable?: boolean } = {},
): Promise<ArchivedDatabase> {
  const logged: string[] = [];
  const add = (entry: unknown) =>
    void logged.push(entry instanceof Error ? (entry.stack ?? entry.message) : String(entry));
  const archive: ArchiveOptions = { clock, log: { info: add, error: add }, pace: { ...fast, ...pace } };
  const embedded = await startEmbedded({ dataDir, durable, archive });
  const pool = new pg.Pool({ ...embedded.connection, max: 2 });
  pool.on('error', () => {}); // tests kill the server
  return {
    ...embedded,
    logged,
    query: async (statement) => (await pool.query(statement)).rows,
    async stop() {
      await pool.end();
      await embedded.stop();
    },
  };
}

/** Waits until the archive is in a state; returns it. */
export async function untilArchive(dataDir: string, is: (state: ArchiveState) => boolean): Promise<ArchiveState> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    const state = archiveState(dataDir);
    if (state && is(state)) return state;
  }
  throw new Error(`The archive stays ${JSON.stringify(archiveState(dataDir))}.`);
}

/** Waits until all moments up to now can be restored. */
export async function untilNow(dataDir: string): Promise<void> {
  const now = new Date();
  await untilArchive(dataDir, ({ archivedAt }) => archivedAt !== undefined && archivedAt > now);
}

/** Runs `npm run restore-until` with `args`. */
export async function restoreCommand(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const command = join(import.meta.dirname, '../src/platform/postgres/restore/command.server.ts');
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, output: out + err };
}
