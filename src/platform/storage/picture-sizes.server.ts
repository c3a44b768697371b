import sharp from 'sharp';
import { maxPixels, orDamaged } from './check-picture.server.ts';

/** The widths in which product pictures are stored (contract, section 6). */
export const imageWidths = [160, 480, 960, 1600] as const;
export type ImageWidth = (typeof imageWidths)[number];

export interface Rendition {
  width: ImageWidth;
  webp: Buffer;
}

/**
 * The picture in every width, or in some, as WebP: upright, in sRGB, with its transparency, without camera metadata. It fits a
 * square of that width and is never enlarged. Only the first frame of an animation is used. Throws `Problem` 400 if the
 * picture is damaged.
 */
export async function renditions(bytes: Uint8Array, widths: readonly ImageWidth[] = imageWidths): Promise<Rendition[]> {
  const [largest] = widths.toSorted((a, b) => b - a);
  const { data, info } = await orDamaged(
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
    // The sizes are made one after another: in parallel they would take several times the memory.
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
  const { format, width, height, pages = 1, exif, xmp, icc } = await orDamaged(sharp(bytes).metadata());
  return format === 'webp' && Math.max(width, height) === longest && pages === 1 && !exif && !xmp && !icc;
}

const fitting = (width: number) => ({ width, height: width, fit: 'inside' as const, withoutEnlargement: true });
