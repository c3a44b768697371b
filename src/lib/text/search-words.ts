/** Beyond this a search is cut: nobody types more, and the database need not plan for it. */
const maxTerms = 32;

/** Longer words are cut on both sides of the comparison; an index of the database takes none of 2.7 KB. */
const maxWordLength = 100;

/** What somebody looks for: every word, every phrase (its words side by side) and the start of one more word. */
export interface Search {
  words: string[];
  phrases: string[][];
  prefix?: string;
}

/** The text's words: lower case, without accents, split at whatever is neither a letter nor a digit. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => [...word].slice(0, maxWordLength).join(''));
}

/** The words, one blank between: what searched text is kept as (`searchKey`). */
export const normalise = (text: string): string => wordsOf(text).join(' ');

/** `5l` is `5` and `l`, `spr4012` is `spr` and `4012`; undefined for a word of letters or digits alone. */
export function partsOf(word: string): string[] | undefined {
  const parts = word.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  return parts.length > 1 && parts.length <= 6 ? parts : undefined;
}

/**
 * Reads a search box (specification of the shop, section 9): words match whole, `"a phrase"` exactly, the last unquoted
 * word as a prefix. A quote that is not closed yet counts as a blank.
 */
export function parseSearch(text: string): Search {
  const phrases: string[][] = [];
  const loose = text.replace(/["“”„]([^"“”„]*)["“”„]/g, (_, phrase: string) => {
    const words = wordsOf(phrase).slice(0, maxTerms);
    if (words.length > 0) phrases.push(words);
    return ' ';
  });
  const words = wordsOf(loose).slice(0, maxTerms);
  const prefix = words.pop();
  const search: Search = { words: [...new Set(words)], phrases: phrases.slice(0, maxTerms) };
  return prefix === undefined ? search : { ...search, prefix };
}

/** Whether nothing is looked for: only punctuation, or nothing at all. */
export const isBlank = (search: Search): boolean => search.prefix === undefined && search.phrases.length === 0;

/**
 * Whether texts hold everything that is looked for, each word in any of them; phrases don't reach across texts. A blank
 * search matches all.
 */
export function matches(search: Search, ...texts: string[]): boolean {
  const lists = texts.map(wordsOf);
  const known = new Set(lists.flat());
  const { prefix } = search;
  return (
    search.words.every((word) => known.has(word)) &&
    search.phrases.every((phrase) => lists.some((words) => holdsPhrase(words, phrase))) &&
    (prefix === undefined || [...known].some((word) => word.startsWith(prefix)))
  );
}

const holdsPhrase = (words: string[], phrase: string[]): boolean =>
  words.some((_, start) => isPhraseAt(words, start, phrase));

const isPhraseAt = (words: readonly string[], start: number, phrase: string[]): boolean =>
  phrase.every((word, offset) => words[start + offset] === word);

/** A part of a text, and whether a search found it. */
export interface Piece {
  text: string;
  isHit: boolean;
}

/** Cuts a text where what was found begins and ends; put together again the pieces are the text. */
export function piecesOf(search: Search, text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isHit: boolean): void => {
    if (end > start) pieces.push({ text: text.slice(start, end), isHit });
  };
  let done = 0;
  for (const [start, end] of hitsIn(search, text)) {
    add(done, start, false);
    add(start, end, true);
    done = end;
  }
  add(done, text.length, false);
  return pieces;
}

/** Where found words and phrases begin and end in a text, in order and apart. */
function hitsIn({ words, phrases, prefix }: Search, text: string): [number, number][] {
  const places = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: run, index }) =>
    wordsOf(run).map((word) => ({ word, start: index, end: index + run.length })),
  );
  const all = places.map(({ word }) => word);
  const sought = new Set(words);
  const hits: [number, number][] = [];
  places.forEach(({ word, start, end }, i) => {
    const reaches = phrases.filter((phrase) => isPhraseAt(all, i, phrase)).map(({ length }) => i + length - 1);
    const isWord = sought.has(word) || (prefix !== undefined && word.startsWith(prefix));
    const until = Math.max(isWord ? end : 0, ...reaches.map((last) => places[last]?.end ?? 0));
    const before = hits.at(-1);
    if (until === 0) return;
    if (before && before[1] > start) before[1] = Math.max(before[1], until);
    else hits.push([start, until]);
  });
  return hits;
}
