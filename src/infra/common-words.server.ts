import { sql } from 'kysely';
import type { Db } from './db.server.ts';
import type { Tables } from './tables.server.ts';

/** Whether an index of words is no help with this one, whole or as the beginning of words. */
export type IsCommon = (word: string, isBegun: boolean) => boolean;

/** Of rows; it costs more to collect these from an index than to look at what the rarer words leave. */
const commonFrom = 0.05;
const keptMs = 600_000;

const kept = new WeakMap<Db, Map<string, { isCommon: IsCommon; until: number }>>();

/**
 * Which words stand in more than a twentieth of a table's rows, as PostgreSQL's statistics know it of a column of type
 * `tsvector`. Without statistics none does. What they say is remembered for ten minutes.
 */
export async function commonWords(db: Db, table: keyof Tables, column: string): Promise<IsCommon> {
  const known = kept.get(db) ?? new Map<string, { isCommon: IsCommon; until: number }>();
  kept.set(db, known);
  const key = `${table}.${column}`;
  const before = known.get(key);
  if (before && before.until > performance.now()) return before.isCommon;
  const isCommon = isIn(await sharesOf(db, table, column));
  known.set(key, { isCommon, until: performance.now() + keptMs });
  return isCommon;
}

interface Share {
  word: string;
  /** Of the rows, 0 to 1. */
  share: number;
}

/** The list of shares is longer: the least and the greatest of them follow. */
async function sharesOf(db: Db, table: string, column: string): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select word, share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) u (word, share)
    where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = ${column} and word is not null`.execute(
    db,
  );
  return rows;
}

function isIn(shares: readonly Share[]): IsCommon {
  const whole = new Set(shares.filter(({ share }) => share > commonFrom).map(({ word }) => word));
  return (word, isBegun) =>
    isBegun
      ? shares.reduce((all, one) => all + (one.word.startsWith(word) ? one.share : 0), 0) > commonFrom
      : whole.has(word);
}
