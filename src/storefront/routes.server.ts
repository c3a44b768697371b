import type { Deps } from '#platform/deps.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { readUpTo } from '#platform/db/replica.server.ts';
import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { createResponseCache } from './response-cache.server.ts';
import { asTree, openedAt, readCategories } from './list/category-tree.server.ts';
import { categoryTree, flatCategories, listProducts, popularProducts, productDetails } from './contract.ts';
import { detailText } from './detail/product-details-json.server.ts';
import { listResponse } from './list/product-list.server.ts';
import { popularText } from './suggested/popular-products.server.ts';
import { noteMiss } from './synonyms/searches-without-results.server.ts';
import { createSearchInterpreter } from './search/search-interpreter.server.ts';

/** Room for about 1,500 list responses, each of which takes 10 ms or more with a million products. */
const defaultCacheBytes = 16 * 1024 * 1024;

export interface ShopDeps extends Pick<Deps, 'db' | 'replica' | 'changes' | 'clock' | 'metrics'> {
  /** Size of the response cache in bytes; 0 disables it. */
  cacheBytes?: number;
}

/** The shop's responses are cached until the catalogue changes. */
export function shopRoutes(
  on: RegisterEndpoint,
  { db, replica, changes, clock, metrics, cacheBytes = defaultCacheBytes }: ShopDeps,
): void {
  const responses = createResponseCache(cacheBytes, (result) => metrics?.cacheReads.add('answers', result));
  const interpreter = createSearchInterpreter();
  changes.subscribe('catalogue', () => {
    interpreter.drop();
    responses.drop();
  });
  changes.subscribe('settings', () => responses.drop()); // responses depend on the low-stock setting
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => readUpTo({ db, replica }, undefined, work);
  const cached = async (key: string, make: (from: Db) => Promise<string>): Promise<JsonText> =>
    new JsonText(await responses.get(key, () => read(make)));

  on(listProducts, ({ query }) =>
    cached(`list ${JSON.stringify(query)}`, async (from) => {
      const { text, isMiss } = await listResponse(from, query, interpreter.of(from));
      if (isMiss && query.search !== undefined) await noteMiss(db, query.search, clock.now());
      return text;
    }),
  );
  on(popularProducts, () => cached('popular', (from) => popularText(from, clock.now())));
  on(productDetails, ({ params }) => cached(`detail ${params.idOrUrl}`, (from) => detailText(from, params.idOrUrl)));
  on(categoryTree, ({ query: { open } }) =>
    cached(`tree ${open ?? ''}`, async (from) => {
      const categories = await readCategories(from);
      return JSON.stringify(open === undefined ? asTree(categories) : openedAt(open, categories));
    }),
  );
  on(flatCategories, () => cached('flat', async (from) => JSON.stringify(await readCategories(from))));
}
