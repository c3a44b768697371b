import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { nearestTo, swapsOf } from '#lib/text/spelling.ts';

/** More words than these are a story, not a street and a place. */
const mostWords = 5;
/** Shorter words are all alike. */
const shortest = 3;
const mostCandidates = 40;
const afterAll = '\u{10ffff}';

/**
 * For each typed word the words of streets and places that it may mean: itself where any begins so, else those that are
 * spelled nearly so. The last may still be being typed. None for a word that is like no other.
 */
export async function meantBy(db: Db, typed: readonly string[]): Promise<Map<string, string[]>> {
  const asked = typed.filter(({ length }) => length >= shortest).slice(0, mostWords);
  const swaps = asked.flatMap((word) => swapsOf(word).map((swap) => ({ word, swap })));
  const { rows } = await sql<{ typed: string; word: string; is_begun: boolean }>`
    with asked as (select typed from unnest(${asked}::text[]) as typed), begun as (
      select typed, word from asked cross join lateral (
        select word from address_words where word >= typed collate "C" and word < (typed || ${afterAll}) collate "C"
        limit ${mostCandidates}) as beginning
    ), misspelled as (select typed from asked where typed not in (select typed from begun))
    select typed, word, true as is_begun from begun
    union all
    select typed, word, false from misspelled cross join lateral address_words_like(typed, ${mostCandidates}) as word
    union all
    select typed, word, false from unnest(${swaps.map(({ word }) => word)}::text[], ${swaps.map(({ swap }) => swap)}::text[])
      as s(typed, swap) join address_words on word = swap collate "C"`.execute(db);
  const wordsFor = (word: string, isBegun: boolean): string[] =>
    rows.filter((row) => row.typed === word && row.is_begun === isBegun).map((row) => row.word);
  const meaningOf = (word: string): string[] => {
    const begun = wordsFor(word, true);
    return begun.length > 0 ? begun : nearestTo(word, wordsFor(word, false), word === typed.at(-1));
  };
  return new Map(asked.map((word) => [word, meaningOf(word)]));
}
