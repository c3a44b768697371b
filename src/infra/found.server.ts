import { type RawBuilder, sql } from 'kysely';
import { isBlank, parseSearch } from '#lib/search-words.ts';
import type { IsCommon } from './common-words.server.ts';

/**
 * A condition that a search box asks of `words`, a call of the database's `search_words(…)` that an index has too; undefined
 * where nothing is looked for. Words match whole, a quoted phrase exactly, the last word as a prefix (specification of the
 * shop, section 9). Where rarer words are looked for too, the index is not asked for those that `isCommon` knows.
 */
export function found(
  words: RawBuilder<unknown>,
  search: string | undefined,
  isCommon: IsCommon = () => false,
): RawBuilder<boolean> | undefined {
  const parsed = parseSearch(search ?? '');
  if (isBlank(parsed)) return undefined;
  const whole = parsed.words.map((word) => ({ query: `'${word}'`, isCommon: isCommon(word, false) }));
  const begun = parsed.prefix === undefined ? [] : [parsed.prefix];
  const terms = [
    ...parsed.phrases.map((phrase) => ({ query: phraseOf(phrase), isCommon: false })),
    ...whole,
    ...begun.map((word) => ({ query: `'${word}':*`, isCommon: isCommon(word, true) })),
  ];
  const rare = terms.filter((term) => !term.isCommon);
  const common = terms.filter((term) => term.isCommon);
  if (rare.length === 0 || common.length === 0) return sql<boolean>`${words} @@ ${queryOf(terms)}`;
  // the operator's function is not looked up in an index
  return sql<boolean>`(${words} @@ ${queryOf(rare)} and ts_match_vq(${words}, ${queryOf(common)}))`;
}

const phraseOf = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(' <-> ')})`;
const queryOf = (terms: readonly { query: string }[]) =>
  sql`to_tsquery('simple', ${terms.map(({ query }) => query).join(' & ')})`;
