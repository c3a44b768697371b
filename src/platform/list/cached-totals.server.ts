import type { Db } from '../db/db.server.ts';

/** Milliseconds that totals of long and of short lists are cached. */
export const cacheMs = 60_000;
export const briefCacheMs = 10_000;
const mostCached = 1_000;

type Totals = Map<string, { total: number; until: number }>;
const totalsByDb = new WeakMap<Db, Totals>();

/** Drops the cached totals: call it after every change of rows whose lists rely on it. */
export const dropCachedTotals = (db: Db): void => void totalsByDb.delete(db);

/** The current cache; a count that began before a change goes into the cache that was dropped with it. */
export function cachedTotals(db: Db): Totals {
  const totals: Totals = totalsByDb.get(db) ?? new Map();
  if (totals.size >= mostCached) totals.clear();
  totalsByDb.set(db, totals);
  return totals;
}

/** The cached total of a list's query, until it is a minute old or dropped. */
export function cachedTotal(db: Db, key: string): number | undefined {
  const cached = totalsByDb.get(db)?.get(key);
  return cached && cached.until > performance.now() ? cached.total : undefined;
}
