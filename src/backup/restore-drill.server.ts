import { sql } from 'kysely';
import { type Connection, databaseOn, inTransaction } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { requireFreeBytes } from '#platform/process/free-bytes.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { conflict, Problem } from '#lib/api/problem.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { compareContents } from './archive/compare-contents.server.ts';
import { type Manifest, unpackedSize } from './archive/manifest.server.ts';
import { openArchive } from './archive/read-archive.server.ts';
import { endSilent, withBeats } from './backup-records.server.ts';
import { openBackupStore } from './backup-store.server.ts';
import { type DrillChecks, drillTime, sentences } from './contract.ts';
import {
  createBeside,
  currentDatabase,
  dropBeside,
  mayCreateDatabases,
  nameBeside,
} from './database/database-beside.server.ts';
import { loadDatabase } from './database/load-database.server.ts';
import { whileAlone } from './database/while-alone.server.ts';
import { type BackupDeps, reasonOf } from './make-backup.server.ts';

const drillJob = jobKind<{ id: string }>('restore-drill', { retries: 0, isLong: true });
const weeklyJob = jobKind<Due>('restore-drill-weekly', { retries: 0, isLong: true });

/** Registers the jobs of the button and of the weekly drill. Call it before the queue is started. */
export function startDrillJobs(deps: BackupDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.work(drillJob, ({ id }, { signal }) => drill(deps, id, signal));
  deps.jobs.recurring(weeklyJob, drillTime, ({ due }, { signal }) => runWeeklyDrill(deps, new Date(due), signal));
}

const mostInterrupted = 3;

/**
 * Runs the drill that was due, unless one has run since or there is no backup to try. A drill that was interrupted because its process ended
 * is repeated, but at most until three have been interrupted, because the drill may be the cause.
 */
export async function runWeeklyDrill(deps: BackupDeps, due: Date, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  await endSilent(db, 'restore_drills', clock.now());
  const { rows } = await sql<{ isDone: boolean }>`
    select count(*) >= ${mostInterrupted} or count(*) filter (where error is distinct from ${sentences.interrupted}) > 0
      or not exists (select from backups where verified_at < ${due}) as "isDone"
    from restore_drills where at >= ${due}`.execute(db);
  if (!rows[0]?.isDone) await drill(deps, await insertDrill(deps), signal);
}

/** Records a new drill and adds the job that runs it. Throws 409 while a drill is running, or if there is no backup. */
export async function requestDrill(deps: BackupDeps & Pick<Deps, 'jobs'>): Promise<{ id: string }> {
  const id = await insertDrill(deps);
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, drillJob, { id }));
  return { id };
}

async function insertDrill({ db, clock }: BackupDeps): Promise<string> {
  const at = clock.now();
  await endSilent(db, 'restore_drills', at);
  const newest = await db
    .selectFrom('backups')
    .select('id')
    .where('verified_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) throw conflict(sentences.noBackup);
  const id = newId(at.getTime());
  try {
    await db.insertInto('restore_drills').values({ id, backup_id: newest.id, at, beat_at: at }).execute();
  } catch (error) {
    if (violatedConstraint(error) === 'restore_drills_one_at_a_time') throw conflict(sentences.drillRunning);
    throw error;
  }
  return id;
}

/** Loads a backup into a database beside the shop's, compares everything, and drops the database. The result is recorded, even a failure. */
async function drill(deps: BackupDeps, id: string, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const startedAt = performance.now();
  const outcome = await withBeats(deps, { table: 'restore_drills', id }, () => tryRestore(deps, id, signal)).then(
    (checked) => ({ ok: true, checked: JSON.stringify(checked), error: null }),
    (error: unknown) => {
      log.error({ err: error, drillId: id }, 'a restore drill failed');
      return { ok: false, checked: null, error: reasonOf(error) };
    },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await db
    .updateTable('restore_drills')
    .set({ ...outcome, seconds, finished_at: clock.now() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

async function tryRestore(deps: BackupDeps, id: string, signal?: AbortSignal): Promise<DrillChecks> {
  const { db, env, files, connection } = deps;
  const { fileName, bytes } = await db
    .selectFrom('restore_drills as d')
    .innerJoin('backups as b', 'b.id', 'd.backup_id')
    .select(['b.file_name as fileName', 'b.bytes'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await mayCreateDatabases(connection))) throw new Problem(409, sentences.mayNotCreate);
  const store = await openBackupStore(env, files);
  if (store.place === 'bucket') await requireSpaceForDrill(env.dataDir, bytes ?? 0);
  const alone = await withDrillDatabase(
    connection,
    (beside) => store.withLocalCopy(fileName, (path) => loadBeside(deps, path, { beside, signal })),
    { waitMs: 10_000 }, // the hourly clean-up may be at work
  );
  if (!alone) throw conflict(sentences.drillRunning);
  return alone.result;
}

/** Runs `work` with the name of the drill's database, which is dropped before and afterwards. Returns undefined if another drill runs. */
export async function withDrillDatabase<T>(
  connection: Connection,
  work: (name: string) => Promise<T>,
  { waitMs = 0 } = {},
): Promise<{ result: T } | undefined> {
  const name = nameBeside(await currentDatabase(connection), 'drill');
  return whileAlone(connection, { what: `drill in ${name}`, waitMs }, async () => {
    await dropBeside(connection, name); // left by a drill that was killed
    try {
      return await work(name);
    } finally {
      await dropBeside(connection, name);
    }
  });
}

async function loadBeside(
  { env, connection }: BackupDeps,
  path: string,
  { beside, signal }: { beside: string; signal: AbortSignal | undefined },
): Promise<DrillChecks> {
  const goOn = () => signal?.throwIfAborted();
  const archive = await openArchive(path, { key: env.backupKey, onProgress: goOn });
  const { manifest } = archive;
  try {
    // A database takes more room than its rows. An external server's own disk is not visible from here.
    await requireSpaceForDrill(env.dataDir, 2 * Math.max(unpackedSize(manifest), manifest.databaseBytes));
    await compareContents(archive, goOn);
    await createBeside(connection, beside);
    await loadDatabase(databaseOn(connection, beside), archive, { signal });
    return checksOf(manifest);
  } catch (error) {
    goOn(); // throws the abort instead, if that is why the drill failed
    throw error;
  } finally {
    await archive.close();
  }
}

const requireSpaceForDrill = (dataDir: string, needed: number): Promise<void> =>
  requireFreeBytes(dataDir, needed, (free) => new Problem(409, sentences.noSpace(needed, free)));

/** What has been compared. If anything had differed, loading would have failed already. */
const checksOf = ({ tables, files, sums }: Manifest): DrillChecks => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.length,
  fileBytes: files.reduce((sum, { size }) => sum + size, 0),
  orders: sums?.orders ?? 0,
  ordersTotal: cents(sums?.ordersTotalCents ?? 0),
  stockDifferences: sums?.stockDifferences ?? 0,
});
