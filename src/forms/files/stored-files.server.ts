import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mapConcurrently } from '#lib/map-concurrently.ts';
import { type FileItem, kilobytes, shortFileName } from '#lib/uploads.ts';
import { requireQuota } from './upload-quota.server.ts';

export type StoredFilesDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;

/** A local file whose name and content were checked. */
export interface CheckedFile {
  path: string;
  name: string;
  /** Size in bytes. */
  size: number;
  contentType: string;
}

/** A checked file that gets a place in the store, and the field that it answers. */
export interface NewFile extends CheckedFile {
  id: string;
  fieldId: string;
}

/** A checked file with a new id. The id is random because anyone who knows it may use or remove the file. */
export const newFile = (file: CheckedFile, fieldId: string): NewFile => ({ ...file, id: randomUUID(), fieldId });

/** Who stores files, and for which form. */
export interface Uploader {
  formId: string;
  actor: Actor | null;
  /** The client's address, for uploads before submission: unclaimed files are limited per network. */
  ip?: string;
}

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-form-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files that are checked or stored at the same time. */
export const filesAtOnce = 4;

/**
 * Stores files that do not belong to a submission yet. Their rows are written first, because a stored file without a row would
 * never be swept. Throws `Problem` 429 if the uploader has too many unclaimed files.
 */
export async function storeFiles(
  { db, clock, files: store }: StoredFilesDeps,
  { formId, actor, ip }: Uploader,
  files: readonly NewFile[],
): Promise<void> {
  if (files.length === 0) return;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const column = <Value>(of: (file: NewFile) => Value): Value[] => files.map(of);
  await inTransaction(db, async (tx) => {
    const sentFrom = ip === undefined ? null : await requireQuota(tx, actor, ip, bytes);
    await sql`
      insert into form_files (id, field_id, name, size, content_type, file_key, form_id, user_id, sent_from, created_at)
      select *, ${formId}::uuid, ${actor?.id ?? null}::uuid, ${sentFrom}::text, ${clock.now()}::timestamptz
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ fieldId }) => fieldId)}::uuid[],
        ${column(({ name }) => name)}::text[], ${column(({ size }) => size)}::int[],
        ${column(({ contentType }) => contentType)}::text[], ${column(({ id }) => keyOf(id))}::text[])`.execute(tx);
  });
  await mapConcurrently(files, filesAtOnce, ({ id, path, contentType }) => store.putFile(keyOf(id), path, contentType));
}

const keyOf = (id: string): string => `forms/${id}`;

const pathOf = (id: string): string => `/files/forms/${id}`;

/** The id in a file's path; undefined if the path has no such id. */
export const idOf = (path: string): string | undefined =>
  /^\/files\/forms\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(path)?.[1];

export interface StoredFile {
  id: string;
  name: string;
  /** Size in bytes. */
  size: number;
}

/** A stored file in the format of answers. */
export const itemOf = ({ id, name, size }: StoredFile): FileItem => ({
  name: shortFileName(name),
  origFileName: name,
  data: pathOf(id),
  size: kilobytes(size),
});
