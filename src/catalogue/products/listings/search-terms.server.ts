import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { partsOf, type Search } from '#lib/text/search-words.ts';
import { firstTerm, isFirstTerm, termsBeginningWith, wordTerm } from './search-terms.ts';

type Sql = RawBuilder<unknown>;

/** A row with sorted term ids instead of terms. */
export type Numbered<Row extends { terms: readonly string[] }> = Omit<Row, 'terms'> & { terms: number[] };

/**
 * Assigns an id to each new term, and returns a function that replaces a row's terms with their ids. Concurrent
 * transactions may give the same term two ids; both are valid.
 */
export async function numberTerms(tx: Tx, all: readonly string[]) {
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

/** The conditions, joined with `and`; `true` if there are none. */
export const allOf = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));

/** Whether a row has any of the terms that meet this condition on `search_terms`. */
export const hasAny = (terms: Sql): RawBuilder<boolean> =>
  sql<boolean>`terms && array(select id from search_terms where ${terms})`;

/**
 * Whether a product (m) has all words of a search, including those of its phrases, in any order, and a word that begins with
 * the prefix. `spr1067` also finds `SPR-1067` and `spr 1067` in the name or in a code.
 */
export function hasWords({ words, phrases, prefix }: Search): RawBuilder<boolean>[] {
  const single = words.map((word) => orInParts(word, hasWord(word), false));
  const quoted = phrases.flat().map(hasWord);
  return [...single, ...quoted, ...(prefix === undefined ? [] : [orInParts(prefix, beginningWith(prefix), true)])];
}

const hasWord = (word: string): RawBuilder<boolean> =>
  hasAny(sql`term in (${wordTerm(word)}, ${firstTerm(wordTerm(word))})`);

/**
 * Finds the word, or its parts side by side. The index finds rows that have all parts anywhere; whether the parts are side
 * by side is checked only in these rows.
 */
function orInParts(word: string, whole: RawBuilder<boolean>, isPrefix: boolean): RawBuilder<boolean> {
  const parts = partsOf(word);
  const last = parts?.at(-1);
  if (!parts || last === undefined) return whole;
  const each = [...parts.slice(0, -1).map(hasWord), isPrefix ? beginningWith(last) : hasWord(last)];
  return sql`(${whole} or (${sql.join(each, sql` and `)} and ${sideBySide(parts, isPrefix)}))`;
}

/** Whether the name or a code of a product (m) has these words side by side; with `isPrefix`, the last is a prefix. */
export function sideBySide(words: readonly string[], isPrefix: boolean): RawBuilder<boolean> {
  const { text, query } = phraseOf(words, isPrefix);
  return sql`(strpos(' ' || m.name_key || ' ', ${text}) > 0 or exists (
    select from product_items i where i.product_id = m.product_id and i.archived_at is null
      and search_words(i.code) @@ to_tsquery('simple', ${query})))`;
}

/** Words side by side, as text to find in a `name_key` with spaces around it, and as a query for `search_words`. */
export function phraseOf(words: readonly string[], isPrefix: boolean): { text: string; query: string } {
  const query = words.map((word) => `'${word}'`).join(' <-> ');
  return isPrefix ? { text: ` ${words.join(' ')}`, query: `${query}:*` } : { text: ` ${words.join(' ')} `, query };
}

function beginningWith(prefix: string, where: 'anywhere' | 'elsewhere' = 'anywhere'): RawBuilder<boolean> {
  const { ranges, exact } = termsBeginningWith(prefix);
  const searched = where === 'anywhere' ? ranges : ranges.filter(([from]) => !isFirstTerm(from));
  const parts = [
    ...searched.map(([from, to]) => sql`select id from search_terms where term >= ${from} and term < ${to}`),
    ...exact.map((term) => sql`select id from search_terms where term = ${term}`),
  ];
  return sql<boolean>`terms && array(${sql.join(parts, sql` union all `)})`;
}

/**
 * The first word of a search, and the conditions for rows that match the search but whose names don't begin with that word.
 * Undefined for phrases, and for words with digits, which occur in codes.
 */
export function matchesElsewhere(search: Search): { word: string; conditions: RawBuilder<boolean>[] } | undefined {
  const { words, phrases, prefix } = search;
  const [word = prefix ?? ''] = words;
  if (phrases.length > 0 || wordTerm(word) !== word) return undefined;
  if (words.length === 0) return { word, conditions: [beginningWith(word, 'elsewhere')] };
  return { word, conditions: [hasAny(sql`term = ${word}`), ...hasWords({ ...search, words: words.slice(1) })] };
}
