import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { storeColumnChoices } from '#platform/spreadsheet/column-choices.server.ts';
import { formatInstant } from '#lib/day.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ImportReport, ProductImport } from '../import-export-contract.ts';
import { cancelledBy, importSentences } from '../import-sentences.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { knownColumns } from './file/columns.ts';
import { storeFile, receiveFile } from './file/uploaded-file.server.ts';

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** The job that checks or writes an import, depending on its state. */
export const importJob = jobKind<{ importId: string }>('product-import', { retries: 3, isLong: true });

/** After this long without a heartbeat, the import's process has probably stopped; the queue will retry it. */
const interruptedAfterSeconds = 25;

/** After this long without a heartbeat, the import fails. */
const failsAfterMinutes = 15;

const isRunning = sql`state in ('checking', 'importing')`;

const columns = (actorId: string, now: Date): RawBuilder<unknown> => sql`
  i.id, i.state, i.file_name as "fileName", u.first_name || ' ' || u.last_name as "startedBy",
  i.created_by = ${actorId} as "isOwn", i.rows_done as "rowsDone", i.rows_total as "rowsTotal", i.is_writing as "isWriting",
  i.${isRunning} and i.attempts > 0 and i.beat_at < ${now}::timestamptz - make_interval(secs => ${interruptedAfterSeconds}) as "isInterrupted",
  coalesce((i.report->>'added')::int, 0) as added, coalesce((i.report->>'changed')::int, 0) as changed,
  coalesce((i.report->>'faultCount')::int, 0) as "faultCount", i.refusal`;

const from = sql`from product_imports i join users u on u.id = i.created_by`;

interface ImportReader {
  id: string;
}

/** The running import of any user. If none is running: this user's last import, unless they have dismissed it. */
export async function currentImport(
  { db, clock }: Pick<ImportDeps, 'db' | 'clock'>,
  { id }: ImportReader,
): Promise<ProductImport | null> {
  const own = sql`select id from product_imports where created_by = ${id} and not is_put_away
    order by beat_at desc, id desc limit 1`;
  const { rows } = await sql<ProductImport>`
    select ${columns(id, clock.now())} ${from}
    where i.id = coalesce((select id from product_imports where ${isRunning}), (${own}))`.execute(db);
  return rows[0] ?? null;
}

/** An import with its report. Throws `Problem` 404. */
export async function readImport(
  { db, clock }: { db: Db | Tx; clock: Deps['clock'] },
  id: string,
  reader: ImportReader,
): Promise<ProductImport & { report: ImportReport | null }> {
  const { rows } = await sql<ProductImport & { report: ImportReport | null }>`
    select ${columns(reader.id, clock.now())}, i.report ${from} where i.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound(importSentences.notFound);
  return rows[0];
}

/**
 * Stores an uploaded file and starts its check. Throws `Problem` 409 if an import is running before or after the upload,
 * and 400 or 413 if the file is refused.
 */
export async function receiveImport(
  deps: ImportDeps,
  { file: upload, fileName }: { file: Readable; fileName: string },
  context: ActionContext,
): Promise<ProductImport> {
  await refuseWhileRunning(deps);
  const folder = await mkdtemp(join(tmpdir(), 'shop-import-'));
  try {
    const file = join(folder, 'products');
    await receiveFile(upload, file);
    const id = newId(deps.clock.now().getTime());
    return await refuseConcurrent(
      inTransaction(deps.db, async (tx) => {
        const at = deps.clock.now();
        const { actor, requestId } = context;
        await sql`insert into product_imports (id, state, file_name, created_by, created_at, claims, request_id, beat_at)
          values (${id}, 'checking', ${fileName}, ${actor.id}, ${at}, ${[...actor.claims]}::text[], ${requestId}, ${at})`.execute(
          tx,
        );
        await storeFile(tx, id, file);
        await deps.jobs.enqueue(tx, importJob, { importId: id });
        return readImport({ db: tx, clock: deps.clock }, id, actor);
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts writing a checked file. Throws `Problem` 404 for another user's import, 409 if its check has not passed or another
 * import is running.
 */
export function startImport(deps: ImportDeps, id: string, { actor, requestId }: ActionContext): Promise<ProductImport> {
  return refuseConcurrent(
    inTransaction(deps.db, async (tx) => {
      const at = deps.clock.now();
      const { state, faultCount } = await lockOwn(tx, id, actor.id);
      if (state === 'importing') throw conflict(importSentences.running);
      if (state !== 'checked' || faultCount > 0) throw conflict(importSentences.notReady);
      await failAbandoned(tx, at);
      await sql`update product_imports set state = 'importing', claims = ${[...actor.claims]}::text[],
        request_id = ${requestId}, attempts = 0, rows_done = 0, is_writing = false, beat_at = ${at}
        where id = ${id}`.execute(tx);
      await deps.jobs.enqueue(tx, importJob, { importId: id });
      const started = await readImport({ db: tx, clock: deps.clock }, id, actor);
      const columns = started.report?.read?.columns ?? [];
      await storeColumnChoices(tx, columns, { list: 'products', known: knownColumns, at });
      return started;
    }),
  );
}

/**
 * Checks a file again with new column choices. Throws `Problem` 404 for another user's import, 409 if its file no longer
 * exists or an import is running.
 */
export function recheckImport(
  deps: ImportDeps,
  { id, columns: chosen }: { id: string; columns: readonly (string | null)[] },
  { actor }: ActionContext,
): Promise<ProductImport> {
  return refuseConcurrent(
    inTransaction(deps.db, async (tx) => {
      const at = deps.clock.now();
      const { state } = await lockOwn(tx, id, actor.id);
      if (state === 'importing' || state === 'checking') throw conflict(importSentences.running);
      if (state !== 'checked') throw conflict(importSentences.notFound);
      await failAbandoned(tx, at);
      await sql`update product_imports set state = 'checking', columns = ${JSON.stringify(chosen)}::jsonb, attempts = 0,
        rows_done = 0, rows_total = 0, beat_at = ${at} where id = ${id}`.execute(tx);
      await deps.jobs.enqueue(tx, importJob, { importId: id });
      return readImport({ db: tx, clock: deps.clock }, id, actor);
    }),
  );
}

/**
 * Cancels a running import of any user. If it has not committed yet, it writes nothing: its transaction ends with `finish`,
 * which throws if the import was cancelled. Throws `Problem` 404, and 409 if the import has already finished.
 */
export function cancelImport(
  { db, clock }: Pick<ImportDeps, 'db' | 'clock'>,
  id: string,
  context: ActionContext,
): Promise<ProductImport> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { fileName, state } = await readImport({ db: tx, clock }, id, context.actor);
    const refusal = cancelledBy(`${context.actor.firstName} ${context.actor.lastName}`, formatInstant(at));
    const { numAffectedRows } =
      await sql`update product_imports set state = 'failed', refusal = ${refusal}, is_writing = false
      where id = ${id} and ${isRunning}`.execute(tx);
    if (numAffectedRows !== 1n) throw conflict(importSentences.over);
    await sql`delete from product_import_parts where import_id = ${id}`.execute(tx);
    const change = { before: { state }, after: { state: 'cancelled', file: fileName } };
    await audit(tx, { ...context, action: 'cancel', entity: 'catalogue', entityId: 'catalogue', ...change, at });
    return readImport({ db: tx, clock }, id, context.actor);
  });
}

/** Hides an import and deletes its file. Throws `Problem` 404 for another user's import, 409 while it is running. */
export function dismissImport({ db }: Pick<ImportDeps, 'db'>, id: string, { actor }: ActionContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { state } = await lockOwn(tx, id, actor.id);
    if (state === 'checking' || state === 'importing') throw conflict(importSentences.running);
    await sql`delete from product_import_parts where import_id = ${id}`.execute(tx);
    await sql`update product_imports set is_put_away = true,
      state = case state when 'checked' then 'failed' else state end where id = ${id}`.execute(tx);
  });
}

async function lockOwn(tx: Tx, id: string, actorId: string): Promise<{ state: string; faultCount: number }> {
  const { rows } = await sql<{ state: string; faultCount: number }>`
    select state, coalesce((report->>'faultCount')::int, 0) as "faultCount" from product_imports
    where id = ${id} and created_by = ${actorId} and not is_put_away for update`.execute(tx);
  if (!rows[0]) throw notFound(importSentences.notFound);
  return rows[0];
}

async function refuseWhileRunning({ db, clock }: ImportDeps): Promise<void> {
  await failAbandoned(db, clock.now());
  const { rows } = await sql`select from product_imports where ${isRunning}`.execute(db);
  if (rows.length > 0) throw conflict(importSentences.running);
}

/** Fails imports whose process has stopped and that no other process has retried, so that they don't block new imports. */
const failAbandoned = (db: Db | Tx, now: Date) =>
  sql`update product_imports set state = 'failed', refusal = ${importSentences.stopped}
    where ${isRunning} and beat_at < ${now}::timestamptz - make_interval(mins => ${failsAfterMinutes})`.execute(db);

/** Turns the violation of the unique index into a 409: of two imports that start at the same moment, one is refused. */
async function refuseConcurrent<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) === 'product_imports_running') throw conflict(importSentences.running);
    throw error;
  }
}

const storedDays = 7;

/** Deletes old imports. Files are deleted after a day, because a check is soon outdated. */
export async function deleteOldImports({ db, clock }: Pick<ImportDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await failAbandoned(db, now);
  await sql`delete from product_imports where created_at < ${now}::timestamptz - make_interval(days => ${storedDays})
    and not ${isRunning}`.execute(db);
  await sql`with old as (
      update product_imports set state = 'failed', refusal = ${importSentences.notFound}
      where state = 'checked' and created_at < ${now}::timestamptz - interval '1 day' returning id)
    delete from product_import_parts where import_id in (select id from old)`.execute(db);
}
