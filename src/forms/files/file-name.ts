const longest = 200; // characters, its ending included
const longestEnding = 20;

/** Control and format characters, those that turn the direction of writing among them, and halves of pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The name of a file as it is kept: of a path its last part, without what nobody sees, at most 200 characters. */
export function tidyName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const seen = last.replace(unseen, '').normalize('NFC').replace(/\s+/g, ' ').trim();
  const [ending = ''] = /\.[^.\s]+$/.exec(seen) ?? [];
  const letters = Array.from(seen.slice(0, seen.length - ending.length));
  const stem = letters
    .slice(0, longest - longestEnding)
    .join('')
    .trim();
  return `${stem === '' ? 'file' : stem}${[...ending].slice(0, longestEnding).join('')}`;
}
