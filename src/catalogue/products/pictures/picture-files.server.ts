import { createHash } from 'node:crypto';
import type { Deps } from '#platform/deps.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { type ImageWidth, imageWidths, renditions } from '#platform/storage/picture-sizes.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

/** The job that makes the remaining sizes of an uploaded picture. */
export const pictureSizesJob = jobKind<{ fileKey: string }>('picture-sizes');

/** The size that is made during the upload: it proves that the picture can be decoded, and is shown until the others exist. */
const firstWidth: ImageWidth = 480;

/** The start of the storage keys of all sizes: a hash of the content, so identical pictures are stored once. */
export const pictureKey = (bytes: Uint8Array): string =>
  `products/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;

export const sizeKey = (fileKey: string, width: number): string => `${fileKey}-${width}.webp`;

/** Originals are not in `products/`, which anybody may read, because a photo's file may say where it was taken. */
const originalKey = (fileKey: string): string => fileKey.replace(/^products\//, 'originals/');

/** The widest size is written last, so if it exists, all do. */
export const hasAllSizes = (files: Files, fileKey: string): Promise<boolean> =>
  files.exists(sizeKey(fileKey, Math.max(...imageWidths)));

/** Renders and stores all sizes of a picture. */
export async function storeSizes(files: Files, fileKey: string, bytes: Uint8Array): Promise<void> {
  for (const { width, webp } of await renditions(bytes)) await files.put(sizeKey(fileKey, width), webp, 'image/webp');
}

/**
 * Stores a checked picture in one size, and the original for the job that makes the others. Throws `Problem` 400 if the
 * picture is damaged. Returns its key and whether all sizes exist already, so that the job is not needed.
 */
export async function storePicture(
  files: Files,
  bytes: Uint8Array,
): Promise<{ fileKey: string; hasAllSizes: boolean }> {
  const fileKey = pictureKey(bytes);
  if (await hasAllSizes(files, fileKey)) return { fileKey, hasAllSizes: true };
  for (const { width, webp } of await renditions(bytes, [firstWidth]))
    await files.put(sizeKey(fileKey, width), webp, 'image/webp');
  await files.put(originalKey(fileKey), bytes, 'application/octet-stream');
  return { fileKey, hasAllSizes: false };
}

const servedPath = /^\/files\/(products\/[\w-]{1,100})$/;

/**
 * Finds a stored picture by its path; undefined if there is none. It may have been removed from its product: files are not
 * deleted, so that pictures can be restored. `size` is the size of the first rendition in bytes.
 */
export async function findPicture(
  files: Files,
  path: string,
): Promise<{ fileKey: string; size: number; hasAllSizes: boolean } | undefined> {
  const [, fileKey] = servedPath.exec(path) ?? [];
  const first = fileKey && (await files.get(sizeKey(fileKey, firstWidth)));
  return fileKey && first ? { fileKey, size: first.length, hasAllSizes: await hasAllSizes(files, fileKey) } : undefined;
}

export function startPictureJobs({ jobs, files }: Pick<Deps, 'jobs' | 'files'>): void {
  jobs.work(pictureSizesJob, ({ fileKey }) => makeAllSizes(files, fileKey));
}

/** Makes all sizes of a stored original, then deletes the original. */
async function makeAllSizes(files: Files, fileKey: string): Promise<void> {
  const bytes = await files.get(originalKey(fileKey));
  if (!bytes) return; // an earlier run has made them
  await storeSizes(files, fileKey, bytes);
  await files.remove(originalKey(fileKey));
}

/** One size of a picture, or the first size while the requested one is still being made. */
export async function streamSize(
  files: Pick<Files, 'stream'>,
  fileKey: string,
  width: number,
): Promise<{ file: Awaited<ReturnType<Files['stream']>>; isFinal: boolean }> {
  const file = await files.stream(sizeKey(fileKey, width));
  if (file) return { file, isFinal: true };
  return { file: await files.stream(sizeKey(fileKey, firstWidth)), isFinal: false };
}
