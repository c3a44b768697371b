import { lazy } from '#lib/lazy.ts';

/** Invisible characters: of no width, or control characters. The two joiners are kept because they affect adjacent letters. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

/** Combining marks beyond eight on one letter, because each is positioned by all before it. */
const crowd = /(?<=[\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;

/** The paragraphs of a text, without invisible characters. */
const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\t', '    ')
    .split('\n')
    .map((paragraph) => paragraph.replace(unseen, '').replace(crowd, ''));

/** Written from right to left. */
export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Written without spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Punctuation that must not begin a line. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/**
 * Breaks a text into lines of a width, between words, and within words that are wider. Line breaks of the text are kept.
 */
export function linesOf(text: string, width: number, widthOf: (piece: string) => number): string[] {
  const space = widthOf(' ');
  const lines: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    const direction = directionOf(paragraph);
    let [line, used] = ['', 0];
    for (const word of wordsIn(paragraph, width, widthOf)) {
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

/** The units that `linesOf` places and measures one by one: a caller that caches widths can yield to other work in between. */
export function* wordsOf(text: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const paragraph of paragraphsOf(text)) yield* wordsIn(paragraph, width, widthOf);
}

/** The mark that gives each line the direction of its paragraph, if some of it runs from right to left. */
function directionOf(paragraph: string): string {
  if (!rightToLeft.test(paragraph)) return '';
  return rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? '\u200f' : '\u200e';
}

/** More characters than fit any line: a longer word is too wide and is never measured as one, which could take quadratic time. */
const longest = 500;

/** The words of a paragraph; words that are too wide are split. */
function* wordsIn(paragraph: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    const fits = (part: string): boolean => part.length <= longest && widthOf(part) <= width;
    if (fits(word)) {
      yield word;
      continue;
    }
    let [piece, used] = ['', 0];
    for (const one of partsOf(word)) {
      for (const part of fits(one) ? [one] : lettersOf(one)) {
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

/** The places where a word may break: by the dictionary in scripts without spaces, else between any letters. */
function partsOf(word: string): string[] {
  if (!spaceless.test(word)) return lettersOf(word);
  const parts: string[] = [];
  for (const { segment } of byWord().segment(word)) {
    if (closing.test(segment)) parts.push(`${parts.pop() ?? ''}${segment}`);
    else parts.push(segment);
  }
  return parts;
}

/** Letters with their combining marks; overlong clusters are split. */
const lettersOf = (word: string): string[] =>
  /^[\x20-\x7e]*$/.test(word)
    ? [...word]
    : Array.from(byLetter().segment(word), ({ segment }) => segment.match(/.{1,100}/gsu) ?? []).flat();
