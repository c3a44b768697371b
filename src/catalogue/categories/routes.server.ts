import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { addCategory, deleteCategory, listCategories, moveCategory, updateCategory } from './contract.ts';
import { moveCategory as move } from './move-category.server.ts';
import {
  type CategoriesDeps,
  createCategory,
  deleteCategory as remove,
  renameCategory,
} from './change-categories.server.ts';
import { readCategories } from './category-tree.server.ts';

export function categoriesRoutes(on: RegisterEndpoint, deps: CategoriesDeps): void {
  // The reply is sent as text, without validation: it has hundreds of rows, and validating them takes longer than reading them.
  on(
    listCategories,
    async ({ query, reply }) => new JsonText(JSON.stringify(withTotal(reply, await readCategories(deps.db, query)))),
  );
  on(addCategory, ({ body, context }) => createCategory(deps, body, context));
  on(updateCategory, ({ body, context }) => renameCategory(deps, body, context));
  on(moveCategory, ({ params, body, context }) => move(deps, { ...params, ...body }, context));
  on(deleteCategory, ({ params, context }) => remove(deps, params.id, context));
}
