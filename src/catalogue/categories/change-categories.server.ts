import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import { countText } from '#lib/text/count-text.ts';
import { type ProductUse, productUseText } from '../products/product-use.ts';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type addCategory, type Category, sentences, type updateCategory } from './contract.ts';
import { deepestLevel } from './tree-operations.ts';
import {
  lockTree,
  newPosition,
  pathText,
  type PlacedCategory,
  readCategory,
  readPlacedCategory,
} from './category-tree.server.ts';
import { freeCategoryUrl } from './category-url.ts';

export type CategoriesDeps = Pick<Deps, 'db' | 'clock'>;

type NewCategory = z.output<(typeof addCategory)['shapes']['body']>;

/** Adds a category after its siblings. 400 if it would be too deep, 409 if a sibling has the same name. */
export function createCategory(
  deps: CategoriesDeps,
  input: NewCategory,
  { actor, requestId }: ActionContext,
): Promise<Category> {
  const at = deps.clock.now();
  return withNameConflict(
    inTransaction(deps.db, async (tx) => {
      const { id, after } = await insert(tx, input, at);
      await audit(tx, { actor, action: 'create', entity: 'category', entityId: id, after, at, requestId });
      await publishChange(tx, 'catalogue');
      return readCategory(tx, id);
    }),
  );
}

async function insert(tx: Tx, { name, parentId }: NewCategory, at: Date): Promise<{ id: string; after: object }> {
  await lockTree(tx);
  const parent = parentId === null ? null : await readParent(tx, parentId);
  if (parent?.level === deepestLevel) throw badInput({ path: 'parentId', message: sentences.tooDeep });
  const id = newId(at.getTime());
  const url = freeCategoryUrl([...(parent?.names ?? []), name], await takenUrls(tx));
  const path = [...(parent?.path ?? []), id];
  const place = { parent_id: parentId, level: path.length, path, position: newPosition(parentId) };
  await tx
    .insertInto('categories')
    .values({ id, name, url, ...place, created_at: at })
    .execute();
  return { id, after: { name, under: pathText(parent?.names ?? []), url } };
}

/** Reads the new parent of a category. 400 if it no longer exists. */
export async function readParent(tx: Tx, parentId: string): Promise<PlacedCategory> {
  const parent = await readPlacedCategory(tx, parentId);
  if (!parent) throw badInput({ path: 'parentId', message: sentences.parentGone });
  return parent;
}

async function takenUrls(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('categories').select('url').execute();
  return new Set(rows.map(({ url }) => url));
}

/** Renames a category; its url stays, so links keep working. 409 if a sibling has the new name or `version` is outdated. */
export function renameCategory(
  { db, clock }: CategoriesDeps,
  { id, name, version }: z.output<(typeof updateCategory)['shapes']['body']>,
  { actor, requestId }: ActionContext,
): Promise<Category> {
  return withNameConflict(
    inTransaction(db, async (tx) => {
      const before = await lockCategory(tx, id);
      requireVersion(version, before.version);
      if (name !== before.name) {
        const at = clock.now();
        const set = { name, version: before.version + 1 };
        await tx.updateTable('categories').set(set).where('id', '=', id).execute();
        const change = { action: 'update', before: { name: before.name }, after: { name } };
        await audit(tx, { actor, entity: 'category', entityId: id, ...change, at, requestId });
        await publishChange(tx, 'catalogue');
      }
      return readCategory(tx, id);
    }),
  );
}

/** Deletes a category. 409 if it is in use; the message says what uses it. */
export async function deleteCategory(
  { db, clock }: CategoriesDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTree(tx);
    const { name, url, names } = await lockCategory(tx, id);
    const inUse = inUseText(await readUse(tx, id));
    if (inUse !== undefined) throw conflict(inUse);
    await tx.deleteFrom('categories').where('id', '=', id).execute();
    await tx.deleteFrom('listing_counts').where('category_id', '=', id).execute();
    const before = { name, under: pathText(names.slice(0, -1)), url };
    await audit(tx, { actor, action: 'delete', entity: 'category', entityId: id, before, at: clock.now(), requestId });
    await publishChange(tx, 'catalogue');
  });
}

/** Reads a category and locks it, so that no other transaction adds products to it. 404 if it no longer exists. */
async function lockCategory(tx: Tx, id: string): Promise<PlacedCategory> {
  await tx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute();
  const category = await readPlacedCategory(tx, id);
  if (!category) throw notFound(sentences.notFound);
  return category;
}

interface CategoryUse extends ProductUse {
  subCategories: number;
}

async function readUse(tx: Tx, id: string): Promise<CategoryUse> {
  const { rows } = await sql<CategoryUse>`
    select count(*) filter (where p.archived_at is null)::int as "notArchived", count(p.archived_at)::int as archived,
      (select count(*) from categories where parent_id = ${id})::int as "subCategories"
    from product_categories k join products p on p.id = k.product_id where k.category_id = ${id}`.execute(tx);
  return rows[0] ?? { notArchived: 0, archived: 0, subCategories: 0 };
}

/** `This category is used by 12 products and has 1 sub-category.`; undefined if it is not in use. */
function inUseText({ subCategories, ...products }: CategoryUse): string | undefined {
  const productText = productUseText(products);
  const uses = [
    ...(productText === undefined ? [] : [`is used by ${productText}`]),
    ...(subCategories > 0 ? [`has ${countText(subCategories, 'sub-category', 'sub-categories')}`] : []),
  ];
  return uses.length > 0 ? `This category ${uses.join(' and ')}.` : undefined;
}

/** Turns the violation of the unique index into a 409 that names the field. */
export const withNameConflict = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'categories_name_key', 'name', sentences.nameTaken);
