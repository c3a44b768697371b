import { wordsOf } from '#lib/text/search-words.ts';

/*
 * The terms by which a listing is found: its words, categories and options, each with an id in `search_terms`. Any
 * combination of words, category and options is therefore one query on one index. Words consist of letters and digits; all
 * other terms begin with another character.
 */

/** Stands for the whole catalogue in listings and their counts, as if it were a category. */
export const wholeCatalogue = '00000000-0000-0000-0000-000000000000';

export const categoryTerm = (id: string): string => `@c:${id}`;

/** An option in listings, counts and addresses: `Size:5 L`. The first colon separates name and value. */
export const optionText = (name: string, value: string): string =>
  `${name.trim().replace(/\s*:\s*/g, ':')}:${value.trim()}`;

const longestTerm = 400; // characters

export const optionTerm = (option: string): string => `@o:${option.toLowerCase().slice(0, longestTerm)}`;
/** The term for a variation, with any option. */
export const optionNameTerm = (option: string): string =>
  `@n:${option.toLowerCase().replace(/:.*/s, '').slice(0, longestTerm)}`;

const hasDigit = /\p{N}/u;

/**
 * A word with a digit is probably a code, and there are as many codes as products. The starts of such a word, up to this
 * length, are terms too, so that a search for the start of a code need not scan all codes.
 */
const startLength = 5;

export const wordTerm = (word: string): string => (hasDigit.test(word) ? `#${word}` : word);
const startTerm = (start: string): string => `^${start}`;

/**
 * The term for the first word of a name, in the back office's list. Products whose names begin with the same word are
 * adjacent in the index by name, so they are found without scanning all products with that word.
 */
export const firstTerm = (term: string): string => `!${term}`;
export const isFirstTerm = (term: string): boolean => term.startsWith('!');

/** The terms by which the back office finds a product, without its categories. */
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

/** The terms of all words with this prefix: those within `ranges`, and those that equal one of `exact`. */
export function termsBeginningWith(prefix: string): { ranges: [from: string, to: string][]; exact: string[] } {
  const short = { ranges: [prefix, firstTerm(prefix)].map(rangeOf), exact: [startTerm(prefix)] };
  if ([...prefix].length <= startLength) return short;
  return { ranges: [...short.ranges, ...[`#${prefix}`, firstTerm(`#${prefix}`)].map(rangeOf)], exact: [] };
}

/** All texts with this prefix: `from` is the first, `to` comes after the last, in code point order. */
export const rangeOf = (start: string): [from: string, to: string] => [start, `${start}\u{10ffff}`];
