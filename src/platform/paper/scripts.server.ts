import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { once } from '#lib/once.ts';
import { cutFont } from './cut-font.server.ts';
import { unpackWoff2 } from './woff2.server.ts';

/* Letters that the site's faces lack: Noto Sans, in the small files that a page would load for the letters it shows. */

const require = createRequire(import.meta.url);
const pathOf = (family: string, file: string): string => require.resolve(`@fontsource-variable/${family}/${file}`);

interface Part {
  /** `noto-sans-sc-54` */
  name: string;
  family: string;
  /** From and to, both included, one pair after another. */
  letters: Uint32Array;
}

/** The parts of a family by its own list of them: `{ "[54]": "U+4e00-4e01,U+4e03", "greek": ... }`. */
const partsOf = (family: string): (() => Part[]) =>
  once(() => {
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

/** Whose Chinese letters to take for a text: they are drawn otherwise in Japan and Korea. */
function drawnIn(text: string): keyof typeof east {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'simplified';
}

function lists({ letters }: Part, code: number): boolean {
  for (let at = 0; at < letters.length; at += 2)
    if (code >= (letters[at] ?? 0) && code <= (letters[at + 1] ?? 0)) return true;
  return false;
}

export interface Cut {
  /** Of its own in a document. */
  name: string;
  font: Font;
}

/** Finds the font for a sign; undefined where none has it. */
type Find = (sign: string) => Cut | undefined;

/** The further letters of one paper: those for a text, in a weight between 100 and 900. */
export type Shelf = (text: string, weight: number) => Find;

/** What one paper may ask for: more than long texts in two languages do. Every further letter is missing. */
const [mostParts, mostLetters] = [80, 2000];

export function openShelf(): Shelf {
  const cuts = new Map<string, Cut>();
  const cutOf = (part: Part, weight: number): Cut | undefined => {
    const name = `${part.name}-${weight}`;
    const known = cuts.get(name);
    if (known || cuts.size === mostParts) return known;
    const cut = { name, font: cutFont(unpacked()(part), { name, weight }) };
    cuts.set(name, cut);
    return cut;
  };
  const search = (sign: string, first: keyof typeof east, weight: number): Cut | undefined => {
    const code = sign.codePointAt(0) ?? 0;
    for (const family of [...west, east[first], ...Object.values(east)]) {
      for (const part of family()) {
        const cut = lists(part, code) ? cutOf(part, weight) : undefined;
        if (cut?.font.hasGlyphForCodePoint(code)) return cut;
      }
    }
  };
  const found = new Map<string, Cut | undefined>();
  return (text, weight) => {
    const first = drawnIn(text);
    return (sign) => {
      const key = `${first} ${weight} ${sign}`;
      if (!found.has(key) && found.size < mostLetters) found.set(key, search(sign, first, weight));
      return found.get(key);
    };
  };
}

const mostKept = 32;

/** Unpacks parts, and keeps those that were asked for last: 100 to 500 kB each. */
const unpacked = once(() => {
  const kept = new Map<string, ReadonlyMap<string, Buffer>>();
  return ({ family, name }: Part): ReadonlyMap<string, Buffer> => {
    const tables = kept.get(name) ?? unpackWoff2(readFileSync(pathOf(family, `files/${name}-wght-normal.woff2`)));
    kept.delete(name);
    kept.set(name, tables);
    const [eldest = ''] = kept.keys();
    if (kept.size > mostKept) kept.delete(eldest);
    return tables;
  };
});
