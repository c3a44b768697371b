import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Problem } from '#lib/api/problem.ts';

export const maxImageBytes = 5 * 1024 * 1024;

/** A small file may decode to a picture that fills the memory; cameras produce up to 50 million pixels. */
export const maxPixels = 64_000_000;
const tooManyPixels = 'The image has too many pixels. Please make it smaller.';

const acceptedTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

// A cache would only take memory, because the same picture is rarely processed twice. One thread leaves the other cores to the server.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Checks a picture by its content, whatever its name: PNG, JPEG, WebP or GIF, at most 5 MB and readable. Returns its
 * media type; throws `Problem` 400, 413 or 415 with a sentence for the user.
 */
export async function checkImage(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength > maxImageBytes) throw new Problem(413, 'Images must be at most 5 MB.');
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!acceptedTypes.has(mime)) throw new Problem(415, 'Images must be PNG, JPEG, WebP or GIF files.');
  const { width, height } = await orDamaged(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > maxPixels) throw new Problem(400, tooManyPixels);
  return mime;
}

/** The limit for all frames of an animation together. */
const maxAnimationPixels = 4 * maxPixels;

/**
 * The size of a local picture, read from its header alone. Throws `Problem` 400 if it is unreadable, or so large that it would
 * fill the memory of any program that opens it.
 */
export async function readImageSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height, pages = 1 } = await orDamaged(sharp(path, { limitInputPixels: false }).metadata());
  const pixels = width * height;
  if (pixels > maxPixels || pixels * pages > maxAnimationPixels) throw new Problem(400, tooManyPixels);
  return { width, height };
}

/** Throws `Problem` 400 if the picture is truncated or damaged. Decodes it in memory, so it is for small pictures only. */
export async function requireUndamaged(path: string): Promise<void> {
  await orDamaged(sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).raw().toBuffer());
}

/** The result of decoding a picture; throws `Problem` 400 if that fails. */
export async function orDamaged<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch (error) {
    throw Object.assign(new Problem(400, 'The image is damaged or cannot be read.'), { cause: error });
  }
}
