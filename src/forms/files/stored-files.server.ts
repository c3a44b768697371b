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
import { demandRoom } from './waiting.server.ts';

export type StoredFilesDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;

/** Takes files out of the store once the rows that named them are gone. */
export const removalJob = jobKind<{ keys: string[] }>('form-files-removal');

/** A file of this machine whose name and content were looked at. */
export interface CheckedFile {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  contentType: string;
}

/** Whose answer a file is for. */
export interface Place {
  formId: string;
  fieldId: string;
  actor: Actor | null;
  /** From where it is sent ahead of its submission: of such files not too many may wait. */
  ip?: string;
}

/** A place on this machine for files that come in; gone with all that is in it once `work` is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-form-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps a file that no submission has yet, and answers its id, which is random: whoever knows it may use or remove the file. Its row comes
 * first, because what lies in the store without one is never swept. Throws `Problem` 429 where too many files wait already.
 */
export async function storeFile(
  { db, clock, files }: StoredFilesDeps,
  file: CheckedFile,
  place: Place,
): Promise<string> {
  const id = randomUUID();
  const key = `forms/${id}`;
  const row = {
    id,
    form_id: place.formId,
    field_id: place.fieldId,
    user_id: place.actor?.id ?? null,
    name: file.name,
    size: file.size,
    content_type: file.contentType,
    file_key: key,
    created_at: clock.now(),
  };
  const { actor, ip } = place;
  await inTransaction(db, async (tx) => {
    const sent_from = ip === undefined ? null : await demandRoom(tx, { actor, ip, size: file.size });
    await tx
      .insertInto('form_files')
      .values({ ...row, sent_from })
      .execute();
  });
  await files.putFile(key, file.path, file.contentType);
  return id;
}

const pathOf = (id: string): string => `/files/forms/${id}`;

/** The id in a file's path; undefined for what is no such path. */
export const idOf = (path: string): string | undefined =>
  /^\/files\/forms\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(path)?.[1];

export interface StoredFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** A kept file as answers name it. */
export const itemOf = ({ id, name, size }: StoredFile): FileItem => ({
  name: shortFileName(name),
  origFileName: name,
  data: pathOf(id),
  size: kilobytes(size),
});

/** The files of a field that a submission names. */
export interface Named {
  fieldId: string;
  ids: readonly string[];
}

interface Claiming {
  submissionId: string;
  formId: string;
  named: readonly Named[];
  actor: Actor | null;
}

/**
 * Makes files a submission's own: those that it has, and those of the same form and field that are nobody's yet, if a guest or this very
 * user sent them. Throws `Problem` 400 with a fault for each field with others. The rows are locked in the order of their ids,
 * so that two submissions that name the same files don't wait for each other.
 */
export async function claim(tx: Tx, { submissionId, formId, named, actor }: Claiming, at: Date): Promise<void> {
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
  const mayHave = (row: (typeof rows)[number]) =>
    row.submission_id === submissionId ||
    (row.submission_id === null && (row.user_id === null || row.user_id === actor?.id));
  const free = new Map(rows.filter(mayHave).map((row) => [row.id, row.field_id]));
  const faulty = named.filter(({ fieldId, ids: of }) => of.some((id) => free.get(id) !== fieldId));
  if (faulty.length > 0)
    throw badInput(...faulty.map(({ fieldId: path }) => ({ path, message: formSentences.fileGone })));
  await tx
    .updateTable('form_files')
    .set({ submission_id: submissionId, claimed_at: at, sent_from: null })
    .where('id', 'in', ids)
    .where('submission_id', 'is', null)
    .execute();
}

/** Removes the files that a submission no longer names. */
export async function release(
  tx: Tx,
  jobs: Deps['jobs'],
  { submissionId, kept }: { submissionId: string; kept: readonly string[] },
): Promise<void> {
  const gone = await tx
    .deleteFrom('form_files')
    .where('submission_id', '=', submissionId)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .returning('file_key as key')
    .execute();
  await removeFromStore(tx, jobs, gone);
}

/** Removes all files of submissions that are deleted, before them. */
export async function releaseAll(tx: Tx, jobs: Deps['jobs'], submissionIds: readonly string[]): Promise<void> {
  const gone = await tx
    .deleteFrom('form_files')
    .where(sql<boolean>`submission_id = any(${submissionIds}::uuid[])`)
    .returning('file_key as key')
    .execute();
  for (let from = 0; from < gone.length; from += sweptAtOnce)
    await removeFromStore(tx, jobs, gone.slice(from, from + sweptAtOnce));
}

async function removeFromStore(tx: Tx, jobs: Deps['jobs'], gone: readonly { key: string }[]): Promise<void> {
  if (gone.length > 0) await jobs.enqueue(tx, removalJob, { keys: gone.map(({ key }) => key) });
}

const unclaimed = (tx: Tx) => tx.deleteFrom('form_files').where('submission_id', 'is', null);

/** Removes files that were kept for a submission which was refused; those that one has meanwhile stay. */
export async function discard({ db, jobs }: StoredFilesDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(db, async (tx) => {
    const gone = await unclaimed(tx).where('id', 'in', ids).returning('file_key as key').execute();
    await removeFromStore(tx, jobs, gone);
  });
}

/** Removes a file that no submission has, for a guest who knows its id or the user who sent it. Throws `Problem` 404. */
export async function takeBack(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { formId, fileId, actor }: { formId: string; fileId: string; actor: Actor | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const gone = await unclaimed(tx)
      .where('id', '=', fileId)
      .where('form_id', '=', formId)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', actor?.id ?? null)]))
      .returning('file_key as key')
      .execute();
    if (gone.length === 0) throw notFound(sentences.noFile);
    await removeFromStore(tx, jobs, gone);
  });
}

/** A file that no submission has after so long belongs to a form that was never sent. */
const keptForMs = 24 * 60 * 60 * 1000;
const sweptAtOnce = 500;

/**
 * Removes what no submission has kept within 24 hours. A file that is claimed at this very moment stays, and so does what the draft of
 * the user who sent it names.
 */
export async function sweep({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForMs);
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
      .limit(sweptAtOnce);
  for (let count = sweptAtOnce; count === sweptAtOnce; ) {
    count = await inTransaction(db, async (tx) => {
      const gone = await unclaimed(tx).where('id', 'in', old(tx)).returning('file_key as key').execute();
      await removeFromStore(tx, jobs, gone);
      return gone.length;
    });
  }
}
