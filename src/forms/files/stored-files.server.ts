import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
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

/** The field and the user that a file belongs to. */
export interface FileOwner {
  formId: string;
  fieldId: string;
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

/**
 * Stores a file that does not belong to a submission yet and returns its id, which is random because anyone who knows it may
 * use or remove the file. The row is written first, because a stored file without a row would never be swept. Throws
 * `Problem` 429 if the uploader has too many unclaimed files.
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
