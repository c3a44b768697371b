import sharp from 'sharp';
import type { Files } from '#platform/storage/files.server.ts';

/** Reads what an answer's file holds, by what stands as its data; undefined where there is nothing. */
export type ReadFile = (data: string) => Promise<Buffer | undefined>;

/** Reads files that were kept, and data that came with the answer itself; a signature's is bare base64. */
export const readFrom =
  (files: Pick<Files, 'get'>): ReadFile =>
  async (data) => {
    const [, id] = /^\/files\/forms\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(data) ?? [];
    if (id !== undefined) return files.get(`forms/${id}`);
    if (data.startsWith('/')) return undefined;
    return Buffer.from(data.replace(/^data:[^,]{0,200};base64,/, ''), 'base64');
  };

/** Ready for paper: small enough to be mailed, large enough to be looked at. */
export interface Picture {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** A small file may unpack to what fills the memory; cameras make up to 50 million pixels. */
const limitInputPixels = 64_000_000;
const longestSide = 1_100;

/** A photograph for paper: upright, on white, without what the camera noted. Undefined for what is no readable picture. */
export async function pictureOf(bytes: Buffer | undefined): Promise<Picture | undefined> {
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
    return undefined; // the paper names it instead
  }
}

/** A drawn signature: its strokes, as they are. */
export async function signatureOf(bytes: Buffer | undefined): Promise<Picture | undefined> {
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
