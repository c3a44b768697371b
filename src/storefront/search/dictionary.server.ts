import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { editDistance, nearestWords } from '#lib/text/spelling.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import { isFirstTerm, termsBeginningWith } from '#catalogue/products/listings/search-terms.ts';
import { singular } from './word-forms.ts';

/** A word's entry in the search index. */
export interface Entry {
  /** Ids of the `search_terms` that are the word itself, or options with the word in their value. */
  ids: number[];
  /** Ids of the words with the same stem. */
  stemIds: number[];
  /** The words with the same stem. */
  stems: string[];
}

export type Dictionary = ReadonlyMap<string, Entry>;

/** Looks up words in one statement. Words that no product ever had are missing from the result. */
export async function lookUp(db: Db, words: readonly string[]): Promise<Dictionary> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; how: 'same' | 'stem' | 'option'; id: number; term: string }>`
    with asked as materialized (
      select word collate "C" as word, quote_literal(word)::tsquery || plainto_tsquery('pg_catalog.english', word) as query
      from unnest(${[...new Set(words)]}::text[]) w(word)),
    -- with all words at once, so that the index is read instead of every option
    options as materialized (
      select id, term, option_words(term) as words from search_terms where term >= '@o:' and term < '@o;'
        and option_words(term) @@ (select string_agg('(' || query::text || ')', '|')::tsquery from asked))
    select a.word, 'same' as how, s.id, s.term from asked a
      join search_terms s on s.term = any(array[a.word, '#' || a.word])
    union all
    select a.word, 'stem', s.id, s.term from asked a
      join search_terms s on s.term >= 'a' and word_stem(s.term) = word_stem(a.word) and s.term <> a.word
    union all
    select a.word, 'option', o.id, o.term from asked a join options o on o.words @@ a.query`.execute(db);
  const dictionary = new Map<string, Entry>();
  for (const { word, how, id, term } of rows) {
    const entry = dictionary.get(word) ?? { ids: [], stemIds: [], stems: [] };
    if (how === 'stem') {
      entry.stemIds.push(id);
      entry.stems.push(term);
    } else entry.ids.push(id);
    dictionary.set(word, entry);
  }
  return dictionary;
}

/** Ids of the options with a word that starts with `prefix`, and whether any other word of the catalogue starts with it. */
export async function lookUpPrefix(db: Db, prefix: string): Promise<{ optionIds: number[]; isKnown: boolean }> {
  const { ranges, exact } = termsBeginningWith(prefix);
  const parts = [
    ...ranges.filter(([from]) => !isFirstTerm(from)).map(([from, to]) => sql`term >= ${from} and term < ${to}`),
    ...exact.map((term) => sql`term = ${term}`),
  ].map((where) => sql`exists (select from search_terms where ${where})`);
  const { rows } = await sql<{ optionIds: number[]; isKnown: boolean }>`
    select ${sql.join(parts, sql` or `)} as "isKnown", array(
      select id from search_terms where term >= '@o:' and term < '@o;'
        and option_words(term) @@ (quote_literal(${prefix}::text) || ':*')::tsquery) as "optionIds"`.execute(db);
  return rows[0] ?? { optionIds: [], isKnown: false };
}

/** Ids of the options whose value has the words side by side. */
export async function optionsWithPhrase(db: Db, phrase: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; term: string }>`
    select id, term from search_terms where term >= '@o:' and term < '@o;'
      and option_words(term) @@ phraseto_tsquery('simple', ${phrase.join(' ')})`.execute(db);
  const text = ` ${phrase.join(' ')} `;
  return rows
    .filter(({ term }) => ` ${normaliseWords(term.replace(/^@o:[^:]*:/, ''))} `.includes(text))
    .map(({ id }) => id);
}

/** Ids of the terms of categories whose name has a word or another form of it, by that word. */
export async function categoriesNamed(db: Db, words: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ word: string; ids: number[] }>`
    select a.word, array_agg(s.id) as ids from unnest(${[...new Set(words)]}::text[]) a(word)
      join categories c on (search_words(c.name) || to_tsvector('pg_catalog.english', c.name))
        @@ (quote_literal(a.word)::tsquery || plainto_tsquery('pg_catalog.english', a.word))
      join search_terms s on s.term = '@c:' || c.id group by a.word`.execute(db);
  return new Map(rows.map(({ word, ids }) => [word, ids]));
}

/** Shorter words have too many similar words (contract, section 8). Four letters only if nothing else matches. */
const shortestWithTypo = 5;
const shortestIfNothingElse = 4;

export const mayHaveTypo = (word: string, includesShort = false): boolean =>
  [...word].length >= (includesShort ? shortestIfNothingElse : shortestWithTypo) &&
  [...word].length <= 30 &&
  /^\p{L}+$/u.test(word);

/** Catalogue words that are one typing error away, by the typed word, with the ids of all words that have their stems. */
export async function oneTypoFrom(
  db: Db,
  typed: readonly string[],
  includesShort: boolean,
): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>();
  const long = typed.filter((word) => mayHaveTypo(word, includesShort));
  const asked = long.flatMap((word) => [
    { word, form: word },
    { word, form: singular(word) },
  ]);
  if (asked.length === 0) return found;
  const { rows } = await sql<{ word: string; form: string; near: string; id: number; term: string }>`
    with asked as materialized (
      select distinct word, form collate "C" as form from unnest(${asked.map(({ word }) => word)}::text[],
        ${asked.map(({ form }) => form)}::text[]) a (word, form)),
    near as materialized (
      select a.word, a.form, s.term from asked a join search_terms s on s.term >= 'a'
        and length(s.term) between 4 and 30 and words_less_one_letter(s.term) && words_less_one_letter(a.form))
    select n.word, n.form, n.term as near, s.id, s.term from near n
      join search_terms s on s.term >= 'a' and word_stem(s.term) = word_stem(n.term)
    order by n.word, n.term, s.term, s.id`.execute(db);
  for (const { word, form, near, id, term } of rows) {
    if (editDistance(near, form) > 1) continue;
    // The first letter of a short word must be right, because too many words are similar otherwise.
    if (!mayHaveTypo(word) && near[0] !== word[0]) continue;
    const entry = found.get(word) ?? { ids: [], stemIds: [], stems: [] };
    entry.ids.push(id);
    if (!entry.stems.includes(term)) entry.stems.push(term);
    found.set(word, entry);
  }
  return found;
}

/** The catalogue words most similar to an unknown one, even if more than one letter is wrong. */
export async function mostSimilarWords(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from search_terms where term >= 'a' and length(term) between 4 and 30 and term % ${word}
    order by similarity(term, ${word}) desc, term limit 20`.execute(db);
  return nearestWords(
    word,
    rows.map(({ term }) => term),
  );
}
