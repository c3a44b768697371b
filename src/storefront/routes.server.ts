import type { Deps } from '#platform/deps.server.ts';
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

export interface ShopDeps extends Pick<Deps, 'db' | 'changes' | 'clock' | 'metrics'> {
  /** Size of the response cache in bytes; 0 disables it. */
  cacheBytes?: number;
}

/** The shop's responses are cached until the catalogue changes. */
export function shopRoutes(
  on: RegisterEndpoint,
  { db, changes, clock, metrics, cacheBytes = defaultCacheBytes }: ShopDeps,
): void {
  const responses = createResponseCache(cacheBytes, (result) => metrics?.cacheReads.add('answers', result));
  const interpreter = createSearchInterpreter(db);
  changes.subscribe('catalogue', () => {
    interpreter.drop();
    responses.drop();
  });
  changes.subscribe('settings', () => responses.drop()); // responses depend on the low-stock setting
  const cached = async (key: string, make: () => Promise<string>): Promise<JsonText> =>
    new JsonText(await responses.get(key, make));

  on(listProducts, ({ query }) =>
    cached(`list ${JSON.stringify(query)}`, async () => {
      const { text, isMiss } = await listResponse(db, query, interpreter);
      if (isMiss && query.search !== undefined) await noteMiss(db, query.search, clock.now());
      return text;
    }),
  );
  on(popularProducts, () => cached('popular', () => popularText(db, clock.now())));
  on(productDetails, ({ params }) => cached(`detail ${params.idOrUrl}`, () => detailText(db, params.idOrUrl)));
  on(categoryTree, ({ query: { open } }) =>
    cached(`tree ${open ?? ''}`, async () => {
      const categories = await readCategories(db);
      return JSON.stringify(open === undefined ? asTree(categories) : openedAt(open, categories));
    }),
  );
  on(flatCategories, () => cached('flat', async () => JSON.stringify(await readCategories(db))));
}
