import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import type { Account } from './postgres-account.server.ts';

/** Everything a start of the server needs to know. */
export interface Launch {
  program: string;
  account: Account;
  /** The data folder as this process sees it; the server is started inside. */
  folder: string;
  /** The data folder and the socket's as the account sees them. */
  dataPath: string;
  socketPath: string;
  durable: boolean;
}

/** `busy`: somebody else has the folder, or a lock file says so; `hadLock`: PostgreSQL said it, and our own lock did not. */
export type Outcome =
  | { state: 'ready'; child: ChildProcess; lastWords: () => string }
  | { state: 'busy'; hadLock: boolean; reason: string }
  | { state: 'failed'; reason: string };

/** What `flock` answers when somebody else holds the lock; PostgreSQL itself never ends with it. */
const lockedStatus = 75;

const mebibyte = 1024 * 1024;

/** An eighth of what this machine, or its container, may use: 128 MB of a small server, no more than 1 GB of a large one. */
function sharedMemory(): string {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return `${Math.min(1024, Math.max(128, Math.floor(memory / 8 / mebibyte)))}MB`;
}

/** For one small server that also runs the website: little memory, no parallel workers, no network. */
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
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0', // their memory is in /dev/shm, which containers keep small
  timezone: 'UTC',
  lc_messages: 'C', // `launch` reads these
  log_min_messages: 'log', // a refused statement is the caller's business
  log_min_error_statement: 'panic', // statements may hold personal data
  log_checkpoints: 'off',
};

/** Only for tests, of which several run at once: a power failure may lose everything. */
const forgetful = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1h',
};

/** Starts the server and waits until it takes connections, which after a crash is when it has recovered. */
export async function launch(what: Launch): Promise<Outcome> {
  const chosen = {
    ...settings,
    ...(what.durable ? { shared_buffers: sharedMemory() } : forgetful),
    unix_socket_directories: what.socketPath,
  };
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const before = guards(what);
  const command = [...before, what.program, '-D', what.dataPath, ...options];
  const child = spawn(command[0] ?? what.program, command.slice(1), {
    cwd: what.folder,
    env: quietEnv,
    ...what.account.become,
    detached: true, // Ctrl-C goes to the website, which still needs its database to stop in order
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const isReady = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      said.push(line);
      if (said.length > 20) said.shift();
      if (line.includes('ready to accept connections')) resolve(true);
    });
    child.once('error', (error) => {
      said.push(error.message);
      resolve(false);
    });
    child.once('close', () => resolve(false));
  });
  const lastWords = () => fatal(said);
  if (await isReady) return { state: 'ready', child, lastWords };
  if (child.exitCode === lockedStatus) return { state: 'busy', hadLock: false, reason: lastWords() };
  const isBusy = said.some((line) => /lock file ".*" already exists|is still in use/.test(line));
  if (isBusy) return { state: 'busy', hadLock: before.includes('flock'), reason: lastWords() };
  return { state: 'failed', reason: lastWords() };
}

/** The line that says why the server ended, without its date. */
function fatal(said: string[]): string {
  const line = said.findLast((one) => /(FATAL|PANIC): /.test(one)) ?? said.at(-1) ?? 'it said nothing';
  return line.replace(/^.*?(FATAL|PANIC): +/, '');
}

/** No `PG...` variable of the caller's environment reaches the server. */
export const quietEnv = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * What is put before the server's command. `setpriv` lets the kernel stop the server when this process dies, even by
 * kill -9. `flock` holds a lock as long as any of the server's processes lives; unlike PostgreSQL's own it also holds
 * between containers that share a folder. Both replace themselves by the server; where one is missing it is left out.
 */
function guards({ account, folder }: Launch): string[] {
  const runs = (command: string, args: string[]) => spawnSync(command, args, { cwd: folder, ...account.become }).status;
  const lock = ['-n', '-E', String(lockedStatus), '-F', 'PG_VERSION'];
  const parent = ['--pdeathsig', 'INT'];
  const locks = [0, lockedStatus].includes(runs('flock', ['-s', ...lock, 'true']) ?? -1);
  const watches = runs('setpriv', [...parent, 'true']) === 0;
  return [...(watches ? ['setpriv', ...parent] : []), ...(locks ? ['flock', ...lock] : [])];
}

/** Stops the server: it ends its connections and writes everything out; after 15 s it is told to drop all and go. */
export async function shutDown(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  const atLast = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(impatient);
  clearTimeout(atLast);
}
