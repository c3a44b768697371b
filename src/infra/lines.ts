import { once } from '#lib/once.ts';

/** What a letter of no width or of control would do on paper: nothing. Two of them join or part the letters beside them. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

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
  for (const paragraph of text.replaceAll('\t', '    ').split('\n')) {
    const direction = directionOf(paragraph);
    let [line, used] = ['', 0];
    for (const word of wordsIn(paragraph.replace(unseen, ''), width, widthOf)) {
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

/** The mark that gives each line of a paragraph the direction of the whole, where some of it runs from right to left. */
function directionOf(paragraph: string): string {
  if (!rightToLeft.test(paragraph)) return '';
  return rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? '\u200f' : '\u200e';
}

/** The words of a paragraph; a word that is too wide comes in pieces that are not. */
function* wordsIn(paragraph: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    if (widthOf(word) <= width) {
      yield word;
      continue;
    }
    let [piece, used] = ['', 0];
    for (const part of partsOf(word).flatMap((one) => (widthOf(one) > width ? lettersOf(one) : [one]))) {
      const wide = widthOf(part);
      if (piece !== '' && used + wide > width) {
        yield piece;
        [piece, used] = ['', 0];
      }
      piece += part;
      used += wide;
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

/** Letters with the marks that belong to them. */
const lettersOf = (word: string): string[] =>
  /^[\x20-\x7e]*$/.test(word) ? [...word] : Array.from(byLetter().segment(word), ({ segment }) => segment);
