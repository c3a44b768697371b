import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Problem } from '#lib/api/problem.ts';

/** The widths in which product pictures are stored (contract, section 6). */
export const imageWidths = [160, 480, 960, 1600] as const;
export type ImageWidth = (typeof imageWidths)[number];

export interface Rendition {
  width: ImageWidth;
  webp: Buffer;
}

export const maxImageBytes = 5 * 1024 * 1024;

/** A small file may decode to a picture that fills the memory; cameras produce up to 50 million pixels. */
const maxPixels = 64_000_000;
const tooManyPixels = 'The image has too many pixels. Please make it smaller.';

const takenTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

// Pictures arrive singly and rarely twice, so a cache would only take memory; one thread leaves the server its cores.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Checks a picture by its content, whatever its name: PNG, JPEG, WebP or GIF, at most 5 MB and readable. Returns its
 * media type; throws `Problem` 400, 413 or 415 with a sentence for the user.
 */
export async function checkImage(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength > maxImageBytes) throw new Problem(413, 'Images must be at most 5 MB.');
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!takenTypes.has(mime)) throw new Problem(415, 'Images must be PNG, JPEG, WebP or GIF files.');
  const { width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > maxPixels) throw new Problem(400, tooManyPixels);
  return mime;
}

/** For all frames of an animation together: half a minute of a phone's screen. */
const maxMovingPixels = 4 * maxPixels;

/**
 * The size of a local picture, read from its header alone. Throws `Problem` 400 if it is unreadable, or so large that it would
 * fill the memory of any program that opens it.
 */
export async function readImageSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height, pages = 1 } = await readable(sharp(path, { limitInputPixels: false }).metadata());
  const pixels = width * height;
  if (pixels > maxPixels || pixels * pages > maxMovingPixels) throw new Problem(400, tooManyPixels);
  return { width, height };
}

/** Throws `Problem` 400 for a small picture that is truncated or damaged. It is decoded in memory. */
export async function requireUndamaged(path: string): Promise<void> {
  await readable(sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).raw().toBuffer());
}

/**
 * The picture in every width, or in some, as WebP: upright, in sRGB, with its transparency, without camera metadata. It fits a
 * square of that width and is never enlarged. Of an animation the first frame is used. Throws `Problem` 400 if the
 * picture is damaged.
 */
export async function renditions(bytes: Uint8Array, widths: readonly ImageWidth[] = imageWidths): Promise<Rendition[]> {
  const [largest] = widths.toSorted((a, b) => b - a);
  const { data, info } = await readable(
    sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
      .autoOrient()
      .resize(fitting(largest ?? 0))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const results: Rendition[] = [];
  const isFinal = await isItsOwnRendition(bytes, Math.max(info.width, info.height));
  for (const width of widths) {
    // One after another: in parallel they would multiply the memory.
    const webp =
      isFinal && width === largest
        ? Buffer.from(bytes)
        : await sharp(data, { raw }).resize(fitting(width)).webp({ quality: 82, effort: 3 }).toBuffer();
    results.push({ width, webp });
  }
  return results;
}

/** Whether the picture can serve as its own largest rendition: a still WebP of that size without camera metadata. */
async function isItsOwnRendition(bytes: Uint8Array, longest: number): Promise<boolean> {
  const { format, width, height, pages = 1, exif, xmp, icc } = await readable(sharp(bytes).metadata());
  return format === 'webp' && Math.max(width, height) === longest && pages === 1 && !exif && !xmp && !icc;
}

const fitting = (width: number) => ({ width, height: width, fit: 'inside' as const, withoutEnlargement: true });

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw Object.assign(new Problem(400, 'The image is damaged or can not be read.'), { cause: error });
  }
}
