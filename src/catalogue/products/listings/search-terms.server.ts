import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { partsOf, type Search } from '#lib/text/search-words.ts';
import { firstTerm, isFirstTerm, termsBeginningWith, wordTerm } from './search-terms.ts';

type Sql = RawBuilder<unknown>;

/** A row with the numbers of its terms, sorted. */
export type Numbered<Row extends { terms: readonly string[] }> = Omit<Row, 'terms'> & { terms: number[] };

/**
 * Returns a function that gives rows the numbers of these terms; new terms get one. Two writers at once may each number
 * the same term, and both numbers are valid.
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

/**
 * Whether a product (m) has every word of a search, including those of phrases, in any order, and a word that begins
 * with the prefix. `spr1067` also matches `SPR-1067` or `spr 1067` in the name or in a code.
 */
export function hasWords({ words, phrases, prefix }: Search): RawBuilder<boolean>[] {
  const loose = words.map((word) => orInParts(word, hasWord(word), false));
  const quoted = phrases.flat().map(hasWord);
  return [...loose, ...quoted, ...(prefix === undefined ? [] : [orInParts(prefix, beginningWith(prefix), true)])];
}

const hasWord = (word: string): RawBuilder<boolean> =>
  hasAny(sql`term in (${wordTerm(word)}, ${firstTerm(wordTerm(word))})`);

/** The index finds rows with all parts in any position; only these are checked for parts side by side. */
function orInParts(word: string, whole: RawBuilder<boolean>, isBegun: boolean): RawBuilder<boolean> {
  const parts = partsOf(word);
  const last = parts?.at(-1);
  if (!parts || last === undefined) return whole;
  const each = [...parts.slice(0, -1).map(hasWord), isBegun ? beginningWith(last) : hasWord(last)];
  return sql`(${whole} or (${sql.join(each, sql` and `)} and ${sideBySide(parts, isBegun)}))`;
}

/** Whether the name or a code of a product (m) has the words side by side; with `isBegun` the last word is a prefix. */
export function sideBySide(words: readonly string[], isBegun: boolean): RawBuilder<boolean> {
  const { text, query } = phraseOf(words, isBegun);
  return sql`(strpos(' ' || m.name_key || ' ', ${text}) > 0 or exists (
    select from product_items i where i.product_id = m.product_id and i.archived_at is null
      and search_words(i.code) @@ to_tsquery('simple', ${query})))`;
}

/** Adjacent words as text to be found in a `name_key` with spaces around it, and as a query of `search_words`. */
export function phraseOf(words: readonly string[], isBegun: boolean): { text: string; query: string } {
  const query = words.map((word) => `'${word}'`).join(' <-> ');
  return isBegun ? { text: ` ${words.join(' ')}`, query: `${query}:*` } : { text: ` ${words.join(' ')} `, query };
}

function beginningWith(prefix: string, where: 'anywhere' | 'elsewhere' = 'anywhere'): RawBuilder<boolean> {
  const { ranges, exactly } = termsBeginningWith(prefix);
  const searched = where === 'anywhere' ? ranges : ranges.filter(([from]) => !isFirstTerm(from));
  const parts = [
    ...searched.map(([from, to]) => sql`select id from search_terms where term >= ${from} and term < ${to}`),
    ...exactly.map((term) => sql`select id from search_terms where term = ${term}`),
  ];
  return sql<boolean>`terms && array(${sql.join(parts, sql` union all `)})`;
}

/**
 * The conditions of a search for rows whose names do not begin with its first word; undefined for phrases, and for
 * words with digits, which occur in codes.
 */
export function elsewhere(search: Search): { word: string; has: RawBuilder<boolean>[] } | undefined {
  const { words, phrases, prefix } = search;
  const [word = prefix ?? ''] = words;
  if (phrases.length > 0 || wordTerm(word) !== word) return undefined;
  if (words.length === 0) return { word, has: [beginningWith(word, 'elsewhere')] };
  return { word, has: [hasAny(sql`term = ${word}`), ...hasWords({ ...search, words: words.slice(1) })] };
}
