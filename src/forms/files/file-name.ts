const longest = 200; // characters, including the ending
const longestEnding = 20;

/** Control and format characters, including direction marks, and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitises a file name: keeps only the last part of a path, removes invisible characters, and keeps at most 200 characters.
 */
export function tidyName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(unseen, '').normalize('NFC').replace(/\s+/g, ' ').trim();
  const [ending = ''] = /\.[^.\s]+$/.exec(visible) ?? [];
  const letters = Array.from(visible.slice(0, visible.length - ending.length));
  const stem = letters
    .slice(0, longest - longestEnding)
    .join('')
    .trim();
  return `${stem === '' ? 'file' : stem}${[...ending].slice(0, longestEnding).join('')}`;
}
