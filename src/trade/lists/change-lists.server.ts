import { sql } from 'kysely';
import { badInput, conflict, type Fault, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ItemInput, ListInput } from './contract.ts';
import type { SiteAccess } from '../accounts/site-access.server.ts';
import { mostLists, listSentences as sentences } from './sentences.ts';

type ListsDeps = Pick<Deps, 'db' | 'clock'>;

type Buyer = Pick<SiteAccess, 'site' | 'account'>;

/** A list of a site, as `buyer` may change it. */
export interface ListOfSite {
  buyer: Buyer;
  listId: string;
  version?: number | undefined;
}

/** Adds a list to a site and returns its id. Throws 409 if the site has one of this name, or too many. */
export const addList = (deps: ListsDeps, buyer: Buyer, input: ListInput, context: ActionContext): Promise<string> =>
  change(deps, async (tx, at) => {
    const { account, site } = buyer;
    const last = await requireRoom(tx, site.id);
    const id = newId(at.getTime());
    const row = { id, account_id: account.id, site_id: site.id, name: input.name, position: last + 1 };
    await tx
      .insertInto('order_lists')
      .values({ ...row, created_at: at })
      .execute();
    await writeItems(tx, id, input.items);
    await note(tx, buyer, { ...context, at, action: 'add-list', after: await contentOf(tx, id) });
    return id;
  });

/** Replaces name and items of a list. Throws 409 for an outdated version or a name that another list has. */
export const saveList = (
  deps: ListsDeps,
  { buyer, listId, version }: ListOfSite,
  input: ListInput,
  context: ActionContext,
): Promise<void> =>
  change(deps, async (tx, at) => {
    requireVersion(version, (await lockList(tx, buyer, listId)).version);
    const before = await contentOf(tx, listId);
    await tx.updateTable('order_lists').set({ name: input.name }).where('id', '=', listId).execute();
    await tx.deleteFrom('order_list_items').where('list_id', '=', listId).execute();
    await writeItems(tx, listId, input.items);
    const after = await contentOf(tx, listId);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await sql`update order_lists set version = version + 1 where id = ${listId}`.execute(tx);
    await note(tx, buyer, { ...context, at, action: 'update-list', before, after });
  });

/** Archives a list, or restores it. Throws 409 if another list has its name by now. */
export const archiveList = (
  deps: ListsDeps,
  { buyer, listId, isArchived }: Pick<ListOfSite, 'buyer' | 'listId'> & { isArchived: boolean },
  context: ActionContext,
): Promise<void> =>
  change(deps, async (tx, at) => {
    const stored = await lockList(tx, buyer, listId, 'any');
    if ((stored.archivedAt !== null) === isArchived) return;
    if (!isArchived) await requireRoom(tx, buyer.site.id);
    await tx
      .updateTable('order_lists')
      .set({ archived_at: isArchived ? at : null })
      .where('id', '=', listId)
      .execute();
    const list = { site: buyer.site.name, list: stored.name };
    const values = isArchived ? { before: list } : { after: list };
    await note(tx, buyer, { ...context, at, action: isArchived ? 'archive-list' : 'restore-list', ...values });
  });

/** Locks a site, and returns the position of its last list, -1 for none. Throws 409 if it has as many as it may have. */
async function requireRoom(tx: Tx, siteId: string): Promise<number> {
  await sql`select from trade_sites where id = ${siteId} for no key update`.execute(tx);
  const { count, last } = await tx
    .selectFrom('order_lists')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
    .where('site_id', '=', siteId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= mostLists) throw conflict(sentences.tooManyLists);
  return last ?? -1;
}

const change = <T>({ db, clock }: ListsDeps, work: (tx: Tx, at: Date) => Promise<T>): Promise<T> =>
  refuseDuplicate(
    inTransaction(db, (tx) => work(tx, clock.now())),
    'order_lists_name_key',
    'name',
    sentences.nameTaken,
  );

const note = (
  tx: Tx,
  { account }: Buyer,
  entry: Omit<Parameters<typeof audit>[1], 'entity' | 'entityId'>,
): Promise<void> => audit(tx, { ...entry, entity: 'trade-account', entityId: account.id });

async function lockList(tx: Tx, { site }: Buyer, listId: string, which: 'any' | 'current' = 'current') {
  const { rows } = await sql<{ name: string; version: number; archivedAt: Date | null }>`
    select name, version, archived_at as "archivedAt" from order_lists where id = ${listId} and site_id = ${site.id} for update`.execute(
    tx,
  );
  const [list] = rows;
  if (!list || (which === 'current' && list.archivedAt !== null)) throw notFound(sentences.notFound);
  return list;
}

/** A fault at each item that is there twice or does not exist. */
export async function itemFaults(
  tx: Tx,
  items: readonly { itemId: string }[],
  { itemTwice, itemGone }: { itemTwice: string; itemGone: string },
): Promise<Fault[]> {
  const { rows: known } = await sql<{ id: string }>`
    select id from product_items where id = any(${items.map(({ itemId }) => itemId)}::uuid[])`.execute(tx);
  const ids = new Set(known.map(({ id }) => id));
  return items.flatMap(({ itemId }, at) => {
    const isTwice = items.findIndex((other) => other.itemId === itemId) < at;
    const message = isTwice ? itemTwice : ids.has(itemId) ? undefined : itemGone;
    return message === undefined ? [] : [{ path: `items.${at}.itemId`, message }];
  });
}

/** Writes the items of a list that has none. Throws 400 with a fault at each item that is there twice or does not exist. */
async function writeItems(tx: Tx, listId: string, items: readonly ItemInput[]): Promise<void> {
  const faults = await itemFaults(tx, items, sentences);
  if (faults.length > 0) throw badInput(...faults);
  const rows = items.map(({ itemId, ...item }, position) => ({ ...item, item_id: itemId, position }));
  await sql`insert into order_list_items (list_id, item_id, par, multiple, position, note)
    select ${listId}::uuid, item_id, par, multiple, position, note
    from ${recordset(rows, 'item_id uuid, par integer, multiple integer, position integer, note text')}`.execute(tx);
}

/** A list as it is recorded in the account's history. */
async function contentOf(tx: Tx, listId: string): Promise<object> {
  const { rows } = await sql<object>`
    select s.name as site, l.name as list, coalesce((
      select json_agg(json_build_object('item', i.item_id, 'code', p.code, 'par', i.par, 'multiple', i.multiple, 'note', i.note)
        order by i.position)
      from order_list_items i join product_items p on p.id = i.item_id where i.list_id = l.id), '[]') as items
    from order_lists l join trade_sites s on s.id = l.site_id where l.id = ${listId}`.execute(tx);
  return rows[0] ?? {};
}
