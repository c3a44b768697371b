import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkImage, maxImageBytes } from './check-picture.server.ts';
import { renditions } from './picture-sizes.server.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 11, g: 122, b: 91, alpha: 0.5 } } });

describe('checkImage', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('accepts %s by its content', async (format) => {
    expect(await checkImage(await plain(20, 10).toFormat(format).toBuffer())).toEqual({
      mime: `image/${format}`,
      width: 20,
      height: 10,
    });
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('refuses %s', async (_, content) => {
    await expect(checkImage(Buffer.from(content))).rejects.toMatchObject({
      status: 415,
      message: 'Images must be PNG, JPEG, WebP or GIF files.',
    });
  });

  test('refuses other picture formats', async () => {
    const tiff = await plain(20, 20).tiff().toBuffer();
    await expect(checkImage(tiff)).rejects.toMatchObject({ status: 415 });
  });

  test('refuses a file that is too large', async () => {
    await expect(checkImage(Buffer.alloc(maxImageBytes + 1))).rejects.toMatchObject({
      status: 413,
      message: 'Images must be at most 5 MB.',
    });
  });

  test('refuses a picture with too many pixels', async () => {
    const huge = await sharp({ create: { width: 8100, height: 8000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expect(checkImage(huge)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('pixels') });
    await expect(renditions(huge)).rejects.toMatchObject({ status: 400 });
  });

  test('refuses a file with only the first bytes of a picture', async () => {
    const cut = (await plain(50, 50).png().toBuffer()).subarray(0, 20);
    await expect(checkImage(cut)).rejects.toMatchObject({ status: 400 });
  });
});
