import { createRequire } from 'node:module';
import type bidiFactory from 'bidi-js';
import { lazy } from '#lib/lazy.ts';
import { type FaceFonts, hasGlyphs } from './site-fonts.server.ts';
import { rightToLeft } from './line-breaking.ts';
import type { NamedFont, FontLibrary } from './fallback-fonts.server.ts';

/** Adjacent characters of a line with the same font and direction. */
export interface FontRun {
  font: NamedFont;
  text: string;
  /** The embedding level: odd for text from right to left (Unicode Bidirectional Algorithm). */
  level: number;
}

const require = createRequire(import.meta.url);

/** Loaded only for right-to-left text. */
const bidi = lazy(() => (require('bidi-js') as typeof bidiFactory)()); // the module is the function

/** Characters whose typed order differs from the drawing order; layout does not reorder them. */
const drawingOrder: [typed: RegExp, drawn: string][] = [
  [/([\u0e48-\u0e4b])\u0e33/g, '\u0e4d$1\u0e32'], // Thai: the ring of the vowel is drawn under the tone mark
  [/([\u064b-\u0650]{1,8})\u0651/g, '\u0651$1'], // Arabic: the sign of a doubled letter is drawn under its vowel
];

/** Splits a line that needs several fonts into runs, from left to right. */
export function fontRunsOf(line: string, face: FaceFonts, library: FontLibrary): FontRun[] {
  const text = drawingOrder.reduce((all, [typed, drawn]) => all.replace(typed, drawn), line.normalize('NFC'));
  const levels = rightToLeft.test(text) ? bidi().getEmbeddingLevels(text).levels : undefined;
  const find = finderFor(text, face, library);
  const runs: FontRun[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels?.[at] ?? 0;
    at += character.length;
    const before = runs.at(-1);
    const match = find(
      level % 2 === 0 ? character : (bidi().getMirroredCharacter(character) ?? character),
      before?.font,
    );
    if (match === undefined) continue;
    if (before?.font.name === match.font.name && before.level === level) before.text += match.text;
    else runs.push({ ...match, level });
  }
  return inDisplayOrder(runs).map(readyForLayout);
}

type FontMatch = Pick<FontRun, 'font' | 'text'>;

/** Returns a function that finds the font for a character, and the text to draw; undefined for an invisible character. */
function finderFor(
  text: string,
  { weight, fonts }: FaceFonts,
  library: FontLibrary,
): (character: string, before: NamedFont | undefined) => FontMatch | undefined {
  const siteFontFor = (character: string) => fonts.find(({ font }) => hasGlyphs(font, character));
  const fallbackFor = library(text, weight);
  return (character, before) => {
    const joins = /[\p{M}\p{Zs}\u200c\u200d]/u.test(character);
    if (joins && before && hasGlyphs(before.font, character)) return { font: before, text: character };
    if (/[\p{Cc}\p{Cf}]/u.test(character)) return undefined;
    const isSiteScript = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(character);
    const font = isSiteScript
      ? (siteFontFor(character) ?? fallbackFor(character))
      : (fallbackFor(character) ?? siteFontFor(character));
    if (font) return { font, text: character };
    const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
    const bareFont = bare === '' ? undefined : siteFontFor(bare);
    if (bareFont) return { font: bareFont, text: bare };
    const unknown = /\p{M}/u.test(character) ? undefined : siteFontFor('?');
    return unknown && { font: unknown, text: '?' };
  };
}

/** Reorders runs for display (rule L2 of the algorithm): for each level, from the highest, reverses adjacent runs of at least that level. */
function inDisplayOrder(runs: readonly FontRun[]): readonly FontRun[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let seen = runs;
  for (let level = highest; level > 0; level--) {
    const ordered: FontRun[] = [];
    let reversing: FontRun[] = [];
    for (const run of seen) {
      if (run.level >= level) {
        reversing.push(run);
        continue;
      }
      ordered.push(...reversing.reverse(), run);
      reversing = [];
    }
    seen = [...ordered, ...reversing.reverse()];
  }
  return seen;
}

/** Layout reverses a run by the direction of its script. Where that contradicts the run's level, the run is reversed first. */
function readyForLayout(run: FontRun): FontRun {
  const isReversedByLayout = rightToLeft.test(run.text);
  return isReversedByLayout === (run.level % 2 === 1) ? run : { ...run, text: [...run.text].reverse().join('') };
}
