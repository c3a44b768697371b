import sharp from 'sharp';
import type { Files } from '#platform/storage/files.server.ts';

/** Reads a file of an answer by its `data`: a path, a data URL or base64. Undefined if it does not exist. */
export type ReadFile = (data: string) => Promise<Buffer | undefined>;

/** Reads stored files by path, and data URLs and bare base64 (signatures) directly. */
export const readFrom =
  (files: Pick<Files, 'get'>): ReadFile =>
  async (data) => {
    const [, id] = /^\/files\/forms\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(data) ?? [];
    if (id !== undefined) return files.get(`forms/${id}`);
    if (data.startsWith('/')) return undefined;
    return Buffer.from(data.replace(/^data:[^,]{0,200};base64,/, ''), 'base64');
  };

/** An image for PDFs: small enough for mails, large enough to view. */
export interface Picture {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** Guards against decompression bombs; cameras produce up to 50 million pixels. */
const limitInputPixels = 64_000_000;
const longestSide = 1_100;

/** A photo for PDFs: upright, on white, without metadata. Undefined if it is not a readable image. */
export async function paperImage(bytes: Buffer | undefined): Promise<Picture | undefined> {
  if (!bytes || bytes.length === 0) return undefined;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels, sequentialRead: true })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined; // the PDF lists it by name instead
  }
}

/** A drawn signature for PDFs, lossless. Undefined if it is not a readable image. */
export async function paperSignature(bytes: Buffer | undefined): Promise<Picture | undefined> {
  if (!bytes || bytes.length === 0) return undefined;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png({ palette: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
