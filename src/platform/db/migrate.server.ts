import { type Kysely, sql } from 'kysely';
import { holdNewNodes, versionsBefore } from './live-nodes.server.ts';
import { type MigrationFile, readMigrations } from './migration-files.server.ts';
import { releaseMigrationLock, tryMigrationLock, waitForMigrationLock } from './migration-lock.server.ts';
import {
  createRecord,
  type RecordedMigration,
  recordedMigrations,
  refuseContracted,
  tableExists,
} from './migration-record.server.ts';
import { runMigration } from './run-migration.server.ts';

export interface MigrateOptions {
  /** Where the migrations are; the program's own by default. */
  folder?: string;
  /** The name of the last migration to apply. */
  upTo?: string;
  /** The names of the migrations to apply; all by default. */
  only?: readonly string[];
  /** Called every few seconds with a line that says what the migration waits for, or how far it has come. */
  report?: (line: string) => void;
  /** Called under the migration lock, before the first change to a database that has been migrated before. */
  beforeChange?: (pending: readonly string[]) => Promise<void>;
  /** Leaves contract migrations to other processes if the database has been migrated before. */
  leavesContracts?: boolean;
  /** Does nothing if another process is migrating, and fails without a retry if others use the tables. */
  withoutWaiting?: boolean;
  /** Ends a long conversion between two of its batches; the next call continues it. */
  signal?: AbortSignal;
}

const patienceMs = 600_000;

/**
 * Brings the database up to date with `migrations/NNNN-name.ts`, in the order of their numbers, each in a transaction of its own.
 * Contract migrations are left for later while processes of a former release are alive. Several processes may call it at once: one
 * migrates, the others wait for it. `db` must reach the server without a pooler in transaction mode.
 * Returns the names of the migrations applied; rethrows the error of a migration, but the migrations before it stay applied.
 */
export async function migrate<T>(db: Kysely<T>, options: MigrateOptions = {}): Promise<string[]> {
  const { report = () => {}, withoutWaiting = false } = options;
  const files = await readMigrations(options.folder);
  const isNeeded = async () => (await due(db, files, options)).length > 0;
  if (!(await isNeeded())) return [];
  return db.connection().execute(async (session) => {
    const isLocked = withoutWaiting
      ? await tryMigrationLock(session)
      : await waitForMigrationLock(session, { isNeeded, report });
    if (!isLocked) return [];
    try {
      // A server that does not notice a killed process would finish its statement, and keep the lock until then.
      await sql`set client_connection_check_interval = '2s'`.execute(session).catch(() => {}); // not on every system
      await createRecord(session);
      return await applyAll(session as Kysely<unknown>, files, { ...options, report }); // migrations write their own SQL
    } finally {
      await sql`reset client_connection_check_interval`.execute(session).catch(() => {}); // the first error tells more
      await releaseMigrationLock(session).catch(() => {});
    }
  });
}

async function applyAll(
  session: Kysely<unknown>,
  files: readonly MigrationFile[],
  options: MigrateOptions & { report: (line: string) => void },
): Promise<string[]> {
  const isNew = (await recordedMigrations(session)).length === 0;
  const pending = await due(session, files, options);
  const names = pending.map(({ name }) => name);
  if (!isNew && pending.length > 0) await options.beforeChange?.(names);
  const applied: string[] = [];
  const { report, signal } = options;
  const run = { report, signal, patienceMs: options.withoutWaiting ? 0 : patienceMs };
  for (const file of pending) {
    if (signal?.aborted) break;
    const mayRun =
      file.phase === 'contract' ? { mayRun: async (tx: Kysely<unknown>) => mayContract(tx, file.name) } : {};
    if (await runMigration(session, file, { ...run, ...mayRun, isStarted: file.isStarted })) applied.push(file.name);
  }
  return applied;
}

type Due = MigrationFile & { isStarted: boolean };

/** The unfinished migrations, except contract migrations that must wait. Throws `StartFault` for a database of a newer version. */
async function due<T>(
  db: Kysely<T>,
  files: readonly MigrationFile[],
  { upTo, only, leavesContracts = false }: MigrateOptions,
): Promise<Due[]> {
  const recorded = await recordedMigrations(db);
  refuseContracted(recorded, files);
  const unfinished = unfinishedOf(recorded, files).filter(
    ({ name }) => (upTo === undefined || name <= upTo) && (only === undefined || only.includes(name)),
  );
  const result: Due[] = [];
  for (const file of unfinished) {
    if (file.phase === 'contract' && leavesContracts && recorded.length > 0) continue;
    if (file.phase === 'expand' || file.isStarted || (await versionsBefore(db, file.name)).length === 0)
      result.push(file);
  }
  return result;
}

const unfinishedOf = (recorded: readonly RecordedMigration[], files: readonly MigrationFile[]): Due[] =>
  files
    .map((file) => ({ file, row: recorded.find(({ name }) => name === file.name) }))
    .filter(({ row }) => row?.isFinished !== true)
    .map(({ file, row }) => ({ ...file, isStarted: row !== undefined }));

/** Whether no process of a former release is alive; until the transaction ends, none can start either. */
async function mayContract(tx: Kysely<unknown>, name: string): Promise<boolean> {
  if (await tableExists(tx, 'nodes')) await holdNewNodes(tx);
  return (await versionsBefore(tx, name)).length === 0;
}

/** A contract migration that is not applied yet, and the versions that it waits for. */
export interface WaitingContract {
  name: string;
  versions: string[];
}

/** The contract migrations that are left to do. */
export async function waitingContracts<T>(db: Kysely<T>, folder?: string): Promise<WaitingContract[]> {
  const left = unfinishedOf(await recordedMigrations(db), await readMigrations(folder));
  const contracts = left.filter(({ phase }) => phase === 'contract');
  return Promise.all(contracts.map(async ({ name }) => ({ name, versions: await versionsBefore(db, name) })));
}
