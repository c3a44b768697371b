import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spliceGzip, splicePlain } from './spliced.server.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const wordOf = (length: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: length, maxLength: length }).map((all) => all.join(''));
const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom('\0'.repeat(60), '\u00ff'.repeat(60), 'mop '.repeat(900)),
  ),
  { minLength: 1, maxLength: 9 },
);

test('filling the holes is the same as joining by the word, plain and unpacked', async () => {
  await fc.assert(
    fc.asyncProperty(texts, wordOf(24), wordOf(24), async (pieces, first, second) => {
      const plain = splicePlain(pieces, 24);
      const gzip = await spliceGzip(plain);
      for (const word of [first, second, first]) {
        const text = pieces.join(word);
        expect(Buffer.from(plain.fill(word), 'latin1').toString()).toBe(text);
        expect(plain.bytes).toBe(Buffer.byteLength(text));
        const packed = Buffer.from(gzip.fill(word), 'latin1');
        expect(packed.length).toBe(gzip.bytes);
        expect(gunzipSync(packed).toString()).toBe(text); // gunzip also checks the sum and the length
      }
    }),
    { numRuns: 300 },
  );
});

test('pieces of a page are compressed, not only wrapped', async () => {
  const piece = '<li class="product"><a href="/shopping/product-detail/mop">Mop</a></li>'.repeat(500);
  const { bytes } = await spliceGzip(splicePlain([piece, piece, piece], 24));
  expect(bytes).toBeLessThan(piece.length / 10);
});
