import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { fontInWeight, openFont } from './font-weight.server.ts';
import { loadWoff2, unpackWoff2 } from './woff2.server.ts';

await loadWoff2();
const variable = (name: string) =>
  unpackWoff2(readFileSync(`node_modules/@fontsource-variable/${name}-wght-normal.woff2`));
const inWeight = (file: Uint8Array, weight: number) => openFont(fontInWeight(file, weight), `test-${weight}`);

/** Bounds and advance width of a glyph, in whole font units. */
const shapeOf = ({ path: { bbox }, advanceWidth }: Glyph): number[] =>
  [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY, advanceWidth].map(Math.round);

describe.each([
  ['noto-sans/files/noto-sans-greek', 'Ωήκ'],
  ['noto-sans-hebrew/files/noto-sans-hebrew-hebrew', 'אשׁ'], // the second glyph is composed of two others
  ['noto-sans-arabic/files/noto-sans-arabic-arabic', 'ﺏ'],
  ['noto-sans-sc/files/noto-sans-sc-119', '一'],
])('%s', (file, letters) => {
  const packed = variable(file);
  const codes = [...letters].map((letter) => letter.codePointAt(0) ?? 0);

  test.each([400, 700])('the embedded glyphs in weight %d have the shapes of that weight', (weight) => {
    const whole = create(packed) as Font; // the file contains one font
    const theirs = whole.getVariation({ wght: weight });
    const font = inWeight(packed, weight);
    const subset = font.createSubset() as unknown as { includeGlyph(id: number): number; encode(): Buffer }; // the actual interface
    const places = codes.map((code) => subset.includeGlyph(font.glyphForCodePoint(code).id));
    const embedded = create(Buffer.from(subset.encode())) as Font; // the file contains one font
    for (const [n, code] of codes.entries()) {
      const shape = shapeOf(theirs.glyphForCodePoint(code));
      for (const [edge, value] of shapeOf(embedded.getGlyph(places[n] ?? 0)).entries())
        expect(Math.abs(value - (shape[edge] ?? 0))).toBeLessThan(2);
    }
  });

  test('the weights differ', () => {
    const [light, bold] = [400, 700].map((weight) => inWeight(packed, weight).glyphForCodePoint(codes[0] ?? 0));
    expect(light?.path.toSVG()).not.toBe(bold?.path.toSVG());
  });
});

test('a mark that the font cannot position on its letter is drawn nevertheless', () => {
  const font = inWeight(variable('noto-sans-arabic/files/noto-sans-arabic-arabic'), 400);
  expect(font.layout('\u063f\u06d7').advanceWidth).toBeGreaterThan(0);
});
