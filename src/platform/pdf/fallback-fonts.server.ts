import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { lazy } from '#lib/lazy.ts';
import { fontInWeight, openFont } from './font-weight.server.ts';
import { unpackWoff2 } from './woff2.server.ts';

/*
 * The fonts for characters that the site's fonts lack: Noto Sans, which its packages split into small files so that a web page can load
 * only those that it needs.
 */

const require = createRequire(import.meta.url);
const pathOf = (family: string, file: string): string => require.resolve(`@fontsource-variable/${family}/${file}`);

/** One file of a font family, with some of its characters. */
interface FontPart {
  /** `noto-sans-sc-54` */
  name: string;
  family: string;
  /** Pairs of first and last code point, both inclusive. */
  ranges: Uint32Array;
}

/** The parts of a family, from the index in its package: `{ "[54]": "U+4e00-4e01,U+4e03", "greek": ... }`. */
const partsOf = (family: string): (() => FontPart[]) =>
  lazy(() => {
    const list: Record<string, string> = JSON.parse(readFileSync(pathOf(family, 'unicode.json'), 'utf8'));
    return Object.entries(list).map(([key, ranges]) => ({
      name: `${family}-${key.replace(/[[\]]/g, '')}`,
      family,
      ranges: Uint32Array.from(ranges.split(',').flatMap(rangeOf)),
    }));
  });

function rangeOf(range: string): [from: number, to: number] {
  const [from = '', to = from] = range.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const otherFamilies = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'].map(partsOf);
const chineseFamilies = {
  simplified: partsOf('noto-sans-sc'),
  traditional: partsOf('noto-sans-tc'),
  japanese: partsOf('noto-sans-jp'),
  korean: partsOf('noto-sans-kr'),
};

/** Which regional form the Chinese characters of a text have; Japanese and Korean forms differ. */
function regionOf(text: string): keyof typeof chineseFamilies {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'simplified';
}

function hasCharacter({ ranges }: FontPart, code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2)
    if (code >= (ranges[at] ?? 0) && code <= (ranges[at + 1] ?? 0)) return true;
  return false;
}

export interface NamedFont {
  /** Unique within a document. */
  name: string;
  font: Font;
}

/** The fallback fonts of one document: finds the font for each character of a text, in a weight from 100 to 900. */
export type FontLibrary = (text: string, weight: number) => (character: string) => NamedFont | undefined;

/** Limits for one document, which exceed the needs of long texts in two languages. Further characters are omitted. */
const [mostParts, mostCharacters] = [80, 2000];

export function openFontLibrary(): FontLibrary {
  const fonts = new Map<string, NamedFont>();
  const fontOf = (part: FontPart, weight: number): NamedFont | undefined => {
    const name = `${part.name}-${weight}`;
    const opened = fonts.get(name);
    if (opened || fonts.size === mostParts) return opened;
    const font = { name, font: openFont(fileOf()(part, weight), name) };
    fonts.set(name, font);
    return font;
  };
  const search = (character: string, region: keyof typeof chineseFamilies, weight: number): NamedFont | undefined => {
    const code = character.codePointAt(0) ?? 0;
    for (const family of [...otherFamilies, chineseFamilies[region], ...Object.values(chineseFamilies)]) {
      for (const part of family()) {
        const font = hasCharacter(part, code) ? fontOf(part, weight) : undefined;
        if (font?.font.hasGlyphForCodePoint(code)) return font;
      }
    }
  };
  const resolved = new Map<string, NamedFont | undefined>();
  return (text, weight) => {
    const region = regionOf(text);
    return (character) => {
      const key = `${region} ${weight} ${character}`;
      if (!resolved.has(key) && resolved.size < mostCharacters) resolved.set(key, search(character, region, weight));
      return resolved.get(key);
    };
  };
}

const mostCachedFiles = 48;

/** The file of a part in one weight. The most recently used files, of 20 to 200 kB each, are cached. */
const fileOf = lazy(() => {
  const cache = new Map<string, Buffer>();
  return ({ family, name }: FontPart, weight: number): Buffer => {
    const key = `${name}-${weight}`;
    const path = pathOf(family, `files/${name}-wght-normal.woff2`);
    const file = cache.get(key) ?? fontInWeight(unpackWoff2(readFileSync(path)), weight);
    cache.delete(key);
    cache.set(key, file);
    const [leastRecent = ''] = cache.keys();
    if (cache.size > mostCachedFiles) cache.delete(leastRecent);
    return file;
  };
});
