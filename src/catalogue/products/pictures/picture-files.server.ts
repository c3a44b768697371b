import { createHash } from 'node:crypto';
import type { Files } from '#platform/storage/files.server.ts';
import { type ImageWidth, imageWidths, renditions } from '#platform/storage/picture-sizes.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

/** Makes the remaining sizes of an uploaded picture. */
export const pictureSizesJob = jobKind<{ fileKey: string }>('picture-sizes');

/** Made during the upload: it proves that the picture can be decoded, and is shown until the others exist. */
const firstWidth: ImageWidth = 480;

/** The key of a picture's renditions: a hash of its content, so identical pictures are stored once. */
export const pictureKey = (bytes: Uint8Array): string =>
  `products/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;

export const sizeKey = (fileKey: string, width: number): string => `${fileKey}-${width}.webp`;

/** Outside `products/`, which anybody may read, because photos may contain the place where they were taken. */
const originalKey = (fileKey: string): string => fileKey.replace(/^products\//, 'originals/');

/** The widest is written last, so if it exists all do. */
export const hasAllSizes = (files: Files, fileKey: string): Promise<boolean> =>
  files.exists(sizeKey(fileKey, Math.max(...imageWidths)));

/** Renders and stores all sizes of a picture. */
export async function storeSizes(files: Files, fileKey: string, bytes: Uint8Array): Promise<void> {
  for (const { width, webp } of await renditions(bytes)) await files.put(sizeKey(fileKey, width), webp, 'image/webp');
}

/**
 * Stores a checked picture in one size, and the original for the job that makes the others. Throws `Problem` 400 if it
 * is damaged. Returns its key and whether the job is unnecessary.
 */
export async function storeSent(files: Files, bytes: Uint8Array): Promise<{ fileKey: string; isWhole: boolean }> {
  const fileKey = pictureKey(bytes);
  if (await hasAllSizes(files, fileKey)) return { fileKey, isWhole: true };
  for (const { width, webp } of await renditions(bytes, [firstWidth]))
    await files.put(sizeKey(fileKey, width), webp, 'image/webp');
  await files.put(originalKey(fileKey), bytes, 'application/octet-stream');
  return { fileKey, isWhole: false };
}

const servedPath = /^\/files\/(products\/[\w-]{1,100})$/;

/**
 * The picture at a path of this site, which may have been removed from its product: files are kept, so that it can be
 * restored. Undefined if there is none. `size` is that of its first rendition, in bytes.
 */
export async function storedPicture(
  files: Files,
  path: string,
): Promise<{ fileKey: string; size: number; isWhole: boolean } | undefined> {
  const [, fileKey] = servedPath.exec(path) ?? [];
  const first = fileKey && (await files.get(sizeKey(fileKey, firstWidth)));
  return fileKey && first ? { fileKey, size: first.length, isWhole: await hasAllSizes(files, fileKey) } : undefined;
}

/** The job: makes all sizes of the stored original, then deletes it. */
export async function finishSizes(files: Files, fileKey: string): Promise<void> {
  const bytes = await files.get(originalKey(fileKey));
  if (!bytes) return; // done by an earlier run
  await storeSizes(files, fileKey, bytes);
  await files.remove(originalKey(fileKey));
}

/** One size of a picture, or the first one while that size is still being made. */
export async function streamSize(
  files: Pick<Files, 'stream'>,
  fileKey: string,
  width: number,
): Promise<{ file: Awaited<ReturnType<Files['stream']>>; isFinal: boolean }> {
  const file = await files.stream(sizeKey(fileKey, width));
  if (file) return { file, isFinal: true };
  return { file: await files.stream(sizeKey(fileKey, firstWidth)), isFinal: false };
}
