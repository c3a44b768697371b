import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { mostParents } from '../item-price.ts';
import { type PriceList, type PriceListInput, sentences, usedBy } from './contract.ts';
import { readPriceList, usesOf } from './read-price-lists.server.ts';

export type PriceListsDeps = Pick<Deps, 'db' | 'clock'>;

/** The columns to write. */
const columnsOf = ({ name, parentId, adjustPercent, validFrom, validTo }: PriceListInput) => ({
  name,
  parent_id: parentId ?? null,
  adjust_percent: String(adjustPercent),
  valid_from: validFrom ?? null,
  valid_to: validTo ?? null,
});

/** The fields that the history shows. */
const auditValuesOf = ({ name, parentName, adjustPercent, validFrom, validTo }: PriceList) => ({
  name,
  parent: parentName,
  adjustPercent,
  validFrom,
  validTo,
});

/** Adds a list without prices. 409 if another list has this name, ignoring case. */
export function addPriceList(
  { db, clock }: PriceListsDeps,
  input: PriceListInput,
  { actor, requestId }: ActionContext,
): Promise<PriceList> {
  return changeLists({ db }, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    await requireParent(tx, id, input.parentId);
    await tx
      .insertInto('price_lists')
      .values({ id, ...columnsOf(input), created_at: at })
      .execute();
    const list = await readPriceList({ db: tx, clock }, id);
    const after = auditValuesOf(list);
    await audit(tx, { actor, action: 'create', entity: 'price-list', entityId: id, after, at, requestId });
    return list;
  });
}

/** Changes a list. 409 if another list has this name, if `version` is outdated, or if the list is archived. */
export function updatePriceList(
  { db, clock }: PriceListsDeps,
  { id, version, ...input }: PriceListInput & { id: string; version?: number | undefined },
  { actor, requestId }: ActionContext,
): Promise<PriceList> {
  return changeLists({ db }, async (tx) => {
    const stored = await readPriceList({ db: tx, clock }, id);
    requireVersion(version, stored.version);
    if (stored.status === 'archived') throw conflict(sentences.isArchived);
    await requireParent(tx, id, input.parentId);
    await tx.updateTable('price_lists').set(columnsOf(input)).where('id', '=', id).execute();
    const changed = await readPriceList({ db: tx, clock }, id);
    const [before, after] = [auditValuesOf(stored), auditValuesOf(changed)];
    if (JSON.stringify(before) === JSON.stringify(after)) return stored;
    await raiseVersion(tx, id);
    const change = { action: 'update', before, after, at: clock.now() };
    await audit(tx, { actor, entity: 'price-list', entityId: id, ...change, requestId });
    return { ...changed, version: stored.version + 1 };
  });
}

/** Archives a list. 409 while something uses it; the message says what. */
export function archivePriceList(
  { db, clock }: PriceListsDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  return changeLists({ db }, async (tx) => {
    // Waits for transactions that are choosing the list for an account or a site: they hold a shared lock on its row.
    await sql`select from price_lists where id = ${id} for update`.execute(tx);
    const { name, status } = await readPriceList({ db: tx, clock }, id);
    if (status === 'archived') return;
    await refuseUsed(tx, id);
    const at = clock.now();
    await tx.updateTable('price_lists').set({ archived_at: at }).where('id', '=', id).execute();
    await raiseVersion(tx, id);
    await audit(tx, { actor, action: 'archive', entity: 'price-list', entityId: id, before: { name }, at, requestId });
  });
}

/** Restores an archived list. 409 if another list has its name, or if its parent is archived. */
export function restorePriceList(
  { db, clock }: PriceListsDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  return changeLists({ db }, async (tx) => {
    const { name, status, parentId } = await readPriceList({ db: tx, clock }, id);
    if (status !== 'archived') return;
    const parent = parentId === null ? undefined : await readPriceList({ db: tx, clock }, parentId);
    if (parent?.status === 'archived') throw conflict(sentences.parentArchived);
    await tx.updateTable('price_lists').set({ archived_at: null }).where('id', '=', id).execute();
    await raiseVersion(tx, id);
    const at = clock.now();
    await audit(tx, { actor, action: 'restore', entity: 'price-list', entityId: id, after: { name }, at, requestId });
  });
}

/**
 * Changes lists one after the other, since two changes at once could make two lists each other's parent. Reading, and choosing a list for
 * an account, go on meanwhile.
 */
const changeLists = <T>({ db }: Pick<PriceListsDeps, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  refuseDuplicate(
    inTransaction(db, async (tx) => {
      await sql`lock table price_lists in share row exclusive mode`.execute(tx);
      return work(tx);
    }),
    'price_lists_name_key',
    'name',
    sentences.nameTaken,
  );

const raiseVersion = (tx: Tx, id: string) =>
  sql`update price_lists set version = version + 1 where id = ${id}`.execute(tx);

/** Throws `Problem` 400 if the list `id` can't have this parent. */
async function requireParent(tx: Tx, id: string, parentId: string | null | undefined): Promise<void> {
  if (!parentId) return;
  const refuse = (message: string) => badInput({ path: 'parentId', message });
  const rows = await tx.selectFrom('price_lists').select(['id', 'parent_id', 'archived_at']).execute();
  const lists = new Map(rows.map((row) => [row.id, row]));
  const parent = lists.get(parentId);
  if (!parent || parent.archived_at !== null) throw refuse(sentences.notFound);
  const above = (from: string | null): number => {
    if (from === id) throw refuse(sentences.ownParent);
    return from === null ? 0 : 1 + above(lists.get(from)?.parent_id ?? null);
  };
  const below = (of: string): number =>
    Math.max(0, ...rows.filter(({ parent_id }) => parent_id === of).map((child) => 1 + below(child.id)));
  if (above(parentId) + below(id) > mostParents) throw refuse(sentences.tooDeep);
}

/** Locks a list against archiving while its prices change. Throws `Problem` 404, or 409 for an archived one. */
export async function lockPriceList(tx: Tx, id: string): Promise<{ name: string }> {
  const { name, archived_at } = await tx
    .selectFrom('price_lists')
    .select(['name', 'archived_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
  if (archived_at !== null) throw conflict(sentences.isArchived);
  return { name };
}

async function refuseUsed(tx: Tx, id: string): Promise<void> {
  const uses = (await usesOf(tx, [id])).get(id);
  const counted = (count = 0, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const parts = [
    ...counted(uses?.accountCount, 'account', 'accounts'),
    ...counted(uses?.siteCount, 'site', 'sites'),
    ...counted(uses?.childCount, 'other list', 'other lists'),
  ];
  const [last, ...before] = parts.toReversed();
  if (last === undefined) return;
  const words = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
  throw conflict(usedBy(words, parts.length === 1 && last.startsWith('1 ')));
}
