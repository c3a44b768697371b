import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '#platform/db/db.server.ts';

/** A server in a process of its own that can be killed as a power cut would; see `shop-process.ts`. */
export interface OwnShop {
  address: string;
  /** Starts it and waits until it listens. Its clock goes so far ahead. */
  start(aheadMs?: number): Promise<void>;
  /** False once its process has ended, for whatever reason. */
  isRunning(): boolean;
  /** The folder of its data; the embedded database is in `postgres` below it. */
  dataDir: string;
  /** Bytes of memory that it has now, as the system counts them. */
  memory(): Promise<number>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Kills it, and forgets its files. */
  end(): Promise<void>;
}

/** A shop on a database that the test has too, or (undefined) on its own embedded one, with `environment` besides the defaults. */
export async function ownShop(
  connection: Connection | undefined,
  environment: Record<string, string> = {},
): Promise<OwnShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-own-shop-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(aheadMs = 0): Promise<void> {
    const started = spawn(process.execPath, [join(import.meta.dirname, 'shop-process.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        RATE_LIMIT: 'off',
        PORT: String(port),
        SHOP_CONNECTION: connection ? JSON.stringify(connection) : '',
        SHOP_AHEAD_MS: String(aheadMs),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    await new Promise<void>((ready, failed) => {
      started.stdout.once('data', () => ready());
      started.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    });
  }

  async function kill(): Promise<void> {
    const killed = child;
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    const ended = new Promise((done) => killed.once('exit', done));
    killed.kill('SIGKILL');
    await ended;
  }

  const memory = async (): Promise<number> => {
    const status = await readFile(`/proc/${child?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };

  const end = async (): Promise<void> => {
    await kill();
    await rm(dataDir, { recursive: true, force: true });
  };
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  return { address: `http://127.0.0.1:${port}`, dataDir, isRunning, start, memory, kill, end };
}

export function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
