import sharp from 'sharp';

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

interface Frame {
  width: number;
  height: number;
  background?: string;
}

/** The whole picture in the middle of a frame. Drawings are drawn at that size, whatever size and unit they name. */
export const renderPng = (bytes: Buffer, { width, height, background }: Frame): Promise<Buffer> =>
  sharp(bytes)
    .resize(width, height, { fit: 'contain', background: background ?? transparent })
    .png()
    .toBuffer();
