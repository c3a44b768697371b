import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { Problem } from '#lib/api/problem.ts';

/** A small file may decode to a picture that fills the memory; cameras produce up to 50 million pixels. */
export const maxPixels = 64_000_000;
const tooManyPixels = 'The image has too many pixels. Please make it smaller.';

/** The limit for all frames of an animation together. */
const maxAnimationPixels = 4 * maxPixels;

/** Which pictures are accepted, and the sentences for others. */
export interface PictureRules {
  types: readonly string[];
  wrongType: string;
  maxBytes: number;
  tooLarge: string;
  /** The sentence for an animation; without it, animations are accepted for their first frame. */
  animated?: string;
}

export const maxImageBytes = 5 * 1024 * 1024;

const productRules: PictureRules = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  wrongType: 'Images must be PNG, JPEG, WebP or GIF files.',
  maxBytes: maxImageBytes,
  tooLarge: 'Images must be at most 5 MB.',
};

// A cache would only take memory, because the same picture is rarely processed twice. One thread leaves the other cores to the server.
sharp.cache(false);
sharp.concurrency(1);

/** A checked picture; its size in pixels is that of the upright picture. */
export interface CheckedImage {
  mime: string;
  width: number;
  height: number;
}

/**
 * Checks a picture by its content, whatever its name: by default PNG, JPEG, WebP or GIF, at most 5 MB and readable. Throws
 * `Problem` 400, 413 or 415 with a sentence for the user.
 */
export async function checkImage(
  bytes: Uint8Array,
  { types, wrongType, maxBytes, tooLarge, animated }: PictureRules = productRules,
): Promise<CheckedImage> {
  if (bytes.byteLength > maxBytes) throw new Problem(413, tooLarge);
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!types.includes(mime)) throw new Problem(415, wrongType);
  const { autoOrient, pages = 1 } = await readHeader(bytes);
  if (animated !== undefined && pages > 1) throw new Problem(415, animated);
  return { mime, ...autoOrient };
}

/**
 * The size of a local picture, read from its header alone. Throws `Problem` 400 if it is unreadable, or so large that it would
 * fill the memory of any program that opens it.
 */
export async function readImageSize(path: string): Promise<{ width: number; height: number }> {
  const { width, height, pages = 1 } = await readHeader(path);
  if (width * height * pages > maxAnimationPixels) throw new Problem(400, tooManyPixels);
  return { width, height };
}

async function readHeader(picture: string | Uint8Array): Promise<Metadata> {
  const header = await orDamaged(sharp(picture, { limitInputPixels: false }).metadata());
  if (header.width * header.height > maxPixels) throw new Problem(400, tooManyPixels);
  return header;
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
