import { sql } from 'kysely';
import { parseSearch, type Search } from '#lib/text/search-words.ts';
import type { Db } from '../db/db.server.ts';
import type { Tables } from '../db/tables.server.ts';

/**
 * How to search for the prefix at the end of a search text. A list has the few words that begin with the prefix: they are searched for
 * instead. `filter` checks the rows that match the other words, without the index. Undefined searches the index for the prefix itself.
 */
export type PrefixSearch = readonly string[] | 'filter' | undefined;

/** An indexed column of type `tsvector`. */
export interface Words {
  table: keyof Tables;
  column: string;
  /** The table whose column `word` lists every word of the column, with possible duplicates. */
  wordList: keyof Tables;
}

/** If more words begin with the prefix, the prefix itself is searched for. */
const mostWords = 30;

/**
 * Chooses the fastest way. For a prefix, an index collects the rows of all words that begin with it, however few of these rows
 * match the other words: for a single letter, that takes 250 ms among a million orders.
 */
export async function choosePrefixSearch(db: Db, search: string | undefined, words: Words): Promise<PrefixSearch> {
  const parsed = parseSearch(search ?? '');
  if (parsed.prefix === undefined) return undefined;
  if (areOthersRarer(parsed, await sharesOf(db, words))) return 'filter';
  const candidates = await wordsWithPrefix(db, parsed.prefix, words);
  return candidates.length === 0 || candidates.length > mostWords ? undefined : candidates;
}

async function wordsWithPrefix(db: Db, prefix: string, { wordList }: Words): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from ${sql.table(wordList)} where word >= ${prefix} and word < ${`${prefix}\u{10FFFF}`}
    order by word limit ${mostWords + 1}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The share of rows that contain a word, 0 to 1, by word. */
type Shares = ReadonlyMap<string, number>;

/** Reading one row costs as much as collecting this many from the index. */
const rowCost = 3;

/** Whether filtering the rows that match the other words costs less than collecting the rows of every word with the prefix. */
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
  const cached = all.get(`${table}.${column}`);
  if (cached && cached.until > performance.now()) return cached.shares;
  const { rows } = await sql<{ word: string; share: number }>`
    select word, share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) u (word, share)
    where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = ${column} and word is not null`.execute(
    db,
  ); // after the shares of the words, PostgreSQL's list has their minimum and maximum
  const shares = new Map(rows.map(({ word, share }) => [word, share]));
  all.set(`${table}.${column}`, { shares, until: performance.now() + cacheMs });
  return shares;
}
