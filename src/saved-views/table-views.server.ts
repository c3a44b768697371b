import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { mostViews, sentences, type TableView, type ViewInput } from './contract.ts';

export type TableViewsDeps = Pick<Deps, 'db' | 'clock'>;

const views = (db: Db | Tx, actor: Actor) =>
  db
    .selectFrom('table_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .select(['v.id', 'v.list', 'v.name', 'v.query', 'v.is_shared as isShared'])
    .select((eb) => eb('v.owner_id', '=', actor.id).$castTo<boolean>().as('isOwn'))
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('ownerName'))
    .where((eb) =>
      eb.or([eb('v.owner_id', '=', actor.id), eb.and([eb('v.is_shared', '=', true), eb('u.archived_at', 'is', null)])]),
    );

/** The views of a list that the actor can see: their own by name, then those shared by users who are not archived. */
export function listViewsOf({ db }: TableViewsDeps, actor: Actor, list: string): Promise<TableView[]> {
  return views(db, actor)
    .where('v.list', '=', list)
    .orderBy('isOwn', 'desc')
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute();
}

const readView = (db: Db | Tx, actor: Actor, id: string): Promise<TableView | undefined> =>
  views(db, actor).where('v.id', '=', id).executeTakeFirst();

/** Saves a view. Throws 409 if the actor already has the maximum number of views of this list. */
export function createView(
  { db, clock }: TableViewsDeps,
  actor: Actor,
  { list, name, query, isShared }: ViewInput & { list: string },
): Promise<TableView> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute(); // so that one user's saves run one after another
    const { count } = await tx
      .selectFrom('table_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('list', '=', list)
      .where('owner_id', '=', actor.id)
      .executeTakeFirstOrThrow();
    if (count >= mostViews) throw conflict(sentences.tooMany);
    const now = clock.now();
    const id = newId(now.getTime());
    const row = { id, list, owner_id: actor.id, name, query, is_shared: isShared, created_at: now };
    await tx.insertInto('table_views').values(row).execute();
    return { id, list, name, query, isShared, isOwn: true, ownerName: `${actor.firstName} ${actor.lastName}` };
  });
}

/** Changes one's own view. Throws 403 for another user's shared view, 404 for a view that the actor cannot see. */
export async function updateView(
  { db }: TableViewsDeps,
  actor: Actor,
  { id, name, query, isShared }: ViewInput & { id: string },
): Promise<TableView> {
  const { numUpdatedRows } = await db
    .updateTable('table_views')
    .set({ name, query, is_shared: isShared })
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await refuse(db, actor, id);
  const view = await readView(db, actor, id);
  if (!view) throw notFound();
  return view;
}

/** Deletes one's own view. Throws as `updateView` does. */
export async function deleteView({ db }: TableViewsDeps, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('table_views')
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await refuse(db, actor, id);
}

async function refuse(db: Db, actor: Actor, id: string): Promise<never> {
  throw (await readView(db, actor, id)) ? new Problem(403, sentences.notOwner) : notFound();
}
