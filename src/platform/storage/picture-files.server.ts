import { createHash } from 'node:crypto';
import { pictureWidths, sitePictureWidths } from '#lib/picture-path.ts';
import { jobKind, type Jobs } from '../jobs/jobs.server.ts';
import type { Files } from './files.server.ts';
import { type Crop, renditions } from './picture-sizes.server.ts';

/** How the pictures of each folder of the store are rendered. Anybody may read these folders. */
export const pictureFolders = {
  products: { widths: pictureWidths, shape: 'square' },
  site: { widths: sitePictureWidths, shape: 'free' },
} as const;
export type PictureFolder = keyof typeof pictureFolders;

/** The job that makes the remaining sizes of an uploaded picture. */
export const pictureSizesJob = jobKind<{ fileKey: string }>('picture-sizes');

/** The size that is made during the upload: it proves that the picture can be decoded, and is shown until the others exist. */
const firstWidth = 480;

/** The hash by which identical files are stored once. */
export const contentHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** The start of the storage keys of all sizes of a product's picture. */
export const productPictureKey = (bytes: Uint8Array): string => `products/${contentHash(bytes)}`;

const sizeKey = (fileKey: string, width: number): string => `${fileKey}-${width}.webp`;

/** Originals are not in `products/`, which anybody may read, because a photo's file may say where it was taken. */
const originalKey = (fileKey: string): string => fileKey.replace(/^products\//, 'originals/');

const renderingOf = (fileKey: string) => pictureFolders[fileKey.split('/')[0] === 'site' ? 'site' : 'products'];

/** The widest size is written last, so if it exists, all do. */
export const hasAllSizes = (files: Files, fileKey: string): Promise<boolean> =>
  files.exists(sizeKey(fileKey, Math.max(...renderingOf(fileKey).widths)));

/** A picture, and the part of it that is shown. */
interface PictureSource {
  bytes: Uint8Array;
  crop?: Crop | null;
}

/** Renders and stores all sizes of a picture. Throws `Problem` 400 if it is damaged. */
export const storeSizes = (files: Files, fileKey: string, source: PictureSource): Promise<void> =>
  store(files, fileKey, { ...source, ...renderingOf(fileKey) });

/** Renders and stores the size that is shown until the others exist. Throws `Problem` 400 if the picture is damaged. */
export const storeFirstSize = (files: Files, fileKey: string, source: PictureSource): Promise<void> =>
  store(files, fileKey, { ...source, ...renderingOf(fileKey), widths: [firstWidth] });

async function store(
  files: Files,
  fileKey: string,
  { bytes, ...rendering }: PictureSource & Parameters<typeof renditions>[1],
): Promise<void> {
  for (const { width, webp } of await renditions(bytes, rendering))
    await files.put(sizeKey(fileKey, width), webp, 'image/webp');
}

/**
 * Stores a checked picture of a product in one size, and the original for the job that makes the others. Throws `Problem` 400 if the
 * picture is damaged. Returns its key and whether all sizes exist already, so that the job is not needed.
 */
export async function storeProductPicture(
  files: Files,
  bytes: Uint8Array,
): Promise<{ fileKey: string; hasAllSizes: boolean }> {
  const fileKey = productPictureKey(bytes);
  if (await hasAllSizes(files, fileKey)) return { fileKey, hasAllSizes: true };
  await storeFirstSize(files, fileKey, { bytes });
  await files.put(originalKey(fileKey), bytes, 'application/octet-stream');
  return { fileKey, hasAllSizes: false };
}

const servedPath = /^\/files\/(products\/[\w-]{1,100})$/;

/**
 * Finds a product's stored picture by its path; undefined if there is none. The product may no longer have the picture: files are not
 * deleted, so that pictures can be restored. `size` is the size of the first rendition in bytes.
 */
export async function findProductPicture(
  files: Files,
  path: string,
): Promise<{ fileKey: string; size: number; hasAllSizes: boolean } | undefined> {
  const [, fileKey] = servedPath.exec(path) ?? [];
  const first = fileKey && (await files.get(sizeKey(fileKey, firstWidth)));
  return fileKey && first ? { fileKey, size: first.length, hasAllSizes: await hasAllSizes(files, fileKey) } : undefined;
}

export function startPictureJobs({ jobs, files }: { jobs: Jobs; files: Files }): void {
  jobs.work(pictureSizesJob, ({ fileKey }) => makeAllSizes(files, fileKey));
}

/** Makes all sizes of a product's stored original, then deletes the original. */
async function makeAllSizes(files: Files, fileKey: string): Promise<void> {
  const bytes = await files.get(originalKey(fileKey));
  if (!bytes) return; // an earlier run has made the sizes
  await storeSizes(files, fileKey, { bytes });
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
