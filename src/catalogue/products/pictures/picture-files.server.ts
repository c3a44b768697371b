import { createHash } from 'node:crypto';
import type { Files } from '#platform/storage/files.server.ts';
import { type ImageWidth, imageWidths, renditions } from '#platform/storage/images.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

/** Makes the remaining sizes of a picture that was just sent. */
export const pictureSizesJob = jobKind<{ fileKey: string }>('picture-sizes');

/** Made while its sender waits: it proves that the picture can be read, and shows until the others are there. */
const firstWidth: ImageWidth = 480;

/** The key under which a picture's renditions are kept: it tells the content, so the same picture is kept once. */
export const pictureKey = (bytes: Uint8Array): string =>
  `products/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;

export const sizeKey = (fileKey: string, width: number): string => `${fileKey}-${width}.webp`;

/** Outside `products/`, which anybody may read: cameras note where they were. */
const originalKey = (fileKey: string): string => fileKey.replace(/^products\//, 'originals/');

/** The widest is written last, so where it is the others are. */
export const hasAllSizes = (files: Files, fileKey: string): Promise<boolean> =>
  files.exists(sizeKey(fileKey, Math.max(...imageWidths)));

/** Renders and stores all sizes of a picture. */
export async function storeSizes(files: Files, fileKey: string, bytes: Uint8Array): Promise<void> {
  for (const { width, webp } of await renditions(bytes)) await files.put(sizeKey(fileKey, width), webp, 'image/webp');
}

/**
 * Stores a picture that was checked, in one size and as it came; the job makes the others. Throws `Problem` 400 where it is
 * damaged. Answers its key and whether the job is needed.
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
 * The picture at a path of this site, which may have left its product: its files are kept, so that it can come back.
 * Undefined where there is none. `size` is that of its first rendition, in bytes.
 */
export async function keptPicture(
  files: Files,
  path: string,
): Promise<{ fileKey: string; size: number; isWhole: boolean } | undefined> {
  const [, fileKey] = servedPath.exec(path) ?? [];
  const first = fileKey && (await files.get(sizeKey(fileKey, firstWidth)));
  return fileKey && first ? { fileKey, size: first.length, isWhole: await hasAllSizes(files, fileKey) } : undefined;
}

/** What the job does: all sizes of the kept original, which then goes. */
export async function finishSizes(files: Files, fileKey: string): Promise<void> {
  const bytes = await files.get(originalKey(fileKey));
  if (!bytes) return; // done before
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
