import { createHash } from 'node:crypto';
import { picturePath, sitePictureWidths } from '#lib/picture-path.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { checkDrawing, isDrawing } from '#platform/storage/check-drawing.server.ts';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { contentHash, hasAllSizes, storeFirstSize, storeSizes } from '#platform/storage/picture-files.server.ts';
import { type Crop, croppedPixels, renditions } from '#platform/storage/picture-sizes.server.ts';
import { maxBytes, type Picture, sentences, type ShownPicture } from './contract.ts';

/** The job that makes the remaining sizes of a picture, whole or cropped. */
export const sitePictureSizesJob = jobKind<{ fileKey: string; crop: Crop | null }>('site-picture-sizes');

/** An uploaded picture that has been checked. */
export interface CheckedPicture {
  bytes: Buffer;
  fileKey: string;
  kind: Picture['kind'];
  width: number;
  height: number;
}

const kinds: Record<string, Picture['kind']> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const rules = {
  types: Object.keys(kinds),
  wrongType: sentences.types,
  maxBytes,
  tooLarge: sentences.tooLarge,
  animated: sentences.animated,
};

/** Checks a picture by its content, whatever its name. Throws `Problem` 400, 413 or 415 with a sentence for the user. */
export async function checkPicture(bytes: Buffer): Promise<CheckedPicture> {
  const fileKey = contentHash(bytes);
  if (isDrawing(bytes)) return { bytes, fileKey, kind: 'svg', ...(await checkDrawing(bytes)) };
  const { mime, width, height } = await checkImage(bytes, rules);
  return { bytes, fileKey, kind: kinds[mime] ?? 'jpeg', width, height }; // the rules admit only these types
}

/** The key of an uploaded file. It is not in `site/`, which anybody may read, because a photo's file may contain where it was taken. */
const originalKey = (fileKey: string): string => `site-originals/${fileKey}`;

/** The start of the keys of a picture's sizes. A crop has files of its own, so that what a path shows never changes. */
function sizesKey(fileKey: string, crop: Crop | null): string {
  if (!crop) return `site/${fileKey}`;
  const { left, top, width, height } = crop;
  const part = createHash('sha256').update([left, top, width, height].join(' ')).digest('hex').slice(0, 12);
  return `site/${fileKey}-${part}`;
}

/**
 * Stores a checked picture in one size, and the original from which crops are made. Returns whether all sizes exist already, so that
 * the job is not needed. Throws `Problem` 400 if the picture is damaged.
 */
export async function storeNewPicture(files: Files, { bytes, fileKey, kind }: CheckedPicture): Promise<boolean> {
  if (kind === 'svg') {
    await files.put(`site/${fileKey}.svg`, bytes, 'image/svg+xml');
    return true;
  }
  const key = sizesKey(fileKey, null);
  if (await hasAllSizes(files, key)) return true;
  await storeFirstSize(files, key, { bytes });
  await files.put(originalKey(fileKey), bytes, 'application/octet-stream');
  return false;
}

/** Stores a checked picture in all its sizes. Throws `Problem` 400 if it is damaged. */
export async function storeWholePicture(files: Files, picture: CheckedPicture): Promise<void> {
  if (!(await storeNewPicture(files, picture))) await storeSizes(files, sizesKey(picture.fileKey, null), picture);
}

/** Stores a crop of a stored picture in all its sizes. */
export async function storeWholeCrop(files: Files, { fileKey, bytes }: CheckedPicture, crop: Crop): Promise<void> {
  const key = sizesKey(fileKey, crop);
  if (!(await hasAllSizes(files, key))) await storeSizes(files, key, { bytes, crop });
}

/** Throws `Problem` 400 if a checked picture cannot be decoded. Stores nothing. */
export async function requireReadable({ bytes, kind }: CheckedPicture): Promise<void> {
  if (kind !== 'svg') await renditions(bytes, { widths: [480], shape: 'free' });
}

/** The key of the file that was uploaded. */
export const sourceKey = ({ fileKey, kind }: Pick<CheckedPicture, 'fileKey' | 'kind'>): string =>
  kind === 'svg' ? `site/${fileKey}.svg` : originalKey(fileKey);

/** Stores one size of a new crop, as `storeNewPicture` does for a picture. */
export async function storeNewCrop(files: Files, fileKey: string, crop: Crop): Promise<boolean> {
  const key = sizesKey(fileKey, crop);
  if (await hasAllSizes(files, key)) return true;
  await storeFirstSize(files, key, { bytes: await readOriginal(files, fileKey), crop });
  return false;
}

export function startSitePictureJobs({ jobs, files }: Pick<Deps, 'jobs' | 'files'>): void {
  jobs.work(sitePictureSizesJob, async ({ fileKey, crop }) => {
    const key = sizesKey(fileKey, crop);
    if (await hasAllSizes(files, key)) return; // an earlier run has made them
    await storeSizes(files, key, { bytes: await readOriginal(files, fileKey), crop });
  });
}

async function readOriginal(files: Files, fileKey: string): Promise<Buffer> {
  const bytes = await files.get(originalKey(fileKey));
  if (!bytes) throw new Error(`The original of the picture ${fileKey} is not in the file store.`);
  return bytes;
}

type Stored = Pick<Picture, 'kind' | 'width' | 'height' | 'alt' | 'focus' | 'crop'> & { fileKey: string };

/** The path of the whole picture. */
export const wholePath = ({ fileKey, kind }: Pick<Stored, 'fileKey' | 'kind'>): string =>
  picturePath(kind === 'svg' ? `site/${fileKey}.svg` : sizesKey(fileKey, null));

const widest = Math.max(...sitePictureWidths);

/** A picture as pages show it: its cropped part, with the focal point in percent of that. */
export function shownOf({ fileKey, kind, width, height, alt, focus, crop }: Stored): ShownPicture {
  const part = crop ? croppedPixels({ width, height }, crop) : { width, height };
  const scale = kind === 'svg' ? 1 : Math.min(1, widest / part.width);
  return {
    path: crop ? picturePath(sizesKey(fileKey, crop)) : wholePath({ fileKey, kind }),
    width: Math.round(part.width * scale),
    height: Math.max(1, Math.round(part.height * scale)),
    alt,
    focus: crop ? { x: within(focus.x, crop.left, crop.width), y: within(focus.y, crop.top, crop.height) } : focus,
  };
}

const within = (at: number, start: number, length: number): number =>
  Math.round(Math.min(100, Math.max(0, ((at - start) / length) * 100)) * 10) / 10;
