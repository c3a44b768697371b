import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { pictureRoutes } from './serve-picture.server.ts';
import { picturePath, pictureSet, pictureWidths } from '#lib/picture-path.ts';

const app = Fastify();
const stored = new Map([
  ['products/0a1b-480.webp', Buffer.from('small')],
  ['products/0a1b-1600.webp', Buffer.from('large')],
]);
const stream = async (key: string) => {
  const bytes = stored.get(key);
  return bytes && { size: bytes.length, body: Readable.from([bytes]) };
};
pictureRoutes(app, { files: { stream } });

test('a picture is served in the requested size and may be cached for ever', async () => {
  const small = await app.inject({ url: picturePath('products/0a1b') });
  expect(small.body).toBe('small');
  expect(small.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '5',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const large = await app.inject({ url: '/files/products/0a1b?w=1600' });
  expect(large.body).toBe('large');
  const again = await app.inject({
    url: '/files/products/0a1b?w=1600',
    headers: { 'if-none-match': `"other", ${large.headers.etag}` },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.each(['0a1b?w=100', '0a1b?w=x', 'none', '..%2F..%2Fsecrets', '0a1b-480.webp', '%00', '0a1c?w=160'])(
  'there is no picture at %s',
  async (path) => {
    const answer = await app.inject({ url: `/files/products/${path}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
  },
);

test('while the requested size is being made, the first size is served and must not be cached', async () => {
  const early = await app.inject({ url: '/files/products/0a1b?w=960' });
  expect([early.body, early.headers['cache-control'], early.headers.etag]).toEqual(['small', 'no-store', undefined]);
});

test('a srcset lists the given sizes', () => {
  expect(pictureSet('/files/products/a', pictureWidths)).toBe(
    '/files/products/a?w=160 160w, /files/products/a?w=480 480w, /files/products/a?w=960 960w, /files/products/a?w=1600 1600w',
  );
});
