import sharp, { type Region } from 'sharp';
import { pictureWidths } from '#lib/picture-path.ts';
import { maxPixels, orDamaged } from './check-picture.server.ts';

/** The part of a picture that is shown, in percent of its width and height. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Rendering {
  widths?: readonly number[];
  /** `square`: each width limits the height, too. `free`: a picture may be taller than it is wide. */
  shape?: 'square' | 'free';
  crop?: Crop | null;
}

export interface Rendition {
  width: number;
  webp: Buffer;
}

/**
 * The picture in every width, as WebP: upright, in sRGB, with its transparency, without camera metadata. It is never enlarged. Only
 * the first frame of an animation is used. Throws `Problem` 400 if the picture is damaged.
 */
export async function renditions(
  bytes: Uint8Array,
  { widths = pictureWidths, shape = 'square', crop = null }: Rendering = {},
): Promise<Rendition[]> {
  const fitting = (width: number) => ({
    width,
    height: shape === 'square' ? width : highest,
    fit: 'inside' as const,
    withoutEnlargement: true,
  });
  const largest = Math.max(...widths);
  const upright = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' }).autoOrient();
  const { data, info } = await orDamaged(
    (crop ? upright.extract(await regionOf(bytes, crop)) : upright)
      .resize(fitting(largest))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const results: Rendition[] = [];
  const isFinal = !crop && (await isItsOwnRendition(bytes, info));
  for (const width of widths) {
    // The sizes are made one after another: in parallel they would take several times the memory.
    const webp =
      isFinal && width === largest
        ? Buffer.from(bytes)
        : await sharp(data, { raw }).resize(fitting(width)).webp(encoding).toBuffer();
    results.push({ width, webp });
  }
  return results;
}

/** 96 levels of transparency instead of 256 take half the time; no colour differs by more than 2 of 255. */
const encoding = { quality: 82, alphaQuality: 80, effort: 2 };

/** WebP files cannot be higher than 16,383 pixels. */
const highest = 16_000;

async function regionOf(bytes: Uint8Array, crop: Crop): Promise<Region> {
  const { autoOrient } = await orDamaged(sharp(bytes).metadata());
  const { left, top, width, height } = croppedPixels(autoOrient, crop);
  return { left, top, width, height };
}

/** The part of a picture in whole pixels, at least one pixel wide and high. */
export function croppedPixels(picture: { width: number; height: number }, crop: Crop): Crop {
  const part = (whole: number, percent: number): number => Math.round((whole * percent) / 100);
  const left = Math.min(part(picture.width, crop.left), picture.width - 1);
  const top = Math.min(part(picture.height, crop.top), picture.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(part(picture.width, crop.width), picture.width - left)),
    height: Math.max(1, Math.min(part(picture.height, crop.height), picture.height - top)),
  };
}

/** Whether the picture can serve as its own largest rendition: a still WebP of that size without camera metadata. */
async function isItsOwnRendition(bytes: Uint8Array, largest: { width: number; height: number }): Promise<boolean> {
  const { format, width, height, pages = 1, exif, xmp, icc } = await orDamaged(sharp(bytes).metadata());
  const isSameSize = width === largest.width && height === largest.height;
  return format === 'webp' && isSameSize && pages === 1 && !exif && !xmp && !icc;
}
