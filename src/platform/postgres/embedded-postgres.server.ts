import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { archiveFolder, closeLines, hasOpenLine } from './archive/archive-line.server.ts';
import { type ArchiveOptions, archiveSettings, archiveWal } from './archive/archive-wal.server.ts';
import { holdFolder } from './hold-folder.server.ts';
import { finishSwap } from './swap-folder.server.ts';
import { initialise, unusable, workingFolder } from './init-database-folder.server.ts';
import { type Account, chooseAccount, handOver, ownerOf, canAccess } from './postgres-account.server.ts';
import { findBinaries } from './postgres-binaries.server.ts';
import {
  processState,
  readPidFile,
  removePidFile,
  runningPostmaster,
  writePidFile,
} from './postgres-pid-file.server.ts';
import { connectionAt, database, prepareLaunch } from './launch-options.server.ts';
import { type Launch, launch, type LaunchResult, shutDown } from './postgres-process.server.ts';
import { type Running, supervise } from './postgres-supervisor.server.ts';
import { StartFault } from '../process/start-fault.server.ts';

export interface Embedded {
  connection: pg.PoolConfig;
  /** Stops the server and ends all connections. Does nothing if another process runs the server. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of all data on disk; the database is in `postgres` below it. */
  dataDir: string;
  /** False in tests only: then nothing is flushed to disk. */
  durable?: boolean;
  /** Called with the last message when the server ends unexpectedly; it is restarted. */
  onCrash?: (reason: string) => void;
  /** Called when it has been restarted. */
  onRestart?: () => void;
  /** Archives the WAL (`WAL_ARCHIVE=on`), so that any minute can be restored. */
  archive?: ArchiveOptions | undefined;
}

const majorVersion = '18';
const busyForMs = 5_000;

/**
 * Starts the embedded PostgreSQL on `dataDir/postgres`, which the first start creates. It listens on a Unix socket that
 * only its account (and root) can access. Throws `StartFault` if another process uses the folder, or it is unusable.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, durable = true, onCrash, onRestart } = options;
  const { account, folder } = openFolder(dataDir);
  const binaries = findBinaries(account, dataDir);
  const canReach = canAccess(account, dataDir);
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise({ binaries, account, folder, canReach, durable });
  checkVersion(folder);
  const settings = options.archive ? archiveSettings(options.archive) : {};
  const { launchOptions, connection } = prepareLaunch({ binaries, account, folder, canReach, durable, settings });
  const archive = archiveFolder(dataDir);
  const beforeLaunch = async () => {
    if (!options.archive) await closeLinesIfFree(folder, archive);
  };
  const running = await launchWithRetries(launchOptions, { beforeLaunch });
  try {
    writePidFile(folder, connection.host);
    await createDatabase(connection);
  } catch (error) {
    await shutDown(running.child);
    throw error;
  }
  const server = supervise(running, {
    restart: () => launchWithRetries(launchOptions, { beforeLaunch, isRestart: true }),
    onCrash,
    onRestart,
  });
  const archiver = options.archive && archiveWal({ folder, archive, connection }, options.archive);
  const stop = async () => {
    try {
      await archiver?.stop();
    } finally {
      await server.stop();
      removePidFile(folder);
      if (connection.host !== folder) rmSync(connection.host, { recursive: true, force: true });
    }
  };
  return { connection, stop };
}

/**
 * Ends the archive's lines, because WAL that is not archived is going to follow them. Does nothing if another process uses the folder:
 * this process is then going to be refused, and the other process continues its line.
 */
async function closeLinesIfFree(folder: string, archive: string): Promise<void> {
  if (!hasOpenLine(archive)) return;
  const release = await holdFolder(folder).catch(() => undefined);
  if (!release) return;
  try {
    closeLines(archive);
  } finally {
    await release();
  }
}

/**
 * Opens the embedded database for a command. Uses the server that runs on `dataDir`, or starts one for the duration of the command.
 */
export async function connectOrStart(options: EmbeddedOptions): Promise<Embedded> {
  const pidFile = readPidFile(join(options.dataDir, 'postgres'));
  const connection = pidFile && connectionAt(pidFile.socketFolder);
  if (connection && (await isReachable(connection))) return { connection, stop: async () => {} };
  return startEmbedded(options);
}

async function isReachable(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // also reported by connect()
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function openFolder(dataDir: string): { account: Account; folder: string } {
  const folder = join(dataDir, 'postgres');
  try {
    finishSwap(folder);
    const account = chooseAccount([folder, dataDir]);
    mkdirSync(dataDir, { recursive: true });
    const owner = ownerOf(folder);
    if (owner !== undefined && owner !== account.uid) {
      if (account.become.uid === undefined) throw new StartFault(foreignDatabase(folder, owner, account));
      handOver(account, folder, true);
    }
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return { account, folder };
  } catch (cause) {
    if (cause instanceof StartFault) throw cause;
    throw unusable(dataDir, cause);
  }
}

const foreignDatabase = (folder: string, owner: number, account: Account): string =>
  `The database in ${folder} belongs to user ${owner}, but Spruce was started as "${account.name}". Start it as root or as that user, or set DATA_DIR to another folder.`;

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new StartFault(
    `The database in ${folder} was made by PostgreSQL ${version}, but this version of Spruce brings ${majorVersion}. Export it with the old version of Spruce, or set DATABASE_URL.`,
  );
}

/**
 * Starts the server. If the folder is in use, it retries for 5 s, because the server of a process that was just killed takes a moment
 * to end. An orphaned server is stopped. Throws at once if a live process uses the folder. With `isRestart`, this process itself
 * already has the folder. `beforeLaunch` is called before each attempt.
 */
async function launchWithRetries(
  launchOptions: Launch,
  { beforeLaunch, isRestart = false }: { beforeLaunch(): Promise<void>; isRestart?: boolean },
): Promise<Running> {
  const until = performance.now() + busyForMs;
  for (;;) {
    await beforeLaunch();
    const result = await launch(launchOptions);
    if (result.state === 'ready') return result;
    if (result.state === 'failed') throw unusable(join(launchOptions.folder, '..'), new Error(result.reason));
    const pidFile = readPidFile(launchOptions.folder);
    const isOurs = isRestart && pidFile?.pid === process.pid;
    const state = pidFile && !isOurs ? processState(pidFile) : undefined;
    if (state === 'alive' || performance.now() > until)
      throw inUse(launchOptions.folder, state === 'alive' ? pidFile?.pid : undefined);
    clearTheWay(launchOptions, result, state === 'dead');
    await sleep(200);
  }
}

const inUse = (folder: string, pid: number | undefined): StartFault =>
  new StartFault(
    `Spruce is already running on ${join(folder, '..')}${pid === undefined ? '' : ` (process ${pid})`}. Stop it first, or set DATA_DIR to another folder.`,
  );

/** Stops an orphaned server and removes a stale lock file. */
function clearTheWay(launchOptions: Launch, result: Extract<LaunchResult, { state: 'busy' }>, isOrphan: boolean): void {
  const postmaster = runningPostmaster(launchOptions.folder);
  if (postmaster !== undefined && isOrphan) process.kill(postmaster, 'SIGINT');
  // After a crash, the pid in PostgreSQL's lock file may belong to another program by now, and PostgreSQL would wait for it.
  // Our own lock is held as long as any server process lives; having acquired it, we know that the file is stale.
  const stale = /lock file "(.*)" already exists/.exec(result.reason)?.[1];
  if (stale === undefined || !result.hadLock || postmaster !== undefined) return;
  const inside = launchOptions.socketPath === workingFolder ? launchOptions.folder : launchOptions.socketPath;
  rmSync(join(stale.endsWith('.lock') ? inside : launchOptions.folder, basename(stale)), { force: true });
}

async function createDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {}); // also reported by connect() and query()
  await client.connect();
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (existing.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
