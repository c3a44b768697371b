import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import type { WordStart } from './word-start.server.ts';

/** What helps an index among very many rows. */
interface Help {
  /** How the last word is best looked for. */
  begun?: WordStart;
  /** The words' `word_pairs(…)`, where an index has them: phrases are looked for by words side by side. */
  pairs?: RawBuilder<unknown>;
}

/**
 * A condition that a search box asks of `words`, a call of the database's `search_words(…)` that an index has too; undefined
 * where nothing is looked for. Words match whole, a quoted phrase exactly, the last word as a prefix (specification of the
 * shop, section 9).
 */
export function searchCondition(
  words: RawBuilder<unknown>,
  search: string | undefined,
  { begun, pairs }: Help = {},
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
    ...(apart.length > 0 ? [sql`ts_match_vq(${words}, ${allOf(apart)})`] : []), // the operator's function has no index
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** PostgreSQL takes the beginning of `7e2b` for a number, and a word that begins after it. */
const isOfPairs = (phrase: readonly string[]): boolean =>
  phrase.length > 1 && !phrase.some((word) => /\de\d/.test(word));

const quoted = (words: readonly string[]): string[] => words.map((word) => `'${word}'`);
const phraseOf = (words: readonly string[]): string => `(${quoted(words).join(' <-> ')})`;
const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, i) => `${words[i]} ${word}`);
const allOf = (terms: readonly string[]) => sql`to_tsquery('simple', ${terms.join(' & ')})`;
