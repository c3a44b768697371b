import { createRequire } from 'node:module';
import type bidiFactory from 'bidi-js';
import { lazy } from '#lib/lazy.ts';
import { covers, type Face, faces, namesOf } from './site-fonts.server.ts';
import { rightToLeft } from './line-breaking.ts';
import type { NamedFont, FontLibrary } from './fallback-fonts.server.ts';

/** Characters of one font and direction, adjacent on a line. */
export interface Run {
  cut: NamedFont;
  text: string;
  /** Odd if they run from right to left (Unicode Bidirectional Algorithm). */
  level: number;
}

const weights = { text: 400, strong: 600, head: 700 } as const;

const require = createRequire(import.meta.url);

/** Loaded for the first text from right to left. */
const bidi = lazy(() => (require('bidi-js') as typeof bidiFactory)()); // the module is the function

/** Characters in drawing order, because layout does not reorder them. */
const drawn: [typed: RegExp, drawn: string][] = [
  [/([\u0e48-\u0e4b])\u0e33/g, '\u0e4d$1\u0e32'], // Thai: the ring of a vowel is drawn under the tone mark
  [/([\u064b-\u0650]{1,8})\u0651/g, '\u0651$1'], // Arabic: the sign of a doubled letter is drawn under its vowel
];

/** The runs of a line that needs several fonts, from left to right. */
export function runsOf(line: string, face: Face, shelf: FontLibrary): Run[] {
  const text = drawn.reduce((all, [typed, as]) => all.replace(typed, as), line.normalize('NFC'));
  const levels = rightToLeft.test(text) ? bidi().getEmbeddingLevels(text).levels : undefined;
  const find = finderFor(text, face, shelf);
  const runs: Run[] = [];
  let at = 0;
  for (const sign of text) {
    const level = levels?.[at] ?? 0;
    at += sign.length;
    const before = runs.at(-1);
    const match = find(level % 2 === 0 ? sign : (bidi().getMirroredCharacter(sign) ?? sign), before?.cut);
    if (match === undefined) continue;
    if (before?.cut.name === match.cut.name && before.level === level) before.text += match.text;
    else runs.push({ ...match, level });
  }
  return asSeen(runs).map(turned);
}

type FontMatch = Pick<Run, 'cut' | 'text'>;

/** Returns a function that finds the text and font for a character; undefined for invisible characters. */
function finderFor(
  text: string,
  face: Face,
  shelf: FontLibrary,
): (sign: string, before: NamedFont | undefined) => FontMatch | undefined {
  const own = namesOf(face).map((name): NamedFont => ({ name, font: faces()[name] }));
  const ownFor = (sign: string) => own.find(({ font }) => covers(font, sign));
  const shelved = shelf(text, weights[face]);
  return (sign, before) => {
    const joins = /[\p{M}\p{Zs}\u200c\u200d]/u.test(sign);
    if (joins && before && covers(before.font, sign)) return { cut: before, text: sign };
    if (/[\p{Cc}\p{Cf}]/u.test(sign)) return undefined;
    const isOurs = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(sign);
    const cut = isOurs ? (ownFor(sign) ?? shelved(sign)) : (shelved(sign) ?? ownFor(sign));
    if (cut) return { cut, text: sign };
    const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    const bared = bare === '' ? undefined : ownFor(bare);
    if (bared) return { cut: bared, text: bare };
    const unknown = /\p{M}/u.test(sign) ? undefined : ownFor('?');
    return unknown && { cut: unknown, text: '?' };
  };
}

/** Reorders runs for display (rule L2 of the algorithm): for each level, from the highest, reverses those at least as high. */
function asSeen(runs: readonly Run[]): readonly Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let seen = runs;
  for (let level = highest; level > 0; level--) {
    const ordered: Run[] = [];
    let turning: Run[] = [];
    for (const run of seen) {
      if (run.level >= level) {
        turning.push(run);
        continue;
      }
      ordered.push(...turning.reverse(), run);
      turning = [];
    }
    seen = [...ordered, ...turning.reverse()];
  }
  return seen;
}

/** Layout orders a run by the direction of its script; runs that it would order wrongly are reversed first. */
function turned(run: Run): Run {
  const isTurnedLater = rightToLeft.test(run.text);
  return isTurnedLater === (run.level % 2 === 1) ? run : { ...run, text: [...run.text].reverse().join('') };
}
