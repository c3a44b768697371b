import { lazy } from '#lib/lazy.ts';

/** Control characters and characters without width, except the two joiners, which affect adjacent letters. */
const invisible = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

/**
 * Combining marks beyond the eighth on a letter. Each mark is positioned relative to all marks before it, so more would take too
 * long.
 */
const excessMarks = /(?<=[\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;

/** The paragraphs of a text, without invisible characters. */
const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\t', '    ')
    .split('\n')
    .map((paragraph) => paragraph.replace(invisible, '').replace(excessMarks, ''));

/** Characters that are written from right to left. */
export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Characters of scripts without spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Punctuation that must not begin a line. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/**
 * Breaks a text into lines of at most `width`: between words, and within words that are wider. Keeps the text's own line breaks.
 */
export function breakLines(text: string, width: number, widthOf: (piece: string) => number): string[] {
  const space = widthOf(' ');
  const lines: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    const direction = directionOf(paragraph);
    let [line, used] = ['', 0];
    for (const word of fittingWords(paragraph, width, widthOf)) {
      const wide = widthOf(word);
      if (line !== '' && used + space + wide > width) {
        lines.push(direction + line);
        [line, used] = ['', 0];
      }
      used += (line === '' ? 0 : space) + wide;
      line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(direction + line);
  }
  return lines;
}

/** The words that `breakLines` measures, one by one: a caller that caches widths can measure them in advance and yield in between. */
export function* breakableWords(text: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const paragraph of paragraphsOf(text)) yield* fittingWords(paragraph, width, widthOf);
}

/** The Unicode mark that gives a line the direction of its paragraph; empty if no part of the paragraph runs from right to left. */
function directionOf(paragraph: string): string {
  if (!rightToLeft.test(paragraph)) return '';
  return rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? '\u200f' : '\u200e';
}

/** More characters than fit on any line. A longer word is never measured as a whole, which could take quadratic time. */
const mostMeasured = 500;

/** The words of a paragraph; a word that is too wide is split. */
function* fittingWords(paragraph: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    const fits = (part: string): boolean => part.length <= mostMeasured && widthOf(part) <= width;
    if (fits(word)) {
      yield word;
      continue;
    }
    let [piece, used] = ['', 0];
    for (const one of breakPartsOf(word)) {
      for (const part of fits(one) ? [one] : graphemesOf(one)) {
        const wide = widthOf(part);
        if (piece !== '' && used + wide > width) {
          yield piece;
          [piece, used] = ['', 0];
        }
        piece += part;
        used += wide;
      }
    }
    yield piece;
  }
}

const byWord = lazy(() => new Intl.Segmenter('und', { granularity: 'word' }));
const byLetter = lazy(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/** The parts between which a word may break: dictionary words in scripts without spaces, else single letters. */
function breakPartsOf(word: string): string[] {
  if (!spaceless.test(word)) return graphemesOf(word);
  const parts: string[] = [];
  for (const { segment } of byWord().segment(word)) {
    if (closing.test(segment)) parts.push(`${parts.pop() ?? ''}${segment}`);
    else parts.push(segment);
  }
  return parts;
}

/** Letters with their combining marks; clusters of over a hundred characters are split. */
const graphemesOf = (word: string): string[] =>
  /^[\x20-\x7e]*$/.test(word)
    ? [...word]
    : Array.from(byLetter().segment(word), ({ segment }) => segment.match(/.{1,100}/gsu) ?? []).flat();
