import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureWidths } from '#lib/picture-path.ts';
import { renditions } from './picture-sizes.server.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 11, g: 122, b: 91, alpha: 0.5 } } });

describe('renditions', () => {
  test('fit a square of each width, keep their transparency and their ratio', async () => {
    const results = await renditions(await plain(2000, 1000).png().toBuffer());
    expect(results.map(({ width }) => width)).toEqual([...pictureWidths]);
    for (const { width, webp } of results) {
      const about = await sharp(webp).metadata();
      expect(about).toMatchObject({ format: 'webp', width, height: width / 2, hasAlpha: true });
    }
  });

  test('are never larger than the picture', async () => {
    const results = await renditions(await plain(300, 200).png().toBuffer());
    const widths = await Promise.all(results.map(async ({ webp }) => (await sharp(webp).metadata()).width));
    expect(widths).toEqual([160, 300, 300, 300]);
  });

  test('are upright and contain no camera metadata', async () => {
    const turned = await plain(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const [smallest] = await renditions(turned);
    const about = await sharp(smallest?.webp).metadata();
    expect(about).toMatchObject({ width: 80, height: 160 });
    expect(about.exif).toBeUndefined();
  });

  test('accept 16-bit grey pictures', async () => {
    const grey = await plain(500, 500).toColourspace('grey16').png().toBuffer();
    const results = await renditions(grey);
    expect((await sharp(results[3]?.webp).metadata()).width).toBe(500);
  });

  test('refuse a damaged picture', async () => {
    const whole = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: 'red',
      },
    })
      .png()
      .toBuffer();
    await expect(renditions(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      status: 400,
      message: 'The image is damaged or cannot be read.',
    });
  });
});
