import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { errorCode } from '#lib/error-code.ts';
import { programVersion } from '../process/version.server.ts';
import type { MigrationFile } from './migration-files.server.ts';
import { requireMigrationLock } from './migration-lock.server.ts';

/** A migration that waits for a table's lock makes all later writers wait behind it, so it soon gives up and tries again. */
const lockTimeout = '3s';
/** No statement may hold its locks longer; longer work belongs in batches, or outside the transaction. */
const statementTimeout = '60s';
const reportsEveryMs = 5_000;

export interface RunOptions {
  /** How long the migration is retried while others hold locks that it needs. */
  patienceMs: number;
  report(line: string): void;
  /** Ends the migration between two batches. */
  signal?: AbortSignal | undefined;
  /** Called first in the migration's transaction; if it returns false, the migration does not run. */
  mayRun?(tx: Transaction<unknown>): Promise<boolean>;
}

/**
 * Runs or finishes one migration on a session that holds the migration lock, and records it. Returns false if it may not run now, or was
 * ended by the signal. An error is thrown with the migration's name; then its transaction has been rolled back.
 */
export async function runMigration(
  session: Kysely<unknown>,
  file: MigrationFile,
  options: RunOptions & { isStarted: boolean },
): Promise<boolean> {
  try {
    if (!options.isStarted && !(await begin(session, file, options))) return false;
    if (!file.transaction) await runOutside(session, file);
    if (file.batch && !(await runBatches(session, { ...file, batch: file.batch }, options))) return false;
    await sql`
      update schema_migrations set finished_at = clock_timestamp(),
        ms = extract(epoch from clock_timestamp() - started_at) * 1000
      where name = ${file.name}`.execute(session);
    return true;
  } catch (error) {
    throw explained(error, file.name);
  }
}

/** Records the migration as started, in the same transaction as its `up`, unless `up` runs outside a transaction. */
const begin = (session: Kysely<unknown>, file: MigrationFile, options: RunOptions): Promise<boolean> =>
  patiently(session, { ...options, name: file.name }, async (tx) => {
    if (options.mayRun && !(await options.mayRun(tx))) return false;
    if (file.transaction) await file.up(tx);
    await sql`
      insert into schema_migrations (name, phase, started_at, by_version, sha256)
      values (${file.name}, ${file.phase}, now(), ${programVersion}, ${file.sha256})`.execute(tx);
    return true;
  });

/** Runs `up` without a transaction, after dropping indexes that an interrupted `create index concurrently` has left invalid. */
async function runOutside(session: Kysely<unknown>, file: MigrationFile): Promise<void> {
  await requireMigrationLock(session);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace`.execute(session);
  for (const { name } of rows) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(session);
  await file.up(session);
}

/** Calls `batch`, each time in a transaction of its own, until no rows are left, and reports how many are. Returns false if the signal ended it. */
async function runBatches(
  session: Kysely<unknown>,
  { name, batch }: Required<MigrationFile>,
  options: RunOptions,
): Promise<boolean> {
  let reportedAt = performance.now();
  while (!options.signal?.aborted) {
    const left = await patiently(session, { ...options, name }, (tx) => batch(tx));
    if (left <= 0) return true;
    if (performance.now() - reportedAt < reportsEveryMs) continue;
    reportedAt = performance.now();
    options.report(`Migration ${name}: ${left} rows are left.`);
  }
  return false;
}

const tryAgainCodes = new Set(['55P03', '40P01', '40001']); // lock not available in time, deadlock, serialization failure

/** Runs `work` in a transaction that limits waits for locks and the time of a statement. Retries it while others hold locks that it needs. */
async function patiently<Result>(
  session: Kysely<unknown>,
  { name, patienceMs, report }: RunOptions & { name: string },
  work: (tx: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true),
          set_config('statement_timeout', ${statementTimeout}, true)`.execute(tx);
        await requireMigrationLock(tx);
        return await work(tx);
      });
    } catch (error) {
      if (!tryAgainCodes.has(errorCode(error)) || performance.now() - start > patienceMs) throw error;
      const seconds = Math.min(attempt, 10);
      report(`Migration ${name} waits for a table that others use, and tries again in ${seconds} s.`);
      await sleep(seconds * 1_000);
    }
  }
}

function explained(error: unknown, name: string): Error {
  const advice: Record<string, string> = {
    '55P03': 'other transactions kept the tables that it needs locked. End them (pg_stat_activity) and start again',
    '57014': `a statement took longer than ${statementTimeout}`,
  };
  const reason = advice[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
  return new Error(`Migration ${name} failed: ${reason}`, { cause: error });
}
