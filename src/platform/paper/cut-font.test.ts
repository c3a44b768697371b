import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { fontInWeight } from './cut-font.server.ts';
import { unpackWoff2 } from './woff2.server.ts';

const packed = (name: string) =>
  unpackWoff2(readFileSync(`node_modules/@fontsource-variable/${name}-wght-normal.woff2`));

/** Bounds and advance width of a glyph, in whole font units. */
const shapeOf = ({ path: { bbox }, advanceWidth }: Glyph): number[] =>
  [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY, advanceWidth].map(Math.round);

describe.each([
  ['noto-sans/files/noto-sans-greek', 'Ωήκ'],
  ['noto-sans-hebrew/files/noto-sans-hebrew-hebrew', 'אשׁ'], // the second is composed of two others
  ['noto-sans-arabic/files/noto-sans-arabic-arabic', 'ﺏ'],
  ['noto-sans-sc/files/noto-sans-sc-119', '一'],
])('%s', (file, letters) => {
  const tables = packed(file);

  test.each([400, 700])('the embedded glyphs in weight %d have the shapes of that weight', (weight) => {
    const font = fontInWeight(tables, { name: `test-${weight}`, weight });
    const glyphs = [...letters].map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
    const subset = font.createSubset() as unknown as { includeGlyph(id: number): number; encode(): Buffer }; // the actual interface
    const places = glyphs.map(({ id }) => subset.includeGlyph(id));
    const embedded = create(subset.encode()) as Font; // the file contains one font
    expect(embedded.numGlyphs).toBe(letters.length + 1);
    for (const [n, glyph] of glyphs.entries()) {
      const [mine, theirs] = [shapeOf(embedded.getGlyph(places[n] ?? 0)), shapeOf(glyph)];
      for (const [edge, value] of mine.entries()) expect(Math.abs(value - (theirs[edge] ?? 0))).toBeLessThan(2);
    }
  });

  test('the weights differ', () => {
    const [light, bold] = [400, 700].map((weight) => fontInWeight(tables, { name: 'test', weight }));
    const code = letters.codePointAt(0) ?? 0;
    expect(light?.glyphForCodePoint(code).path.toSVG()).not.toBe(bold?.glyphForCodePoint(code).path.toSVG());
  });
});

test('a mark that its letter has no position for is written nevertheless', () => {
  const font = fontInWeight(packed('noto-sans-arabic/files/noto-sans-arabic-arabic'), { name: 'test', weight: 400 });
  expect(font.layout('\u063f\u06d7').advanceWidth).toBeGreaterThan(0);
});
