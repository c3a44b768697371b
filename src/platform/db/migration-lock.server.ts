import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StartFault } from '../process/start-fault.server.ts';

/** Kysely's migrator takes the same lock, so a process of a release that used it waits, too. */
const migrationLock = '3853314791062309107';

const triesEveryMs = 250;
const reportsEveryMs = 5_000;

export interface Waiting {
  /** Whether there is still something to do; once another process has done it, the lock is not needed any more. */
  isNeeded(): Promise<boolean>;
  report(line: string): void;
}

/**
 * Takes the lock that lets one process migrate at a time, on the session of `db`. While another process holds it, reports so every
 * five seconds. Returns false if another process has done the work meanwhile.
 */
export async function waitForMigrationLock<T>(db: Kysely<T>, { isNeeded, report }: Waiting): Promise<boolean> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  while (!(await tryMigrationLock(db))) {
    if (performance.now() - reportedAt >= reportsEveryMs) {
      report('Another process is migrating the database; this one waits.');
      reportedAt = performance.now();
    }
    await sleep(triesEveryMs);
    if (!(await isNeeded())) return false;
  }
  return true;
}

export async function tryMigrationLock<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${migrationLock}::bigint) as "isLocked"`.execute(db);
  return rows[0]?.isLocked === true;
}

export async function releaseMigrationLock<T>(db: Kysely<T>): Promise<void> {
  await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(db);
}

/**
 * Throws unless the server's session that runs this statement holds the lock. Behind a pooler in transaction mode, one session may hold
 * the lock while another runs the migration.
 */
export async function requireMigrationLock<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${migrationLock}::bigint) as "isLocked"`.execute(db);
  if (rows[0]?.isLocked !== true)
    throw new StartFault(
      'The lock for migrating was lost: a connection pooler stands before the database, or it restarted. Set DATABASE_DIRECT_URL to the address of the server itself.',
    );
}
