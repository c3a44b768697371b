import { wordsOf } from '#lib/text/search-words.ts';

/*
 * The terms by which a listing is found: its words, and marks for categories and options, each with a number in
 * `search_terms`. So every combination of search, category and option is one query of one index. Words are letters and
 * digits only; terms that begin with another character can't be words.
 */

/** The pseudo-category of the whole catalogue in listings and their counts. */
export const wholeCatalogue = '00000000-0000-0000-0000-000000000000';

export const categoryTerm = (id: string): string => `@c:${id}`;

/** An option as written in listings, counts and addresses: `Size:5 L`; the first colon separates name and value. */
export const optionText = (name: string, value: string): string =>
  `${name.trim().replace(/\s*:\s*/g, ':')}:${value.trim()}`;

const longest = 400; // characters of any term

/** Case-insensitive. */
export const optionTerm = (option: string): string => `@o:${option.toLowerCase().slice(0, longest)}`;
/** The term for any value of an option's name. */
export const optionNameTerm = (option: string): string =>
  `@n:${option.toLowerCase().replace(/:.*/s, '').slice(0, longest)}`;

const hasDigit = /\p{N}/u;

/**
 * Words with a digit are probably codes, of which there are as many as products. They get separate terms; and so that
 * prefixes of codes can be searched without scanning all codes, prefixes up to this length are terms too.
 */
const startLength = 5;

export const wordTerm = (word: string): string => (hasDigit.test(word) ? `#${word}` : word);
const startTerm = (start: string): string => `^${start}`;

/**
 * The first word of a name, in the back office's list: names that begin with the same word are adjacent there and are
 * found without scanning all products that contain it.
 */
export const firstTerm = (term: string): string => `!${term}`;
export const isFirstTerm = (term: string): boolean => term.startsWith('!');

/** The terms by which the back office finds a product, besides its categories. */
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

/** How to find words by prefix: terms within these ranges, or equal to one of these. */
export function termsBeginningWith(prefix: string): { ranges: [from: string, to: string][]; exactly: string[] } {
  const short = { ranges: [prefix, firstTerm(prefix)].map(rangeOf), exactly: [startTerm(prefix)] };
  if ([...prefix].length <= startLength) return short;
  return { ranges: [...short.ranges, ...[`#${prefix}`, firstTerm(`#${prefix}`)].map(rangeOf)], exactly: [] };
}

/** From the first to beyond the last text with this prefix, in code point order. */
export const rangeOf = (start: string): [from: string, to: string] => [start, `${start}\u{10ffff}`];
