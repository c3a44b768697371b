import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import type { PrefixSearch } from './prefix-search.server.ts';

/** Hints for using an index on a very large table. */
interface IndexHints {
  /** How to look for the last word, a prefix. */
  begun?: PrefixSearch;
  /** The same as a call of `word_pairs(…)`, if that is indexed: phrases are then searched as pairs of adjacent words. */
  pairs?: RawBuilder<unknown>;
}

/**
 * The SQL condition for a search; `words` is a call of the database's `search_words(…)` that is also indexed. Undefined
 * for a blank search. Words match whole, a quoted phrase exactly, the last word as a prefix (specification of the
 * shop, section 9).
 */
export function searchCondition(
  words: RawBuilder<unknown>,
  search: string | undefined,
  { begun, pairs }: IndexHints = {},
): RawBuilder<boolean> | undefined {
  const parsed = parseSearch(search ?? '');
  if (isBlank(parsed)) return undefined;
  const { phrases, prefix } = parsed;
  const inPairs = pairs === undefined ? [] : phrases.filter(isOfPairs);
  const indexed = [...phrases.filter((phrase) => !inPairs.includes(phrase)).map(phraseOf), ...quoted(parsed.words)];
  const apart = inPairs.filter((phrase) => phrase.length > 2).map(phraseOf); // two words are a pair themselves
  if (prefix !== undefined) {
    const last = typeof begun === 'object' ? `(${quoted(begun).join(' | ')})` : `'${prefix}':*`;
    (begun === 'apart' ? apart : indexed).push(last);
  }
  const conditions = [
    ...(indexed.length > 0 ? [sql`${words} @@ ${allOf(indexed)}`] : []),
    ...(inPairs.length > 0 ? [sql`${pairs} @> ${inPairs.flatMap(pairsOf)}::text[]`] : []),
    ...(apart.length > 0 ? [sql`ts_match_vq(${words}, ${allOf(apart)})`] : []), // the function, unlike the operator, uses no index
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** PostgreSQL reads the start of `7e2b` as a number, followed by another word. */
const isOfPairs = (phrase: readonly string[]): boolean =>
  phrase.length > 1 && !phrase.some((word) => /\de\d/.test(word));

const quoted = (words: readonly string[]): string[] => words.map((word) => `'${word}'`);
const phraseOf = (words: readonly string[]): string => `(${quoted(words).join(' <-> ')})`;
const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, i) => `${words[i]} ${word}`);
const allOf = (terms: readonly string[]) => sql`to_tsquery('simple', ${terms.join(' & ')})`;
