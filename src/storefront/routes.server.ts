import type { Deps } from '#platform/deps.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { machineMemory } from '#platform/process/machine-memory.server.ts';
import { ownMemory } from '#platform/process/own-memory.server.ts';
import { readUpTo } from '#platform/db/replica.server.ts';
import type { SharedEndpoint } from '#lib/api/endpoint.ts';
import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { createResponseCache } from './response-cache.server.ts';
import { asTree, openedAt, readCategories } from './list/category-tree.server.ts';
import { categoryTree, flatCategories, listProducts, popularProducts, productDetails } from './contract.ts';
import { detailText } from './detail/product-details-json.server.ts';
import { listResponse } from './list/product-list.server.ts';
import { createSortedCategories } from './list/sorted-categories.server.ts';
import { popularText } from './suggested/popular-products.server.ts';
import { noteMiss } from './synonyms/searches-without-results.server.ts';
import { createSearchInterpreter } from './search/search-interpreter.server.ts';

const megabyte = 1024 * 1024;

/** Room for about 1,500 list responses, each of which takes 10 ms or more with a million products. */
const defaultCacheBytes = 16 * megabyte;

/** Room for all categories of 100,000 products; on a machine of 16 GB or more, of a million. */
const defaultSortedBytes = Math.min(256 * megabyte, Math.max(16 * megabyte, machineMemory() / 64));

export interface ShopDeps extends Pick<Deps, 'db' | 'replica' | 'changes' | 'clock' | 'metrics'> {
  /** Size of the response cache in bytes; 0 disables it. */
  cacheBytes?: number;
  /** Size of the categories sorted in memory, in bytes; 0 disables them. */
  sortedBytes?: number;
}

/** The shop's responses are cached until something that they show changes. */
export function shopRoutes(
  on: RegisterEndpoint,
  { db, replica, changes, clock, metrics, cacheBytes = defaultCacheBytes, sortedBytes = defaultSortedBytes }: ShopDeps,
): void {
  const responses = createResponseCache<Buffer>(cacheBytes, (result) => metrics?.cacheReads.add('answers', result));
  const sorted = createSortedCategories(sortedBytes, (result) => metrics?.cacheReads.add('categories', result));
  const interpreter = createSearchInterpreter();
  changes.subscribe('catalogue', (tags) => {
    interpreter.drop();
    sorted.drop('catalogue', tags);
    responses.drop('catalogue', tags);
  });
  changes.subscribe('settings', (tags) => responses.drop('settings', tags));
  const cached = async (
    { path, tags }: SharedEndpoint,
    call: { params: unknown; query: unknown },
    make: (from: Db) => Promise<string | Buffer>,
  ): Promise<JsonText> => {
    const text = await responses.get(`${path} ${JSON.stringify(call)}`, {
      make: async () => {
        const made = await readUpTo({ db, replica }, undefined, make);
        return ownMemory(typeof made === 'string' ? Buffer.from(made) : made);
      },
      tagsOf: (made) =>
        tags({
          ...call,
          get reply(): unknown {
            return JSON.parse(String(made)); // only if the tags depend on it
          },
        }),
    });
    return new JsonText(text);
  };

  on(listProducts, ({ params, query }) =>
    cached(listProducts, { params, query }, async (from) => {
      const { bytes, isMiss } = await listResponse(from, query, { interpreter: interpreter.of(from), sorted });
      if (isMiss && query.search !== undefined) await noteMiss(db, query.search, clock.now());
      return bytes;
    }),
  );
  on(popularProducts, ({ params, query }) =>
    cached(popularProducts, { params, query }, (from) => popularText(from, clock.now())),
  );
  on(productDetails, ({ params, query }) =>
    cached(productDetails, { params, query }, (from) => detailText(from, params.idOrUrl)),
  );
  on(categoryTree, ({ params, query }) =>
    cached(categoryTree, { params, query }, async (from) => {
      const categories = await readCategories(from);
      return JSON.stringify(query.open === undefined ? asTree(categories) : openedAt(query.open, categories));
    }),
  );
  on(flatCategories, ({ params, query }) =>
    cached(flatCategories, { params, query }, async (from) => JSON.stringify(await readCategories(from))),
  );
}
