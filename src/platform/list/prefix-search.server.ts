import { sql } from 'kysely';
import { parseSearch, type Search } from '#lib/text/search-words.ts';
import type { Db } from '../db/db.server.ts';
import type { Tables } from '../db/tables.server.ts';

/**
 * How to look for the prefix at the end of a search: a few known words that begin with it; or `apart`, by filtering the rows that
 * match the other words instead of using the index. Undefined uses the prefix itself.
 */
export type PrefixSearch = readonly string[] | 'apart' | undefined;

/** An indexed column of type `tsvector`. */
export interface Words {
  table: keyof Tables;
  column: string;
  /** The table that lists every word of the column in a column `word`, with possible duplicates. */
  known: keyof Tables;
}

/** With more words the prefix itself is used. */
const fewWords = 30;

/**
 * For a prefix an index collects all rows of all words that begin with it, however few of them match the other words: 250 ms among
 * a million orders for a single letter.
 */
export async function choosePrefixSearch(db: Db, search: string | undefined, words: Words): Promise<PrefixSearch> {
  const parsed = parseSearch(search ?? '');
  if (parsed.prefix === undefined) return undefined;
  if (areOthersRarer(parsed, await sharesOf(db, words))) return 'apart';
  const known = await wordsWithPrefix(db, parsed.prefix, words);
  return known.length === 0 || known.length > fewWords ? undefined : known;
}

async function wordsWithPrefix(db: Db, begin: string, { known }: Words): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from ${sql.table(known)} where word >= ${begin} and word < ${`${begin}\u{10FFFF}`}
    order by word limit ${fewWords + 1}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The share of rows that contain a word, 0 to 1, by word. */
type Shares = ReadonlyMap<string, number>;

/** Reading a row costs as much as collecting this many from the index. */
const rowCost = 3;

/** Whether filtering the rows that match the other words costs less than collecting those of every word with the prefix. */
function areOthersRarer({ words, phrases, prefix = '' }: Search, shares: Shares): boolean {
  if (words.length + phrases.length === 0) return false;
  const rarest = Math.min(1, ...shares.values());
  const others = [...words, ...phrases.flat()].reduce((all, word) => all * (shares.get(word) ?? rarest), 1);
  const prefixed = [...shares].reduce((all, [word, share]) => (word.startsWith(prefix) ? all + share : all), 0);
  return others * rowCost < prefixed;
}

const cacheMs = 600_000;
const cache = new WeakMap<Db, Map<string, { shares: Shares; until: number }>>();

/** The shares of the commonest words, from PostgreSQL's statistics; cached for ten minutes. */
async function sharesOf(db: Db, { table, column }: Words): Promise<Shares> {
  const all = cache.get(db) ?? new Map<string, { shares: Shares; until: number }>();
  cache.set(db, all);
  const known = all.get(`${table}.${column}`);
  if (known && known.until > performance.now()) return known.shares;
  const { rows } = await sql<{ word: string; share: number }>`
    select word, share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) u (word, share)
    where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = ${column} and word is not null`.execute(
    db,
  ); // the list of shares is longer: the minimum and maximum follow
  const shares = new Map(rows.map(({ word, share }) => [word, share]));
  all.set(`${table}.${column}`, { shares, until: performance.now() + cacheMs });
  return shares;
}
