/** The deepest nesting of arrays and objects that we read; our own shapes need about ten levels. */
export const deepestJson = 50;

/**
 * Whether arrays and objects in a JSON text are nested deeper than `deepestJson`. Checked before the text is
 * parsed, because recursive code would overflow the stack on such a value. Other faults are left to the parser.
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

/** The index of the quote that closes the string beginning at `from`. `indexOf` is fast, and strings may contain whole files. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
