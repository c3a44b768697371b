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
import type { Claim } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { importSentences, mostFileRows } from '../import-sentences.ts';
import { type ImportRequest, type ImportResult, importCatalogue } from './import.server.ts';
import { movesOf, reportOf } from './import-report.server.ts';
import { importJob, sweepImports } from './imports.server.ts';
import { fetchFile } from './file/sent-file.server.ts';

type ImportJobDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'log'>;

const sweepJob = jobKind<object>('product-import-sweep');

/** Registers the jobs of imports; called before the queue is started. */
export function startImportJobs(deps: ImportJobDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.work(importJob, ({ importId }, { signal }) => workOn(deps, importId, signal));
  deps.jobs.daily(sweepJob, () => sweepImports(deps));
}

interface Begun {
  id: string;
  state: 'checking' | 'importing';
  createdBy: string;
  requestId: string;
  attempts: number;
  /** The meaning of each column, once known. */
  columns: (string | null)[] | null;
}

/**
 * A process that stops leaves nothing half written, and another one retries; after this many attempts the import fails.
 */
const mostAttempts = 3;

/** The process is stopping: not a failure of the import. */
class Stopping extends Error {}

/** It was finished or cancelled meanwhile. */
class Finished extends Error {}

async function workOn(deps: ImportJobDeps, importId: string, signal: AbortSignal): Promise<void> {
  const begun = await begin(deps, importId);
  if (!begun) return;
  if (begun.attempts > mostAttempts) return fail(deps, begun, importSentences.stopped);
  const folder = await mkdtemp(join(tmpdir(), 'spruce-import-'));
  const beats = setInterval(() => void beat(deps, importId).catch(() => {}), beatMs);
  try {
    const file = join(folder, 'products');
    await fetchFile(deps.db, importId, file);
    await (begun.state === 'checking' ? check : write)(deps, begun, { file, signal });
  } catch (error) {
    if (error instanceof Finished) return;
    if (error instanceof Stopping) throw error;
    if (!(error instanceof Problem)) deps.log.error({ err: error, importId }, 'an import failed');
    await fail(deps, begun, error instanceof Problem ? error.message : importSentences.failed);
  } finally {
    clearInterval(beats);
    await rm(folder, { recursive: true, force: true });
  }
}

const beatMs = 5_000;

const beat = ({ db, clock }: ImportJobDeps, id: string) =>
  sql`update product_imports set beat_at = ${clock.now()} where id = ${id}`.execute(db);

/** Undefined if there is nothing left to do. */
async function begin({ db, clock }: ImportJobDeps, id: string): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    update product_imports set attempts = attempts + 1, rows_done = 0, is_writing = false, beat_at = ${clock.now()}
    where id = ${id} and state in ('checking', 'importing')
    returning id, state, created_by as "createdBy", request_id as "requestId", attempts, columns`.execute(db);
  return rows[0];
}

interface Work {
  file: string;
  signal: AbortSignal;
}

/** Progress is stored at most every 500 ms; the end of each step always is. */
const reportEveryMs = 500;

function progressReporter(
  { db, clock }: ImportJobDeps,
  { id, state }: Begun,
  signal: AbortSignal,
): NonNullable<ImportRequest['onProgress']> {
  let last = 0;
  let lastStored: string | undefined;
  return async (step, done, of) => {
    if (signal.aborted) throw new Stopping('The process stops.');
    const now = performance.now();
    if (step === lastStored && done < of && now - last < reportEveryMs) return;
    last = now;
    lastStored = step;
    const update = sql`update product_imports set rows_done = ${done}, rows_total = ${of}, is_writing = ${step === 'rows'},
      beat_at = ${clock.now()} where id = ${id} and state = ${state}`;
    if ((await update.execute(db)).numAffectedRows !== 1n) throw new Finished();
  };
}

async function check(deps: ImportJobDeps, begun: Begun, { file, signal }: Work): Promise<void> {
  const actor = await actorOf(deps.db, begun);
  const result = await importCatalogue(deps, {
    file,
    isDryRun: true,
    at: deps.clock.now(),
    mostRows: mostFileRows,
    chosen: begun.columns ?? undefined,
    earlierChoices: await readColumnChoices(deps.db, 'products'),
    refuse: hasAccess(actor, 'ManageCartStock') ? undefined : movesOf,
    onProgress: progressReporter(deps, begun, signal),
  });
  await finish(deps.db, begun, { state: 'checked', result });
}

async function write(deps: ImportJobDeps, begun: Begun, { file, signal }: Work): Promise<void> {
  const context = { actor: await actorOf(deps.db, begun), requestId: begun.requestId };
  let mayMove = false;
  const result = await importCatalogue(deps, {
    file,
    at: deps.clock.now(),
    mostRows: mostFileRows,
    chosen: begun.columns ?? undefined,
    context,
    refuse: (plan) => (mayMove ? [] : movesOf(plan)),
    onProgress: progressReporter(deps, begun, signal),
    // Checked once no other import runs: while waiting, it may have been cancelled or the permission revoked.
    onLocked: async (tx) => {
      await requireUnfinished(tx, begun);
      mayMove = hasAccess(await actorOf(tx, begun), 'ManageCartStock');
    },
    onWritten: (tx, written) => finish(tx, begun, { state: 'done', result: written }),
  });
  if (!result.isWritten) await finish(deps.db, begun, { state: 'failed', result });
}

async function requireUnfinished(tx: Tx, { id }: Begun): Promise<void> {
  const { rows } = await sql`select from product_imports where id = ${id} and state = 'importing'`.execute(tx);
  if (rows.length === 0) throw new Finished();
}

/**
 * The user who started the import, with the claims that they had then and still have. Throws `Problem` 403 if these
 * are not enough.
 */
async function actorOf(db: Db | Tx, { id }: Begun): Promise<Actor> {
  const { rows } = await sql<Actor>`
    select u.id, '' as "sessionId", u.user_type as "userType", u.first_name as "firstName", u.last_name as "lastName", u.email,
      array(select unnest(u.claims::text[]) intersect select unnest(i.claims)) as claims
    from product_imports i join users u on u.id = i.created_by
    where i.id = ${id} and u.archived_at is null`.execute(db);
  const [actor] = rows;
  const access: Claim = 'ManageCartProducts';
  if (!actor || !hasAccess(actor, access)) throw new Problem(403, importSentences.notAllowed);
  return actor;
}

interface Outcome {
  state: 'checked' | 'done' | 'failed';
  result: ImportResult;
}

/**
 * Stores the result in the same transaction as the changes; throws `Finished` if the import was cancelled before. The
 * file is kept while it may still be written, or checked with other columns.
 */
async function finish(db: Db | Tx, { id, state: from }: Begun, { state, result }: Outcome): Promise<void> {
  const report = reportOf(result);
  const columns = result.read.columns.map(({ column }) => column); // so that the write reads the columns as the check did
  const { numAffectedRows } = await sql`update product_imports set state = ${state},
    report = ${JSON.stringify(report)}::jsonb, columns = ${JSON.stringify(columns)}::jsonb, is_writing = false, rows_total = ${report.rows}, rows_done = ${report.rows}
    where id = ${id} and state = ${from}`.execute(db);
  if (numAffectedRows !== 1n) throw new Finished();
  if (state !== 'checked') await sql`delete from product_import_parts where import_id = ${id}`.execute(db);
}

async function fail({ db }: ImportJobDeps, { id, state }: Begun, refusal: string): Promise<void> {
  await sql`with failed as (
      update product_imports set state = 'failed', refusal = ${refusal}, is_writing = false
      where id = ${id} and state = ${state} returning id)
    delete from product_import_parts where import_id in (select id from failed)`.execute(db);
}
