import type { Deps } from '#platform/deps.server.ts';
import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { createAnswers } from './answers/response-cache.server.ts';
import { asTree, openedAt, readCategories } from './list/categories.server.ts';
import { categoryTree, flatCategories, listProducts, popularProducts, productDetails } from './contract.ts';
import { detailText } from './detail/detail.server.ts';
import { listText } from './list/list.server.ts';
import { popularText } from './offered/popular.server.ts';
import { noteMiss } from './synonyms/searches-without-results.server.ts';
import { searchReader } from './search/reader.server.ts';

/** Room for about 1,500 list responses, each of which takes 10 ms or more with a million products. */
const answersBytesDefault = 16 * 1024 * 1024;

export interface ShopDeps extends Pick<Deps, 'db' | 'changes' | 'clock'> {
  /** Size of the response cache in bytes; 0 disables it. */
  answersBytes?: number;
}

/** The shop's responses are cached until the catalogue changes. */
export function shopRoutes(
  on: RegisterEndpoint,
  { db, changes, clock, answersBytes = answersBytesDefault }: ShopDeps,
): void {
  const answers = createAnswers(answersBytes);
  const reader = searchReader(db);
  changes.subscribe('catalogue', () => {
    reader.drop();
    answers.drop();
  });
  changes.subscribe('settings', () => answers.drop()); // responses depend on the low-stock setting
  const cached = async (key: string, make: () => Promise<string>): Promise<JsonText> =>
    new JsonText(await answers.get(key, make));

  on(listProducts, ({ query }) =>
    cached(`list ${JSON.stringify(query)}`, async () => {
      const { text, isMiss } = await listText(db, query, reader);
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
