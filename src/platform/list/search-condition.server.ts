import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import type { PrefixSearch } from './prefix-search.server.ts';

/** How to use the indexes of a very large table. */
interface IndexHints {
  /** How to search for the prefix. */
  prefixSearch?: PrefixSearch;
  /** A call of `word_pairs(…)` that is also indexed: phrases are then searched for as pairs of adjacent words. */
  pairs?: RawBuilder<unknown>;
}

/**
 * The SQL condition for a search text; undefined if the text is blank. `words` is a call of the database's `search_words(…)` that is also
 * indexed. A word matches as a whole, a quoted phrase exactly, the last word as a prefix (specification of the shop, section 9).
 */
export function searchCondition(
  words: RawBuilder<unknown>,
  search: string | undefined,
  { prefixSearch, pairs }: IndexHints = {},
): RawBuilder<boolean> | undefined {
  const parsed = parseSearch(search ?? '');
  if (isBlank(parsed)) return undefined;
  const { phrases, prefix } = parsed;
  const inPairs = pairs === undefined ? [] : phrases.filter(isOfPairs);
  const indexed = [...phrases.filter((phrase) => !inPairs.includes(phrase)).map(phraseOf), ...quoted(parsed.words)];
  const unindexed = inPairs.filter((phrase) => phrase.length > 2).map(phraseOf); // a phrase of two words is a pair itself
  if (prefix !== undefined) {
    const last = typeof prefixSearch === 'object' ? `(${quoted(prefixSearch).join(' | ')})` : `'${prefix}':*`;
    (prefixSearch === 'filter' ? unindexed : indexed).push(last);
  }
  const conditions = [
    ...(indexed.length > 0 ? [sql`${words} @@ ${allOf(indexed)}`] : []),
    ...(inPairs.length > 0 ? [sql`${pairs} @> ${inPairs.flatMap(pairsOf)}::text[]`] : []),
    ...(unindexed.length > 0 ? [sql`ts_match_vq(${words}, ${allOf(unindexed)})`] : []), // unlike the operator @@, its function uses no index
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Whether a phrase can be searched for as pairs. It cannot if it has a word like `7e2b`: PostgreSQL splits it into a number and a
 * word.
 */
const isOfPairs = (phrase: readonly string[]): boolean =>
  phrase.length > 1 && !phrase.some((word) => /\de\d/.test(word));

const quoted = (words: readonly string[]): string[] => words.map((word) => `'${word}'`);
const phraseOf = (words: readonly string[]): string => `(${quoted(words).join(' <-> ')})`;
const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, i) => `${words[i]} ${word}`);
const allOf = (terms: readonly string[]) => sql`to_tsquery('simple', ${terms.join(' & ')})`;
