import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { machineMemory } from '../process/machine-memory.server.ts';
import type { Account } from './postgres-account.server.ts';

/** The parameters of a server start. */
export interface Launch {
  program: string;
  account: Account;
  /** The data folder as this process sees it. PostgreSQL is started in it. */
  folder: string;
  /** The data folder and the socket's folder as the account sees them. */
  dataPath: string;
  socketPath: string;
  durable: boolean;
  /** Settings that are added to the usual ones or override them. */
  settings?: Record<string, string>;
}

/** `busy`: another process uses the folder, or a lock file says so. `hadLock`: we got our own lock, but PostgreSQL says so. */
export type LaunchResult =
  | { state: 'ready'; child: ChildProcess; lastMessage: () => string }
  | { state: 'busy'; hadLock: boolean; reason: string }
  | { state: 'failed'; reason: string };

/** Exit status of `flock` if the lock is taken; PostgreSQL itself never uses it. */
const lockedStatus = 75;

const mebibyte = 1024 * 1024;

/** An eighth of the memory of this machine or container: at least 128 MB, at most 1 GB. */
function sharedMemory(): string {
  return `${Math.min(1024, Math.max(128, Math.floor(machineMemory() / 8 / mebibyte)))}MB`;
}

/** Settings for a small server that also runs the website: little memory, no parallel workers, no network. */
const settings = {
  listen_addresses: '',
  max_connections: '50',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  io_method: 'sync', // workers take a fifth more of the processor while the system's cache has what is read
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0', // their memory is in /dev/shm, which containers keep small
  timezone: 'UTC',
  lc_messages: 'C', // parsed by `launch`
  log_min_messages: 'log', // the caller handles failed statements
  log_min_error_statement: 'panic', // statements may contain personal data
  log_checkpoints: 'off',
};

/** Settings for tests only, several of which run at once; with these, a power failure may lose everything. */
const volatileSettings = {
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1h',
};

/** Starts the server and waits until it accepts connections: after a crash, until recovery is complete. */
export async function launch(launchOptions: Launch): Promise<LaunchResult> {
  const chosen = {
    ...settings,
    ...(launchOptions.durable ? { shared_buffers: sharedMemory() } : volatileSettings),
    ...launchOptions.settings,
    unix_socket_directories: launchOptions.socketPath,
  };
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const before = guardPrefix(launchOptions);
  const command = [...before, launchOptions.program, '-D', launchOptions.dataPath, ...options];
  const child = spawn(command[0] ?? launchOptions.program, command.slice(1), {
    cwd: launchOptions.folder,
    env: quietEnv,
    ...launchOptions.account.become,
    detached: true, // Ctrl-C must reach only the website, which needs its database for an orderly shutdown
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const isReady = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      output.push(line);
      if (output.length > 20) output.shift();
      if (line.includes('ready to accept connections')) resolve(true);
    });
    child.once('error', (error) => {
      output.push(error.message);
      resolve(false);
    });
    child.once('close', () => resolve(false));
  });
  const lastMessage = () => fatal(output);
  if (await isReady) return { state: 'ready', child, lastMessage };
  if (child.exitCode === lockedStatus) return { state: 'busy', hadLock: false, reason: lastMessage() };
  const isBusy = output.some((line) => /lock file ".*" already exists|is still in use/.test(line));
  if (isBusy) return { state: 'busy', hadLock: before.includes('flock'), reason: lastMessage() };
  return { state: 'failed', reason: lastMessage() };
}

/** The message that explains why the server ended, without its date. */
function fatal(output: string[]): string {
  const line = output.findLast((one) => /(FATAL|PANIC): /.test(one)) ?? output.at(-1) ?? 'no message';
  return line.replace(/^.*?(FATAL|PANIC): +/, '');
}

/** The server's environment, without our own `PG...` variables. */
export const quietEnv = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The programs that start the server. `setpriv` makes the kernel stop the server when this process dies, even by kill -9. `flock`
 * holds a lock as long as any of the server's processes lives; unlike PostgreSQL's own lock, it works between containers that share a
 * folder. Both replace themselves with the server. A program that is missing is left out.
 */
function guardPrefix({ account, folder }: Launch): string[] {
  const runs = (command: string, args: string[]) => spawnSync(command, args, { cwd: folder, ...account.become }).status;
  const lock = ['-n', '-E', String(lockedStatus), '-F', 'PG_VERSION'];
  const parent = ['--pdeathsig', 'INT'];
  const hasFlock = [0, lockedStatus].includes(runs('flock', ['-s', ...lock, 'true']) ?? -1);
  const hasSetpriv = runs('setpriv', [...parent, 'true']) === 0;
  return [...(hasSetpriv ? ['setpriv', ...parent] : []), ...(hasFlock ? ['flock', ...lock] : [])];
}

/** Stops the server, which closes its connections and writes everything to disk. After 15 s, it is forced to stop at once. */
export async function shutDown(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(quitTimer);
  clearTimeout(killTimer);
}
