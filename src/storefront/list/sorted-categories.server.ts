import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import { minuteMs } from '#lib/durations.ts';
import type { Topic } from '#platform/db/changes.server.ts';
import { Invalidations } from '#platform/db/invalidations.server.ts';
import { listProducts } from '../contract.ts';
import { allProducts } from '../shop-paths.ts';
import { categoryId } from './list-request.server.ts';
import { productBytes, readSortedCategory, sizeOf, type SortedCategory } from './sorted-category.server.ts';

/** The categories that are asked for most, sorted in memory until a product in them changes. */
export interface SortedCategories {
  /** The category, if it is in memory. Otherwise the caller asks the database, and says so by `noteUse`. */
  find(url: string | undefined): SortedCategory | undefined;
  /**
   * Notes that a list of a category, which is known to exist, took so many milliseconds of the database; reads the category into memory
   * once its lists have taken as long as that takes.
   */
  noteUse(db: Db, url: string | undefined, ms: number): void;
  drop(topic: Topic, tags?: readonly CacheTag[]): void;
}

/** A category is read after it has been asked for this often since it changed, and when this took as long as reading it. */
const fewestUses = 8;

/** What reading a category takes, for each of its products. */
const msPerProduct = 0.006;

/** A category that nobody has asked for during this time makes room for others. */
const idleMs = minuteMs;

interface Entry {
  /** Requests that the database has answered since the last change, and how long that took. */
  uses: number;
  ms: number;
  /** What reading it takes, as far as is known. */
  neededMs: number;
  isBeingRead: boolean;
  category?: SortedCategory;
  bytes: number;
  /** The count of changes before it was read. */
  begun: number;
  /** In milliseconds of `performance.now()`. */
  usedAt: number;
}

/** Holds at most `maxBytes` of sorted categories; 0 holds none. `count` is called for each look-up. */
export function createSortedCategories(maxBytes: number, count?: (result: 'hit' | 'miss') => void): SortedCategories {
  const entries = new Map<string, Entry>();
  const invalidations = new Invalidations();
  let bytes = 0;

  const forget = (entry: Entry): void => {
    bytes -= entry.bytes;
    Object.assign(entry, { category: undefined, bytes: 0, uses: 0, ms: 0, neededMs: 0 });
  };
  const makeRoom = (wanted: number): boolean => {
    const idleSince = performance.now() - idleMs;
    for (const entry of entries.values()) if (bytes + wanted > maxBytes && entry.usedAt < idleSince) forget(entry);
    return bytes + wanted <= maxBytes;
  };
  const read = async (db: Db, url: string, entry: Entry): Promise<void> => {
    const begun = invalidations.count;
    const size = await productsIn(db, url);
    entry.neededMs = size * msPerProduct;
    if (entry.ms < entry.neededMs) return;
    Object.assign(entry, { uses: 0, ms: 0 });
    if (size * productBytes > maxBytes / 4 || !makeRoom(size * productBytes)) return;
    const category = await readSortedCategory(db, url);
    if (!invalidations.isCurrent(begun, sourcesOf(url))) return;
    Object.assign(entry, { category, begun, bytes: sizeOf(category) });
    bytes += entry.bytes;
  };
  return {
    find(url = allProducts) {
      const entry = entries.get(url);
      if (entry?.category && !invalidations.isCurrent(entry.begun, sourcesOf(url))) forget(entry);
      count?.(entry?.category ? 'hit' : 'miss');
      if (entry) entry.usedAt = performance.now();
      return entry?.category;
    },
    noteUse(db, url = allProducts, ms) {
      if (maxBytes === 0) return;
      const entry = entries.get(url) ?? newEntry();
      entries.set(url, entry);
      entry.uses++;
      entry.ms += ms;
      const isWorthIt = entry.uses >= fewestUses && entry.ms >= entry.neededMs;
      if (entry.category || entry.isBeingRead || !isWorthIt) return;
      entry.isBeingRead = true;
      read(db, url, entry)
        .catch(() => {}) // the database is asked for the list itself, and says what is wrong
        .finally(() => (entry.isBeingRead = false));
    },
    drop: (topic, tags) => invalidations.note(topic, tags),
  };
}

const newEntry = (): Entry => ({
  uses: 0,
  ms: 0,
  neededMs: 0,
  isBeingRead: false,
  bytes: 0,
  begun: 0,
  usedAt: performance.now(),
});

/** The same as of a cached list of the category. */
const sourcesOf = (url: string) => ({
  topics: ['catalogue'] as const,
  tags: listProducts.tags({ params: undefined, query: { category: url }, reply: undefined }),
});

async function productsIn(db: Db, url: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(product_count), 0)::int as size from listing_counts
    where category_id = ${categoryId(url)} and option = ''`.execute(db);
  return rows[0]?.size ?? 0;
}
