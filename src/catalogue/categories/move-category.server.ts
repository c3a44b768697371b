import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { badInput, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { rebuildListings } from '../products/listings/rebuild-listings.server.ts';
import { type Category, type moveCategory as endpoint, sentences } from './contract.ts';
import { deepestLevel } from './tree-operations.ts';
import { type CategoriesDeps, withNameConflict, readParent } from './change-categories.server.ts';
import {
  lockTree,
  pathText,
  type PlacedCategory,
  readCategory,
  readPlacedCategory,
  siblingOrder,
} from './category-tree.server.ts';

type Target = z.output<(typeof endpoint)['shapes']['body']>;

/**
 * Moves a category with its descendants and rebuilds the listings of their products. 400 if the new parent is the category
 * itself or its descendant, or if the tree would be too deep; 409 if a new sibling has the same name.
 */
export function moveCategory(
  { db, clock }: CategoriesDeps,
  { id, ...target }: Target & { id: string },
  { actor, requestId }: ActionContext,
): Promise<Category> {
  return withNameConflict(
    inTransaction(db, async (tx) => {
      await lockTree(tx);
      const moved = await readPlacedCategory(tx, id);
      if (!moved) throw notFound(sentences.notFound);
      const parent = target.parentId === null ? null : await readParent(tx, target.parentId);
      const before = await readCategory(tx, id);
      const hasNewParent = moved.parentId !== target.parentId;
      if (hasNewParent) await setParent(tx, moved, parent);
      await setPosition(tx, moved.id, target);
      const after = await readCategory(tx, id);
      if (!hasNewParent && after.position === before.position) return before;
      const version = await raiseVersion(tx, id);
      const [was, is] = [
        { name: moved.name, under: pathText(moved.names.slice(0, -1)), place: before.position + 1 },
        { name: moved.name, under: pathText(parent?.names ?? []), place: after.position + 1 },
      ];
      const change = { action: 'move', entity: 'category', entityId: id, before: was, after: is };
      await audit(tx, { actor, ...change, at: clock.now(), requestId });
      await publishChange(tx, 'catalogue');
      return { ...after, version };
    }),
  );
}

/** Moves a category with its descendants under `parent`. */
async function setParent(tx: Tx, moved: PlacedCategory, parent: PlacedCategory | null): Promise<void> {
  if (parent?.path.includes(moved.id)) throw badInput({ path: 'parentId', message: sentences.intoItself });
  // Because of the lock, transactions that add products to these categories wait and then read their new place.
  const { rows: subtree } = await sql<{ id: string; level: number }>`
    select id, level from categories where path @> ${[moved.id]}::uuid[] order by id for update`.execute(tx);
  const levelChange = (parent?.level ?? 0) + 1 - moved.level;
  if (subtree.some(({ level }) => level + levelChange > deepestLevel))
    throw badInput({ path: 'parentId', message: sentences.tooDeep });
  await sql`update categories set parent_id = ${parent?.id ?? null} where id = ${moved.id}`.execute(tx);
  await sql`
    update categories set path = ${parent?.path ?? []}::uuid[] || path[(${moved.level}::int):], level = level + ${levelChange}::int
    where path @> ${[moved.id]}::uuid[]`.execute(tx);
  const { rows: products } = await sql<{ id: string }>`
    select distinct product_id as id from product_categories
    where category_id = any(${subtree.map(({ id }) => id)}::uuid[])`.execute(tx);
  const ids = products.map((product) => product.id);
  await rebuildListings(tx, ids);
}

/** Renumbers the children of `parentId`, so that the moved category gets its new position. */
async function setPosition(tx: Tx, id: string, { parentId, position }: Target): Promise<void> {
  const { rows } = await sql<{ id: string; position: number }>`
    select c.id, c.position from categories c where c.parent_id is not distinct from ${parentId}
    order by ${siblingOrder}`.execute(tx);
  const order = rows.filter((row) => row.id !== id).map((row) => row.id);
  order.splice(position, 0, id);
  if (order.every((one, place) => one === rows[place]?.id)) return; // already in its place, even if the siblings have no positions yet
  const places = order.map((one, place) => ({ id: one, place }));
  await sql`
    update categories c set position = r.place from ${recordset(places, 'id uuid, place int')}
    where c.id = r.id and c.position <> r.place`.execute(tx);
}

async function raiseVersion(tx: Tx, id: string): Promise<number> {
  const { version } = await tx
    .updateTable('categories')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
