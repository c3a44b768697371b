import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spliceGzip, splicePlain } from './spliced.server.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const wordOf = (length: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: length, maxLength: length }).map((all) => all.join(''));
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 9 });

test('filling the holes is the same as joining by the word, plain and unpacked', () => {
  fc.assert(
    fc.property(texts, wordOf(24), wordOf(24), (pieces, first, second) => {
      const plain = splicePlain(pieces, 24);
      const gzip = spliceGzip(pieces, 24);
      for (const word of [first, second, first]) {
        const text = pieces.join(word);
        expect(plain.fill(word).toString()).toBe(text);
        expect(gunzipSync(gzip.fill(word)).toString()).toBe(text); // gunzip also checks the sum and the length
      }
    }),
    { numRuns: 300 },
  );
});

test('pieces of a page are compressed, not only wrapped', () => {
  const piece = '<li class="product"><a href="/shopping/product-detail/mop">Mop</a></li>'.repeat(500);
  const { bytes } = spliceGzip([piece, piece, piece], 24);
  expect(bytes).toBeLessThan(piece.length / 10);
});

test('each filling has a buffer of its own', () => {
  const page = splicePlain(['a', 'b'], 3);
  const first = page.fill('111');
  page.fill('222');
  expect(first.toString()).toBe('a111b');
});
