import type { Deps } from '#infra/deps.server.ts';
import { JsonText, type On } from '#infra/http.server.ts';
import { createAnswers } from './answers.server.ts';
import { asTree, openedAt, readCategories } from './categories.server.ts';
import { categoryTree, flatCategories, listProducts, productDetails } from './contract.ts';
import { detailText } from './detail.server.ts';
import { listText } from './list.server.ts';

/** Some 1,500 pages of the list, which cost 10 ms and more each where a search goes through a million products. */
const answersBytesDefault = 16 * 1024 * 1024;

export interface ShopDeps extends Pick<Deps, 'db' | 'changes'> {
  /** Memory for finished answers; with 0 each is made anew. */
  answersBytes?: number;
}

/** Answers of the shop are kept in memory until the catalogue changes. */
export function shopRoutes(on: On, { db, changes, answersBytes = answersBytesDefault }: ShopDeps): void {
  const answers = createAnswers(answersBytes);
  changes.listen('catalogue', () => answers.drop());
  changes.listen('settings', () => answers.drop()); // they say from which number on stock is low
  const kept = async (key: string, make: () => Promise<string>): Promise<JsonText> =>
    new JsonText(await answers.get(key, make));

  on(listProducts, ({ query }) => kept(`list ${JSON.stringify(query)}`, () => listText(db, query)));
  on(productDetails, ({ params }) => kept(`detail ${params.idOrUrl}`, () => detailText(db, params.idOrUrl)));
  on(categoryTree, ({ query: { open } }) =>
    kept(`tree ${open ?? ''}`, async () => {
      const categories = await readCategories(db);
      return JSON.stringify(open === undefined ? asTree(categories) : openedAt(open, categories));
    }),
  );
  on(flatCategories, () => kept('flat', async () => JSON.stringify(await readCategories(db))));
}
