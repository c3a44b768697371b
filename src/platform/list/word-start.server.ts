import { sql } from 'kysely';
import { parseSearch, type Search } from '#lib/text/search-words.ts';
import type { Db } from '../db/db.server.ts';
import type { Tables } from '../db/tables.server.ts';

/**
 * How the beginning of a word, the last of a search, is best looked for: by the few words that begin so; or apart from the
 * index, in the rows that have the other words. Undefined is as it is.
 */
export type WordStart = readonly string[] | 'apart' | undefined;

/** An indexed column of type `tsvector`. */
export interface Words {
  table: keyof Tables;
  column: string;
  /** Where every word of it stands in a column `word`, which may be more than once. */
  known: keyof Tables;
}

/** More words are not looked for one by one. */
const fewWords = 30;

/**
 * An index collects all rows of all words that begin in some way, however few of them have the other words: 250 ms among a
 * million orders for a single letter.
 */
export async function readWordStart(db: Db, search: string | undefined, words: Words): Promise<WordStart> {
  const parsed = parseSearch(search ?? '');
  if (parsed.prefix === undefined) return undefined;
  if (areOthersRarer(parsed, await sharesOf(db, words))) return 'apart';
  const begun = await wordsFrom(db, parsed.prefix, words);
  return begun.length === 0 || begun.length > fewWords ? undefined : begun;
}

async function wordsFrom(db: Db, begin: string, { known }: Words): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from ${sql.table(known)} where word >= ${begin} and word < ${`${begin}\u{10FFFF}`}
    order by word limit ${fewWords + 1}`.execute(db);
  return rows.map(({ word }) => word);
}

/** Rows that have a word, of all rows: 0 to 1, by the word. */
type Shares = ReadonlyMap<string, number>;

/** To look at a row costs as much as to collect so many from the index. */
const rowCost = 3;

/** Whether looking at the rows that have all other words costs less than collecting those of every word begun. */
function areOthersRarer({ words, phrases, prefix = '' }: Search, shares: Shares): boolean {
  if (words.length + phrases.length === 0) return false;
  const rarest = Math.min(1, ...shares.values());
  const others = [...words, ...phrases.flat()].reduce((all, word) => all * (shares.get(word) ?? rarest), 1);
  const begun = [...shares].reduce((all, [word, share]) => (word.startsWith(prefix) ? all + share : all), 0);
  return others * rowCost < begun;
}

const keptMs = 600_000;
const kept = new WeakMap<Db, Map<string, { shares: Shares; until: number }>>();

/** How often the commonest words stand, as PostgreSQL's statistics know it; remembered for ten minutes. */
async function sharesOf(db: Db, { table, column }: Words): Promise<Shares> {
  const all = kept.get(db) ?? new Map<string, { shares: Shares; until: number }>();
  kept.set(db, all);
  const known = all.get(`${table}.${column}`);
  if (known && known.until > performance.now()) return known.shares;
  const { rows } = await sql<{ word: string; share: number }>`
    select word, share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) u (word, share)
    where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = ${column} and word is not null`.execute(
    db,
  ); // the list of shares is longer: the least and the greatest follow
  const shares = new Map(rows.map(({ word, share }) => [word, share]));
  all.set(`${table}.${column}`, { shares, until: performance.now() + keptMs });
  return shares;
}
