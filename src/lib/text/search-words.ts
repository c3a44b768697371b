/** Longer searches are truncated, because the database would take long to plan them. */
const maxTerms = 32;

/** Longer words are truncated on both sides of the comparison; the database can't index words of 2.7 KB. */
const maxWordLength = 100;

/** A search: whole words, phrases (adjacent words) and the prefix of one more word. */
export interface Search {
  words: string[];
  phrases: string[][];
  prefix?: string;
}

/** The words of a text: lower case, without accents, split at everything but letters and digits. */
export function wordsOf(text: string): string[] {
  const words = isPlain.test(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : wordsOfAnyScript(text);
  return words?.map((word) => (word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join(''))) ?? [];
}

const isPlain = /^[\s!-~]*$/; // most texts have no letters beyond ASCII, and take a third of the time

const wordsOfAnyScript = (text: string): string[] | null =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);

/** The words of a text, separated by single spaces: the form in which searchable text is stored. */
export const normaliseWords = (text: string): string => wordsOf(text).join(' ');

/** `5l` gives `5` and `l`, `spr4012` gives `spr` and `4012`; undefined for a word of only letters or only digits. */
export function partsOf(word: string): string[] | undefined {
  const parts = word.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  return parts.length > 1 && parts.length <= 6 ? parts : undefined;
}

/**
 * Parses the text of a search box (specification of the shop, section 9): whole words, exact `"phrases"`, and the last unquoted
 * word as a prefix. An unclosed quote counts as a space.
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

/** Whether a search is empty or only punctuation. */
export const isBlank = (search: Search): boolean => search.prefix === undefined && search.phrases.length === 0;

/**
 * Whether texts contain everything in a search: each word in any of them, each phrase within a single text. A blank
 * search matches everything.
 */
export function matches(search: Search, ...texts: string[]): boolean {
  const lists = texts.map(wordsOf);
  const known = new Set(lists.flat());
  const { prefix } = search;
  return (
    search.words.every((word) => known.has(word)) &&
    search.phrases.every((phrase) => lists.some((words) => containsPhrase(words, phrase))) &&
    (prefix === undefined || [...known].some((word) => word.startsWith(prefix)))
  );
}

const containsPhrase = (words: string[], phrase: string[]): boolean =>
  words.some((_, start) => isPhraseAt(words, start, phrase));

const isPhraseAt = (words: readonly string[], start: number, phrase: string[]): boolean =>
  phrase.every((word, offset) => words[start + offset] === word);

/** A part of a text, and whether a search matched it. */
export interface TextPiece {
  text: string;
  isHit: boolean;
}

/** Splits a text where matches begin and end; the pieces joined are the text. */
export function splitMatches(search: Search, text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
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

/** Start and end of each matching word and phrase in a text, in order and without overlap. */
function hitsIn({ words, phrases, prefix }: Search, text: string): [number, number][] {
  const places = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: run, index }) =>
    wordsOf(run).map((word) => ({ word, start: index, end: index + run.length })),
  );
  const all = places.map(({ word }) => word);
  const wanted = new Set(words);
  const hits: [number, number][] = [];
  places.forEach(({ word, start, end }, i) => {
    const phraseEnds = phrases.filter((phrase) => isPhraseAt(all, i, phrase)).map(({ length }) => i + length - 1);
    const isWord = wanted.has(word) || (prefix !== undefined && word.startsWith(prefix));
    const until = Math.max(isWord ? end : 0, ...phraseEnds.map((last) => places[last]?.end ?? 0));
    const before = hits.at(-1);
    if (until === 0) return;
    if (before && before[1] > start) before[1] = Math.max(before[1], until);
    else hits.push([start, until]);
  });
  return hits;
}
