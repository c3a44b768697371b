import type { Db } from '../db/db.server.ts';

/** How long, in milliseconds, the totals of long and of short lists are cached. */
export const cacheMs = 60_000;
export const briefCacheMs = 10_000;
const mostCached = 1_000;

type Totals = Map<string, { total: number; until: number }>;
const totalsByDb = new WeakMap<Db, Totals>();

/** Drops the cached totals. Lists with `isDroppedOnChange` rely on a call after every change of their rows. */
export const dropCachedTotals = (db: Db): void => void totalsByDb.delete(db);

/** The current totals. Get them before counting: if rows change meanwhile, the count is then stored in totals that have been dropped. */
export function cachedTotals(db: Db): Totals {
  const totals: Totals = totalsByDb.get(db) ?? new Map();
  if (totals.size >= mostCached) totals.clear();
  totalsByDb.set(db, totals);
  return totals;
}

/** The cached total of a list's query; undefined if there is none, or if it has expired or been dropped. */
export function cachedTotal(db: Db, key: string): number | undefined {
  const cached = totalsByDb.get(db)?.get(key);
  return cached && cached.until > performance.now() ? cached.total : undefined;
}
