import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { badInput, notFound } from '#lib/api/problem.ts';
import { type FileItem, kilobytes, shortFileName } from '#lib/uploads.ts';
import { sentences } from './contract.ts';
import { sentences as formSentences } from '../definition/sentences.ts';
import { requireQuota } from './upload-quota.server.ts';

export type StoredFilesDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;

/** Removes files from the store after their rows were deleted. */
const removalJob = jobKind<{ keys: string[] }>('form-files-removal');

/** A local file whose name and content were checked. */
export interface CheckedFile {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
}

/** The field and user that a file belongs to. */
export interface FileOwner {
  formId: string;
  fieldId: string;
  actor: Actor | null;
  /** Client address, for uploads before submission: each network has a limit of unclaimed files. */
  ip?: string;
}

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-form-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores a file that belongs to no submission yet and returns its id, which is random because anyone who knows it may use
 * or remove the file. The row is written first, because a stored file without a row is never swept. Throws `Problem` 429
 * if the uploader has too many unclaimed files.
 */
export async function storeFile(
  { db, clock, files }: StoredFilesDeps,
  file: CheckedFile,
  owner: FileOwner,
): Promise<string> {
  const id = randomUUID();
  const key = `forms/${id}`;
  const { name, size, contentType: content_type } = file;
  const { formId: form_id, fieldId: field_id, actor, ip } = owner;
  const row = { id, form_id, field_id, user_id: actor?.id ?? null, name, size, content_type, file_key: key };
  await inTransaction(db, async (tx) => {
    const sent_from = ip === undefined ? null : await requireQuota(tx, actor, ip, file.size);
    await tx
      .insertInto('form_files')
      .values({ ...row, sent_from, created_at: clock.now() })
      .execute();
  });
  await files.putFile(key, file.path, file.contentType);
  return id;
}

const pathOf = (id: string): string => `/files/forms/${id}`;

/** The id in a file's path; undefined if it is not such a path. */
export const idOf = (path: string): string | undefined =>
  /^\/files\/forms\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(path)?.[1];

export interface StoredFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** A stored file in the format of answers. */
export const itemOf = ({ id, name, size }: StoredFile): FileItem => ({
  name: shortFileName(name),
  origFileName: name,
  data: pathOf(id),
  size: kilobytes(size),
});

/** Ids of the files that a submission names in a field. */
export interface FieldFileIds {
  fieldId: string;
  ids: readonly string[];
}

interface ClaimRequest {
  submissionId: string;
  formId: string;
  fileIds: readonly FieldFileIds[];
  actor: Actor | null;
}

/**
 * Assigns files to a submission. It may name its own files, and unclaimed files of the same form and field that a guest or the
 * same user uploaded. Throws `Problem` 400 with a fault for each field that names others. Rows are locked in the order of their
 * ids, so that two submissions with the same files do not deadlock.
 */
export async function claimFiles(
  tx: Tx,
  { submissionId, formId, fileIds: named, actor }: ClaimRequest,
  at: Date,
): Promise<void> {
  const ids = named.flatMap((field) => field.ids);
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('form_files')
    .select(['id', 'field_id', 'submission_id', 'user_id'])
    .where('id', 'in', ids)
    .where('form_id', '=', formId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const mayClaim = (row: (typeof rows)[number]) =>
    row.submission_id === submissionId ||
    (row.submission_id === null && (row.user_id === null || row.user_id === actor?.id));
  const claimable = new Map(rows.filter(mayClaim).map((row) => [row.id, row.field_id]));
  const invalid = named.filter(({ fieldId, ids: of }) => of.some((id) => claimable.get(id) !== fieldId));
  if (invalid.length > 0)
    throw badInput(...invalid.map(({ fieldId: path }) => ({ path, message: formSentences.fileGone })));
  await tx
    .updateTable('form_files')
    .set({ submission_id: submissionId, claimed_at: at, sent_from: null })
    .where('id', 'in', ids)
    .where('submission_id', 'is', null)
    .execute();
}

/** Removes the files that a submission no longer names. */
export async function removeFilesNotNamed(
  tx: Tx,
  jobs: Deps['jobs'],
  { submissionId, named }: { submissionId: string; named: readonly string[] },
): Promise<void> {
  const removed = await tx
    .deleteFrom('form_files')
    .where('submission_id', '=', submissionId)
    .$if(named.length > 0, (query) => query.where('id', 'not in', named))
    .returning('file_key as key')
    .execute();
  await removeFromStore(tx, jobs, removed);
}

/** Removes all files of submissions. Call it before the submissions are deleted. */
export async function removeFilesOfSubmissions(
  tx: Tx,
  jobs: Deps['jobs'],
  submissionIds: readonly string[],
): Promise<void> {
  const removed = await tx
    .deleteFrom('form_files')
    .where(sql<boolean>`submission_id = any(${submissionIds}::uuid[])`)
    .returning('file_key as key')
    .execute();
  for (let from = 0; from < removed.length; from += sweepBatchSize)
    await removeFromStore(tx, jobs, removed.slice(from, from + sweepBatchSize));
}

async function removeFromStore(tx: Tx, jobs: Deps['jobs'], removed: readonly { key: string }[]): Promise<void> {
  if (removed.length > 0) await jobs.enqueue(tx, removalJob, { keys: removed.map(({ key }) => key) });
}

const unclaimed = (tx: Tx) => tx.deleteFrom('form_files').where('submission_id', 'is', null);

/** Removes files that were stored for a refused submission, unless they have been claimed meanwhile. */
export async function discardFiles({ db, jobs }: StoredFilesDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(db, async (tx) => {
    const removed = await unclaimed(tx).where('id', 'in', ids).returning('file_key as key').execute();
    await removeFromStore(tx, jobs, removed);
  });
}

/** Removes an unclaimed file. Whoever knows the id can remove a guest's file; only the member can remove their own. Throws `Problem` 404. */
export async function removeUnclaimed(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { formId, fileId, actor }: { formId: string; fileId: string; actor: Actor | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const removed = await unclaimed(tx)
      .where('id', '=', fileId)
      .where('form_id', '=', formId)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', actor?.id ?? null)]))
      .returning('file_key as key')
      .execute();
    if (removed.length === 0) throw notFound(sentences.noFile);
    await removeFromStore(tx, jobs, removed);
  });
}

/** Older unclaimed files belong to forms that were never submitted. */
const unclaimedMaxAgeMs = 24 * 60 * 60 * 1000;
const sweepBatchSize = 500;

/**
 * Removes files that were not claimed within 24 hours, except those being claimed at this moment and those named in their
 * uploader's draft.
 */
export async function sweepUnclaimedFiles({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(clock.now().getTime() - unclaimedMaxAgeMs);
  const old = (tx: Tx) =>
    tx
      .selectFrom('form_files as f')
      .select('f.id')
      .where('f.submission_id', 'is', null)
      .where('f.created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('form_drafts as d')
              .select('d.form_id')
              .whereRef('d.user_id', '=', 'f.user_id')
              .whereRef('d.form_id', '=', 'f.form_id')
              .where(sql<boolean>`position(f.id::text in d.responses::text) > 0`),
          ),
        ),
      )
      .orderBy('f.created_at')
      .limit(sweepBatchSize);
  for (let count = sweepBatchSize; count === sweepBatchSize; ) {
    count = await inTransaction(db, async (tx) => {
      const removed = await unclaimed(tx).where('id', 'in', old(tx)).returning('file_key as key').execute();
      await removeFromStore(tx, jobs, removed);
      return removed.length;
    });
  }
}

const sweepJob = jobKind<object>('form-files-sweep');

/** Registers the file jobs; call before the queue is started. */
export function startFormFileJobs(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>): void {
  deps.jobs.hourly(sweepJob, () => sweepUnclaimedFiles(deps));
  deps.jobs.work(removalJob, async ({ keys }) => {
    for (const key of keys) await deps.files.remove(key);
  });
}
