import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type addCategory, type Category, sentences, type updateCategory } from './contract.ts';
import { type CategoryUse, categoryInUse } from './in-use.ts';
import { deepestLevel } from './branches.ts';
import { lockTree, newPosition, type Place, readCategory, readPlace, pathText } from './tree.server.ts';
import { freeUrl } from './url.ts';

export type CategoriesDeps = Pick<Deps, 'db' | 'clock'>;

type NewCategory = z.output<(typeof addCategory)['shapes']['body']>;

/** Adds a category after its siblings. 400 below the deepest level, 409 if a sibling has its name. */
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
  const url = freeUrl([...(parent?.names ?? []), name], await takenUrls(tx));
  const path = [...(parent?.path ?? []), id];
  const place = { parent_id: parentId, level: path.length, path, position: newPosition(parentId) };
  await tx
    .insertInto('categories')
    .values({ id, name, url, ...place, created_at: at })
    .execute();
  return { id, after: { name, under: pathText(parent?.names ?? []), url } };
}

/** Reads and locks the parent of a category. 400 if it no longer exists. */
export async function readParent(tx: Tx, parentId: string): Promise<Place> {
  const parent = await readPlace(tx, parentId);
  if (!parent) throw badInput({ path: 'parentId', message: sentences.parentGone });
  return parent;
}

async function takenUrls(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('categories').select('url').execute();
  return new Set(rows.map(({ url }) => url));
}

/**
 * Renames a category; its url does not change, so links keep working. 409 if a sibling has the name, or for an older
 * `version`.
 */
export function renameCategory(
  { db, clock }: CategoriesDeps,
  { id, name, version }: z.output<(typeof updateCategory)['shapes']['body']>,
  { actor, requestId }: ActionContext,
): Promise<Category> {
  return withNameConflict(
    inTransaction(db, async (tx) => {
      const before = await locked(tx, id);
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

/** Deletes a category. 409 if it is in use; the message says by what. */
export async function deleteCategory(
  { db, clock }: CategoriesDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTree(tx);
    const { name, url, names } = await locked(tx, id);
    const used = categoryInUse(await useOf(tx, id));
    if (used !== undefined) throw conflict(used);
    await tx.deleteFrom('categories').where('id', '=', id).execute();
    await tx.deleteFrom('listing_counts').where('category_id', '=', id).execute();
    const before = { name, under: pathText(names.slice(0, -1)), url };
    await audit(tx, { actor, action: 'delete', entity: 'category', entityId: id, before, at: clock.now(), requestId });
    await publishChange(tx, 'catalogue');
  });
}

/** Reads and locks a category, so that no transaction adds products to it meanwhile. */
async function locked(tx: Tx, id: string): Promise<Place> {
  await tx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute();
  const place = await readPlace(tx, id);
  if (!place) throw notFound(sentences.notFound);
  return place;
}

async function useOf(tx: Tx, id: string): Promise<CategoryUse> {
  const { rows } = await sql<CategoryUse>`
    select count(*) filter (where p.archived_at is null)::int as open, count(p.archived_at)::int as archived,
      (select count(*) from categories where parent_id = ${id})::int as "subCategories"
    from product_categories k join products p on p.id = k.product_id where k.category_id = ${id}`.execute(tx);
  return rows[0] ?? { open: 0, archived: 0, subCategories: 0 };
}

/** 409 where a sibling has the name. */
export const withNameConflict = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'categories_name_key', 'name', sentences.nameTaken);
