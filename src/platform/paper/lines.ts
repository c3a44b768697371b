import { once } from '#lib/once.ts';

/** What a letter of no width or of control would do on paper: nothing. Two of them join or part the letters beside them. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

/** Marks beyond those that any letter has: each would be placed by all before it. */
const crowd = /(?<=[\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;

/** The paragraphs of a text, without what no reader would see. */
const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\t', '    ')
    .split('\n')
    .map((paragraph) => paragraph.replace(unseen, '').replace(crowd, ''));

/** Written from right to left. */
export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Written without spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Signs that don't begin a line. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/**
 * A text in lines that fit a width, broken between words, and within those that are wider. A line break of the text stays one.
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

/** What `linesOf` puts side by side, measured one after another: who keeps the widths can let others have their turn between. */
export function* wordsOf(text: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const paragraph of paragraphsOf(text)) yield* wordsIn(paragraph, width, widthOf);
}

/** The mark that gives each line of a paragraph the direction of the whole, where some of it runs from right to left. */
function directionOf(paragraph: string): string {
  if (!rightToLeft.test(paragraph)) return '';
  return rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? '\u200f' : '\u200e';
}

/** More letters than any line has room for: such a word is too wide, and not measured as one, which may take the square of its length. */
const longest = 500;

/** The words of a paragraph; a word that is too wide comes in pieces that are not. */
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

const byWord = once(() => new Intl.Segmenter('und', { granularity: 'word' }));
const byLetter = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/** Where a word may break: by the dictionary in scripts without spaces, else between any letters. */
function partsOf(word: string): string[] {
  if (!spaceless.test(word)) return lettersOf(word);
  const parts: string[] = [];
  for (const { segment } of byWord().segment(word)) {
    if (closing.test(segment)) parts.push(`${parts.pop() ?? ''}${segment}`);
    else parts.push(segment);
  }
  return parts;
}

/** Letters with the marks that belong to them; a syllable that never ends is cut. */
const lettersOf = (word: string): string[] =>
  /^[\x20-\x7e]*$/.test(word)
    ? [...word]
    : Array.from(byLetter().segment(word), ({ segment }) => segment.match(/.{1,100}/gsu) ?? []).flat();
