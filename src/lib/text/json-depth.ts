/** Lists and objects may stand inside each other so deep in what we read; our own shapes need about ten levels. */
export const deepestJson = 50;

/**
 * Whether a JSON text has lists and objects inside each other more than `deepestJson` times. Looked at before the text is
 * parsed: whatever goes through such a value by recursion would end for want of stack. Other faults are for the parser.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > deepestJson) return true;
  }
  return false;
}

/** The place of the quote that closes the text that begins at `from`, by leaps: texts may hold whole files. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
