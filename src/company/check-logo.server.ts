import { fileTypeFromBuffer } from 'file-type';
import { Problem } from '#lib/api/problem.ts';
import { checkDrawing, isDrawing } from '#platform/storage/check-drawing.server.ts';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import { requireRenderable } from '#platform/storage/trial-rendering.server.ts';

const maxRasterBytes = 2 * 1024 * 1024;

/** A checked picture of the brand with the ending and type of its file. */
export interface CheckedPicture {
  bytes: Buffer;
  ending: 'svg' | 'png';
  type: string;
}

/**
 * Checks a logo by its content: it must be a PNG, or an SVG that does nothing but draw, and icons must be renderable from it. Throws
 * `Problem` 400, 413 or 415 with a sentence for the user.
 */
export async function checkLogo(bytes: Buffer): Promise<CheckedPicture> {
  const checked = await checkOwnLogo(bytes);
  await requireRenderable(bytes);
  return checked;
}

/** Like `checkLogo`, but without rendering the picture; for pictures that come with the program. */
export async function checkOwnLogo(bytes: Buffer): Promise<CheckedPicture> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (mime === 'image/png') {
    if (bytes.length > maxRasterBytes) throw new Problem(413, 'A picture must be at most 2 MB.');
    await checkImage(bytes);
    return { bytes, ending: 'png', type: 'image/png' };
  }
  if (!isDrawing(bytes)) throw new Problem(415, 'Send an SVG or a PNG file.');
  await checkDrawing(bytes);
  return { bytes, ending: 'svg', type: 'image/svg+xml' };
}
