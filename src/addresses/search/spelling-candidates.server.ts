import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { nearestWords, swapsOf } from '#lib/text/spelling.ts';

/** Words after the fifth are not corrected. */
const maxWords = 5;
/** Shorter words are too similar to one another. */
const minLength = 3;
const maxCandidates = 40;
const highestCharacter = '\u{10ffff}';

/**
 * Maps each typed word to the words of streets and places that it may mean: those that start with it, or if there are
 * none, those that are spelled similarly. The last word may be incomplete.
 */
export async function candidateWords(db: Db, typed: readonly string[]): Promise<Map<string, string[]>> {
  const checked = typed.filter(({ length }) => length >= minLength).slice(0, maxWords);
  const swaps = checked.flatMap((word) => swapsOf(word).map((swap) => ({ word, swap })));
  const { rows } = await sql<{ typed: string; word: string; is_begun: boolean }>`
    with asked as (select typed from unnest(${checked}::text[]) as typed), begun as (
      select typed, word from asked cross join lateral (
        select word from address_words where word >= typed collate "C" and word < (typed || ${highestCharacter}) collate "C"
        limit ${maxCandidates}) as beginning
    ), misspelled as (select typed from asked where typed not in (select typed from begun))
    select typed, word, true as is_begun from begun
    union all
    select typed, word, false from misspelled cross join lateral address_words_like(typed, ${maxCandidates}) as word
    union all
    select typed, word, false from unnest(${swaps.map(({ word }) => word)}::text[], ${swaps.map(({ swap }) => swap)}::text[])
      as s(typed, swap) join address_words on word = swap collate "C"`.execute(db);
  const wordsFor = (word: string, isPrefix: boolean): string[] =>
    rows.filter((row) => row.typed === word && row.is_begun === isPrefix).map((row) => row.word);
  const candidatesOf = (word: string): string[] => {
    const prefixed = wordsFor(word, true);
    return prefixed.length > 0 ? prefixed : nearestWords(word, wordsFor(word, false), word === typed.at(-1));
  };
  return new Map(checked.map((word) => [word, candidatesOf(word)]));
}
