import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDb, openDb } from '#platform/db/db.server.ts';
import { connectOrStart } from '#platform/postgres/embedded-postgres.server.ts';
import { environment } from './place.ts';
import { expect } from './test.ts';

/** A server for one test file, with settings that differ from the shared one; it is deleted with its data when it stops. */
export interface OwnServer {
  dataDir: string;
  database: OpenDb;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startOwnServer(port: number, changes: Record<string, string>): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-own-'));
  const place = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir };
  const env = { ...process.env, ...environment, DEMO_CONTENT: 'false', ...place, ...changes };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.server.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await expect.poll(() => answersAt(`${place.PUBLIC_URL}/readyz`, child), { timeout: 120_000 }).toBe(true);
  } catch (error) {
    await end();
    throw error;
  }
  const { connection } = await connectOrStart({ dataDir });
  const database = openDb({ ...connection, max: 2 }, console);
  const stop = async (): Promise<void> => {
    await database.close();
    await end();
  };
  return { dataDir, database, output: () => printed, stop };
}

async function answersAt(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error('The server has ended before it was ready.');
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
