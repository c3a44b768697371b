import sharp, { type Sharp } from 'sharp';
import type { Files } from '#platform/storage/files.server.ts';
import { idOf } from '../files/stored-files.server.ts';

/** Reads a file of an answer by its `data`: a path, a data URL or base64. Undefined if the file does not exist. */
export type ReadFile = (data: string) => Promise<Buffer | undefined>;

/** Reads files by their path in the store; data URLs and base64 (signatures) are decoded. */
export const readFrom =
  (files: Pick<Files, 'get'>): ReadFile =>
  async (data) => {
    const id = idOf(data);
    if (id !== undefined) return files.get(`forms/${id}`);
    if (data.startsWith('/')) return undefined;
    return Buffer.from(data.replace(/^data:[^,]{0,200};base64,/, ''), 'base64');
  };

/** An image for PDFs: small enough for mails, large enough to view. */
export interface Picture {
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

/** Guards against decompression bombs; cameras produce up to 50 million pixels. */
const limitInputPixels = 64_000_000;
const longestSide = 1_100;

/** An image scaled down, on white and without metadata; undefined if it cannot be read, in which case the PDF lists its name. */
async function pictureOf(bytes: Buffer | undefined, finish: (image: Sharp) => Sharp): Promise<Picture | undefined> {
  if (!bytes || bytes.length === 0) return undefined;
  try {
    const image = sharp(bytes, { limitInputPixels, sequentialRead: true })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    const { data, info } = await finish(image).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

/** A photo for PDFs, upright. */
export const paperImage = (bytes: Buffer | undefined): Promise<Picture | undefined> =>
  pictureOf(bytes, (image) => image.autoOrient().toColourspace('srgb').jpeg({ quality: 80 }));

/** A drawn signature for PDFs, lossless. */
export const paperSignature = (bytes: Buffer | undefined): Promise<Picture | undefined> =>
  pictureOf(bytes, (image) => image.png({ palette: true }));
