import { wordsOf } from '#lib/text/search-words.ts';

/*
 * What a listing is found by: its words, and marks for categories and options, each a number that `search_terms` gives.
 * So every combination of search, category and option is one question to one index. Words are letters and digits only;
 * what begins with another character is never taken for one.
 */

/** The category that stands for the whole catalogue in listings and their counts. */
export const wholeCatalogue = '00000000-0000-0000-0000-000000000000';

export const categoryTerm = (id: string): string => `@c:${id}`;

/** How an option is written in listings, counts and addresses: `Size:5 L`, the first colon parting name and value. */
export const optionText = (name: string, value: string): string =>
  `${name.trim().replace(/\s*:\s*/g, ':')}:${value.trim()}`;

const longest = 400; // characters, of any term

/** Case makes no difference. */
export const optionTerm = (option: string): string => `@o:${option.toLowerCase().slice(0, longest)}`;
/** Of an option, or of its name alone: what has any value of it. */
export const optionNameTerm = (option: string): string =>
  `@n:${option.toLowerCase().replace(/:.*/s, '').slice(0, longest)}`;

const hasDigit = /\p{N}/u;

/**
 * A word with a digit is likely a code, of which there are as many as products. They stand apart, and so that the
 * beginning of a code need not be looked for as all the codes that begin so, beginnings up to this length are terms too.
 */
const startLength = 5;

export const wordTerm = (word: string): string => (hasDigit.test(word) ? `#${word}` : word);
const startTerm = (start: string): string => `^${start}`;

/**
 * The first word of a name, in the back office's list: names that begin with a word stand together in it, and are found there
 * without all that have the word.
 */
export const firstTerm = (term: string): string => `!${term}`;
export const isFirstTerm = (term: string): boolean => term.startsWith('!');

/** What the back office finds a product by, besides its categories. */
export function managedTerms(name: string, codes: readonly string[]): string[] {
  const [first = '', ...others] = wordsOf(name);
  const starts = termsOf(first).filter((term) => term !== wordTerm(first));
  const terms = [
    ...termsOf([...others, ...codes].join(' ')),
    ...starts,
    ...(first ? [firstTerm(wordTerm(first))] : []),
  ];
  return [...new Set(terms)];
}

/** Everything that a text is found by. */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  for (const word of wordsOf(text)) {
    terms.add(wordTerm(word));
    if (!hasDigit.test(word)) continue;
    const letters = [...word].slice(0, startLength);
    for (let length = 1; length <= letters.length; length++) terms.add(startTerm(letters.slice(0, length).join('')));
  }
  return [...terms];
}

/** How to find words by their beginning: terms that lie in these ranges, or are one of these. */
export function termsBeginningWith(prefix: string): { ranges: [from: string, to: string][]; exactly: string[] } {
  const short = { ranges: [prefix, firstTerm(prefix)].map(rangeOf), exactly: [startTerm(prefix)] };
  if ([...prefix].length <= startLength) return short;
  return { ranges: [...short.ranges, ...[`#${prefix}`, firstTerm(`#${prefix}`)].map(rangeOf)], exactly: [] };
}

/** From the first to beyond the last text that begins so, in the order of code points. */
export const rangeOf = (start: string): [from: string, to: string] => [start, `${start}\u{10ffff}`];
