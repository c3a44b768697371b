import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#infra/db.server.ts';
import type { Search } from '#lib/search-words.ts';
import { firstTerm, isFirstTerm, termsBeginningWith, wordTerm } from './search-terms.ts';

type Sql = RawBuilder<unknown>;

/** A row with the numbers of its terms, in order. */
export type Numbered<Row extends { terms: readonly string[] }> = Omit<Row, 'terms'> & { terms: number[] };

/**
 * What gives rows the numbers of these terms; those that are new are given one. Two writers at once may give one each, and both
 * count.
 */
export async function numbering(tx: Tx, all: readonly string[]) {
  const terms = [...new Set(all)].sort();
  await sql`
    insert into search_terms (term) select t from unnest(${terms}::text[]) t
    where not exists (select from search_terms s where s.term = t)`.execute(tx);
  const { rows } = await sql<{ term: string; id: number }>`
    select term, min(id) as id from search_terms where term = any(${terms}::text[]) group by term`.execute(tx);
  const numbers = new Map(rows.map(({ term, id }) => [term, id]));
  return <Row extends { terms: readonly string[] }>(row: Row): Numbered<Row> => ({
    ...row,
    terms: row.terms.flatMap((term) => numbers.get(term) ?? []).sort((a, b) => a - b),
  });
}

/** Whether a row has any of the terms that meet a condition on `search_terms`. */
export const hasAny = (terms: Sql): RawBuilder<boolean> =>
  sql<boolean>`terms && array(select id from search_terms where ${terms})`;

/** Whether a row has every word of a search, those of phrases too, in whatever order; and a word that begins as it ends. */
export function hasWords({ words, phrases, prefix }: Search): RawBuilder<boolean>[] {
  const whole = [...new Set([...words, ...phrases.flat()])]
    .map(wordTerm)
    .map((term) => hasAny(sql`term in (${term}, ${firstTerm(term)})`));
  return prefix === undefined ? whole : [...whole, beginningWith(prefix)];
}

function beginningWith(prefix: string, where: 'anywhere' | 'elsewhere' = 'anywhere'): RawBuilder<boolean> {
  const { ranges, exactly } = termsBeginningWith(prefix);
  const wanted = where === 'anywhere' ? ranges : ranges.filter(([from]) => !isFirstTerm(from));
  const parts = [
    ...wanted.map(([from, to]) => sql`select id from search_terms where term >= ${from} and term < ${to}`),
    ...exactly.map((term) => sql`select id from search_terms where term = ${term}`),
  ];
  return sql<boolean>`terms && array(${sql.join(parts, sql` union all `)})`;
}

/**
 * What a search asks of the back office's list besides names that begin with its first word; undefined for phrases, and for
 * words with digits, which stand in codes.
 */
export function elsewhere(search: Search): { word: string; has: RawBuilder<boolean>[] } | undefined {
  const { words, phrases, prefix } = search;
  const [word = prefix ?? ''] = words;
  if (phrases.length > 0 || wordTerm(word) !== word) return undefined;
  if (words.length === 0) return { word, has: [beginningWith(word, 'elsewhere')] };
  return { word, has: [hasAny(sql`term = ${word}`), ...hasWords({ ...search, words: words.slice(1) })] };
}
