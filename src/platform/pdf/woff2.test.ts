import { readdirSync, readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { loadWoff2, unpackWoff2 } from './woff2.server.ts';

await loadWoff2();
const folderOf = (family: string) => `node_modules/@fontsource-variable/${family}`;
const families = ['', '-hebrew', '-arabic', '-thai', '-sc', '-tc', '-jp', '-kr'].map((one) => `noto-sans${one}`);

/** Fontkit reads WOFF2 files too, but can't embed them in one weight. */
test.each([
  'noto-sans-greek',
  'noto-sans-devanagari',
  'noto-sans-hebrew-hebrew',
  'noto-sans-arabic-arabic',
  'noto-sans-thai-thai',
  'noto-sans-sc-119',
  'noto-sans-kr-100',
])('%s is unpacked to the glyphs that fontkit reads', (name) => {
  const family = families.findLast((one) => name.startsWith(one)) ?? '';
  const packed = readFileSync(`${folderOf(family)}/files/${name}-wght-normal.woff2`);
  const [ours, theirs] = [unpackWoff2(packed), packed].map((file) => create(file) as Font);
  const all = (font: Font | undefined) =>
    Array.from({ length: font?.numGlyphs ?? 0 }, (_, id) => {
      const glyph = font?.getGlyph(id);
      return `${id} ${glyph?.advanceWidth} ${glyph?.path.toSVG()}`;
    });
  expect(all(ours)).toEqual(all(theirs));
  expect(all(ours).length).toBeGreaterThan(100);
});

test('each part in the index of a font family has a file', () => {
  for (const family of families) {
    const there = new Set(readdirSync(`${folderOf(family)}/files`));
    const list: Record<string, string> = JSON.parse(readFileSync(`${folderOf(family)}/unicode.json`, 'utf8'));
    for (const key of Object.keys(list))
      expect(there).toContain(`${family}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`);
  }
});
