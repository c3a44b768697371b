import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '#platform/db/db.server.ts';

/** A server in its own process that can be killed like by a power failure; see `shop-process.ts`. */
export interface ShopProcess {
  address: string;
  /** Starts it and waits until it listens. Its clock is `aheadMs` ahead. */
  start(aheadMs?: number): Promise<void>;
  /** False once its process has ended, for any reason. */
  isRunning(): boolean;
  /** Its data folder; the embedded database is in `postgres` below it. */
  dataDir: string;
  /** Bytes of memory in use, as reported by the system. */
  memory(): Promise<number>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** SIGTERM; waits until it has stopped. */
  stop(): Promise<void>;
  /** Lines of its log, from LOG_LEVEL on. */
  log(): readonly string[];
  /** Kills it and deletes its files. */
  end(): Promise<void>;
}

/**
 * A shop on a database shared with the test, or (undefined) on its own embedded one; `environment` overrides the defaults. `folder` holds
 * the sources of another release.
 */
export async function shopProcess(
  connection: Connection | undefined,
  environment: Record<string, string> = {},
  folder = join(import.meta.dirname, '..'),
): Promise<ShopProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-own-shop-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const lines: string[] = [];

  async function start(aheadMs = 0): Promise<void> {
    const started = spawn(process.execPath, [join(folder, 'test/shop-process.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        RATE_LIMIT: 'off',
        WAL_ARCHIVE: 'off',
        PORT: String(port),
        SHOP_CONNECTION: connection ? JSON.stringify(connection) : '',
        SHOP_AHEAD_MS: String(aheadMs),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    await new Promise<void>((ready, failed) => {
      createInterface(started.stdout).on('line', (line) => (line === 'ready' ? ready() : lines.push(line)));
      started.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    });
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((done) => ending.once('exit', done));
    ending.kill(signal);
    await ended;
  }
  const kill = () => end('SIGKILL');
  const stop = () => end('SIGTERM');

  const memory = async (): Promise<number> => {
    const status = await readFile(`/proc/${child?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };

  const clear = async (): Promise<void> => {
    await kill();
    await rm(dataDir, { recursive: true, force: true });
  };
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    isRunning,
    start,
    memory,
    kill,
    stop,
    log: () => lines,
    end: clear,
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
