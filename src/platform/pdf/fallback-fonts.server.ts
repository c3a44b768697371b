import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { lazy } from '#lib/lazy.ts';
import { inWeight, openFont } from './font-weight.server.ts';
import { unpackWoff2 } from './woff2.server.ts';

/* Characters missing in the site's fonts: Noto Sans, in the small files that a page would load for the characters it shows. */

const require = createRequire(import.meta.url);
const pathOf = (family: string, file: string): string => require.resolve(`@fontsource-variable/${family}/${file}`);

interface Part {
  /** `noto-sans-sc-54` */
  name: string;
  family: string;
  /** Pairs of first and last code point, both inclusive. */
  letters: Uint32Array;
}

/** The parts of a family by its own index: `{ "[54]": "U+4e00-4e01,U+4e03", "greek": ... }`. */
const partsOf = (family: string): (() => Part[]) =>
  lazy(() => {
    const list: Record<string, string> = JSON.parse(readFileSync(pathOf(family, 'unicode.json'), 'utf8'));
    return Object.entries(list).map(([key, ranges]) => ({
      name: `${family}-${key.replace(/[[\]]/g, '')}`,
      family,
      letters: Uint32Array.from(ranges.split(',').flatMap(rangeOf)),
    }));
  });

function rangeOf(range: string): [from: number, to: number] {
  const [from = '', to = from] = range.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const west = ['noto-sans', 'noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'].map(partsOf);
const east = {
  simplified: partsOf('noto-sans-sc'),
  traditional: partsOf('noto-sans-tc'),
  japanese: partsOf('noto-sans-jp'),
  korean: partsOf('noto-sans-kr'),
};

/** The regional form of the Chinese characters in a text: Japanese and Korean forms differ. */
function drawnIn(text: string): keyof typeof east {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'simplified';
}

function lists({ letters }: Part, code: number): boolean {
  for (let at = 0; at < letters.length; at += 2)
    if (code >= (letters[at] ?? 0) && code <= (letters[at + 1] ?? 0)) return true;
  return false;
}

export interface NamedFont {
  /** Unique within a document. */
  name: string;
  font: Font;
}

/** Finds the font for a character; undefined if none has it. */
type Find = (sign: string) => NamedFont | undefined;

/** The additional fonts of one document: for a text, in a weight from 100 to 900. */
export type FontLibrary = (text: string, weight: number) => Find;

/** The limits for one document: more than long texts in two languages use. Characters beyond them are omitted. */
const [mostParts, mostLetters] = [80, 2000];

export function openFontLibrary(): FontLibrary {
  const cuts = new Map<string, NamedFont>();
  const cutOf = (part: Part, weight: number): NamedFont | undefined => {
    const name = `${part.name}-${weight}`;
    const known = cuts.get(name);
    if (known || cuts.size === mostParts) return known;
    const cut = { name, font: openFont(fileOf()(part, weight), name) };
    cuts.set(name, cut);
    return cut;
  };
  const search = (sign: string, first: keyof typeof east, weight: number): NamedFont | undefined => {
    const code = sign.codePointAt(0) ?? 0;
    for (const family of [...west, east[first], ...Object.values(east)]) {
      for (const part of family()) {
        const cut = lists(part, code) ? cutOf(part, weight) : undefined;
        if (cut?.font.hasGlyphForCodePoint(code)) return cut;
      }
    }
  };
  const resolved = new Map<string, NamedFont | undefined>();
  return (text, weight) => {
    const first = drawnIn(text);
    return (sign) => {
      const key = `${first} ${weight} ${sign}`;
      if (!resolved.has(key) && resolved.size < mostLetters) resolved.set(key, search(sign, first, weight));
      return resolved.get(key);
    };
  };
}

const mostCached = 48;

/** Cuts parts to a weight and caches the most recently used: 20 to 200 kB each. */
const fileOf = lazy(() => {
  const cache = new Map<string, Buffer>();
  return ({ family, name }: Part, weight: number): Buffer => {
    const key = `${name}-${weight}`;
    const path = pathOf(family, `files/${name}-wght-normal.woff2`);
    const file = cache.get(key) ?? inWeight(unpackWoff2(readFileSync(path)), weight);
    cache.delete(key);
    cache.set(key, file);
    const [eldest = ''] = cache.keys();
    if (cache.size > mostCached) cache.delete(eldest);
    return file;
  };
});
