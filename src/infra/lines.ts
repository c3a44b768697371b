/** What a letter of no width or of control would do on paper: nothing. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

/**
 * A text in lines that fit a width, broken between words, and within those that are wider. A line break of the text stays one.
 */
export function linesOf(text: string, width: number, widthOf: (piece: string) => number): string[] {
  const space = widthOf(' ');
  const lines: string[] = [];
  for (const paragraph of text.replaceAll('\t', '    ').split('\n')) {
    let [line, used] = ['', 0];
    for (const word of wordsIn(paragraph.replace(unseen, ''), width, widthOf)) {
      const wide = widthOf(word);
      if (line !== '' && used + space + wide > width) {
        lines.push(line);
        [line, used] = ['', 0];
      }
      used += (line === '' ? 0 : space) + wide;
      line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

/** The words of a paragraph; a word that is too wide comes in pieces that are not. */
function* wordsIn(paragraph: string, width: number, widthOf: (piece: string) => number): Generator<string> {
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    if (widthOf(word) <= width) {
      yield word;
      continue;
    }
    let [piece, used] = ['', 0];
    for (const sign of word) {
      const wide = widthOf(sign);
      if (piece !== '' && used + wide > width) {
        yield piece;
        [piece, used] = ['', 0];
      }
      piece += sign;
      used += wide;
    }
    yield piece;
  }
}
