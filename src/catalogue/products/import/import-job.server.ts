import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { readColumnChoices } from '#platform/spreadsheet/column-choices.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import { Problem } from '#lib/api/problem.ts';
import { importSentences, mostFileRows } from '../import-sentences.ts';
import { type ImportRequest, type ImportResult, importCatalogue } from './import-catalogue.server.ts';
import { refuseStockChanges, reportOf } from './import-report.server.ts';
import { deleteOldImports, importJob } from './manage-imports.server.ts';
import { fetchFile } from './file/uploaded-file.server.ts';

type ImportJobDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'log' | 'env'>;

const sweepJob = jobKind<object>('product-import-sweep');

/** Registers the jobs of imports. Call it before the queue is started. */
export function startImportJobs(deps: ImportJobDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.work(importJob, ({ importId }, { signal }) => runImport(deps, importId, signal));
  deps.jobs.daily(sweepJob, () => deleteOldImports(deps));
}

interface RunningImport {
  id: string;
  state: 'checking' | 'importing';
  createdBy: string;
  requestId: string;
  attempts: number;
  /** What each column of the file is imported as; null until the first check has worked it out. */
  columns: (string | null)[] | null;
}

/** If a process stops, nothing is left half-written, and another process retries. After this many attempts, the import fails. */
const mostAttempts = 3;

/** Thrown if the process is stopping, which is not a failure of the import. */
class ProcessStopping extends Error {}

/** Thrown if the import was cancelled, or finished by another process. */
class AlreadyFinished extends Error {}

async function runImport(deps: ImportJobDeps, importId: string, signal: AbortSignal): Promise<void> {
  const running = await startAttempt(deps, importId);
  if (!running) return;
  if (running.attempts > mostAttempts) return fail(deps, running, importSentences.stopped);
  const folder = await mkdtemp(join(tmpdir(), 'shop-import-'));
  const heartbeat = setInterval(() => void recordHeartbeat(deps, importId).catch(() => {}), heartbeatMs);
  try {
    const file = join(folder, 'products');
    await fetchFile(deps.db, importId, file);
    await (running.state === 'checking' ? check : write)(deps, running, { file, signal });
  } catch (error) {
    if (error instanceof AlreadyFinished) return;
    if (error instanceof ProcessStopping) throw error;
    if (!(error instanceof Problem)) deps.log.error({ err: error, importId }, 'an import failed');
    await fail(deps, running, error instanceof Problem ? error.message : importSentences.failed);
  } finally {
    clearInterval(heartbeat);
    await rm(folder, { recursive: true, force: true });
  }
}

const heartbeatMs = 5_000;

/** An import without recent heartbeats is shown as interrupted. */
const recordHeartbeat = ({ db, clock }: ImportJobDeps, id: string) =>
  sql`update product_imports set beat_at = ${clock.now()} where id = ${id}`.execute(db);

/** Counts an attempt and returns the import; undefined if it is no longer running. */
async function startAttempt({ db, clock }: ImportJobDeps, id: string): Promise<RunningImport | undefined> {
  const { rows } = await sql<RunningImport>`
    update product_imports set attempts = attempts + 1, rows_done = 0, is_writing = false, beat_at = ${clock.now()}
    where id = ${id} and state in ('checking', 'importing')
    returning id, state, created_by as "createdBy", request_id as "requestId", attempts, columns`.execute(db);
  return rows[0];
}

interface Work {
  file: string;
  signal: AbortSignal;
}

/** Progress is stored at most this often, and always at the end of a step. */
const reportEveryMs = 500;

function progressReporter(
  { db, clock }: ImportJobDeps,
  { id, state }: RunningImport,
  signal: AbortSignal,
): NonNullable<ImportRequest['onProgress']> {
  let storedAt = 0;
  let storedStep: string | undefined;
  return async (step, done, of) => {
    if (signal.aborted) throw new ProcessStopping('The process is stopping.');
    const now = performance.now();
    if (step === storedStep && done < of && now - storedAt < reportEveryMs) return;
    storedAt = now;
    storedStep = step;
    const update = sql`update product_imports set rows_done = ${done}, rows_total = ${of}, is_writing = ${step === 'rows'},
      beat_at = ${clock.now()} where id = ${id} and state = ${state}`;
    if ((await update.execute(db)).numAffectedRows !== 1n) throw new AlreadyFinished();
  };
}

async function check(deps: ImportJobDeps, running: RunningImport, { file, signal }: Work): Promise<void> {
  const actor = await actorOf(deps.db, running);
  const result = await importCatalogue(deps, {
    file,
    spoolFolder: deps.env.dataDir,
    isDryRun: true,
    at: deps.clock.now(),
    mostRows: mostFileRows,
    chosen: running.columns ?? undefined,
    earlierChoices: await readColumnChoices(deps.db, 'products'),
    refuse: hasAccess(actor, 'ManageCartStock') ? undefined : refuseStockChanges,
    onProgress: progressReporter(deps, running, signal),
  });
  await finish(deps.db, running, { state: 'checked', result });
}

async function write(deps: ImportJobDeps, running: RunningImport, { file, signal }: Work): Promise<void> {
  const context = { actor: await actorOf(deps.db, running), requestId: running.requestId };
  let mayMoveStock = false;
  const result = await importCatalogue(deps, {
    file,
    spoolFolder: deps.env.dataDir,
    at: deps.clock.now(),
    mostRows: mostFileRows,
    chosen: running.columns ?? undefined,
    context,
    refuse: (step) => (mayMoveStock ? [] : refuseStockChanges(step)),
    onProgress: progressReporter(deps, running, signal),
    // While this import waited for another one, it may have been cancelled, or its user may have lost the permission.
    onLocked: async (tx) => {
      await requireRunning(tx, running);
      mayMoveStock = hasAccess(await actorOf(tx, running), 'ManageCartStock');
    },
    onWritten: (tx, written) => finish(tx, running, { state: 'done', result: written }),
  });
  if (!result.isWritten) await finish(deps.db, running, { state: 'failed', result });
}

async function requireRunning(tx: Tx, { id }: RunningImport): Promise<void> {
  const { rows } = await sql`select from product_imports where id = ${id} and state = 'importing'`.execute(tx);
  if (rows.length === 0) throw new AlreadyFinished();
}

/**
 * The user who started the import, with the claims that they had at that time and still have. Throws `Problem` 403 if they
 * may no longer import.
 */
async function actorOf(db: Db | Tx, { id }: RunningImport): Promise<Actor> {
  const { rows } = await sql<Actor>`
    select u.id, '' as "sessionId", u.user_type as "userType", u.first_name as "firstName", u.last_name as "lastName", u.email,
      array(select unnest(u.claims::text[]) intersect select unnest(i.claims)) as claims
    from product_imports i join users u on u.id = i.created_by
    where i.id = ${id} and u.archived_at is null`.execute(db);
  const [actor] = rows;
  if (!actor || !hasAccess(actor, 'ManageCartProducts')) throw new Problem(403, importSentences.notAllowed);
  return actor;
}

interface FinishedImport {
  state: 'checked' | 'done' | 'failed';
  result: ImportResult;
}

/**
 * Stores the result, in the same transaction as the changes. Throws `AlreadyFinished` if the import was cancelled. A checked
 * file stays stored, because it may be written, or checked again with other columns.
 */
async function finish(
  db: Db | Tx,
  { id, state: from }: RunningImport,
  { state, result }: FinishedImport,
): Promise<void> {
  const report = reportOf(result);
  const columns = result.read.columns.map(({ column }) => column); // so that the import reads the columns in the same way as this check
  const { numAffectedRows } = await sql`update product_imports set state = ${state},
    report = ${JSON.stringify(report)}::jsonb, columns = ${JSON.stringify(columns)}::jsonb, is_writing = false, rows_total = ${report.rows}, rows_done = ${report.rows}
    where id = ${id} and state = ${from}`.execute(db);
  if (numAffectedRows !== 1n) throw new AlreadyFinished();
  if (state !== 'checked') await sql`delete from product_import_parts where import_id = ${id}`.execute(db);
}

async function fail({ db }: ImportJobDeps, { id, state }: RunningImport, refusal: string): Promise<void> {
  await sql`with failed as (
      update product_imports set state = 'failed', refusal = ${refusal}, is_writing = false
      where id = ${id} and state = ${state} returning id)
    delete from product_import_parts where import_id in (select id from failed)`.execute(db);
}
