import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type BulkChange, type BulkResult, bulkSentences, type SelectedProducts, mostAtOnce } from './bulk-contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { matchingIds } from '../list/matching-products.server.ts';
import { changeProducts, type LockedProduct, lockProducts, type ProductTx } from '../records/change-products.server.ts';
import { setArchived } from '../records/remove-and-restore.server.ts';

type BulkDeps = Pick<ProductsDeps, 'db' | 'clock'>;

/** What a change did to a product's state or version, or to an item's price. */
export interface UndoRow {
  id: string;
  before: number | boolean | null;
  after: number | boolean | null;
}

/** The ids of the selected products; a filter selects the products that match it now. Throws `Problem` 400 for too many. */
export async function selectedIds(tx: Tx, { ids, all = {} }: SelectedProducts): Promise<string[]> {
  const matches = ids ?? (await matchingIds(tx, all, mostAtOnce + 1));
  if (matches.length > mostAtOnce) throw badInput({ path: 'all', message: bulkSentences.tooMany });
  return [...new Set(matches)].sort();
}

const undoDays = 30;

/** Stores how a change can be undone, and deletes old entries. */
export async function storeUndo(
  tx: Tx,
  kind: 'active' | 'archive' | 'restore' | 'price',
  { rows, context, at }: { rows: readonly UndoRow[]; context: ActionContext; at: Date },
): Promise<BulkResult> {
  await sql`delete from product_changes
    where created_at < ${at}::timestamptz - make_interval(days => ${undoDays})`.execute(tx);
  if (rows.length === 0) return { changed: 0, undoId: null };
  const id = newId(at.getTime());
  await sql`insert into product_changes (id, kind, rows, created_by, created_at)
    values (${id}, ${kind}, ${JSON.stringify(rows)}::jsonb, ${context.actor.id}, ${at})`.execute(tx);
  return { changed: rows.length, undoId: id };
}

/** Displays products online, hides, archives or restores them. Products already in that state stay unchanged. */
export function changeInBulk(
  { db, clock }: BulkDeps,
  { action, ...selection }: BulkChange,
  context: ActionContext,
): Promise<BulkResult> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { kind, needsChange, write, toUndo } = bulkActions[action];
    const toChange = (await lockProducts(tx, await selectedIds(tx, selection))).filter(needsChange);
    const ids = toChange.map(({ id }) => id);
    const change = { action: kind === 'active' ? 'update' : kind, context, at };
    await changeProducts(tx, ids, change, (products) => write(products, ids, at));
    return storeUndo(tx, kind, { rows: toChange.map((one) => ({ id: one.id, ...toUndo(one) })), context, at });
  });
}

interface BulkAction {
  kind: 'active' | 'archive' | 'restore';
  needsChange: (one: LockedProduct) => boolean;
  write: (tx: ProductTx, ids: readonly string[], at: Date) => Promise<void>;
  toUndo: (one: LockedProduct) => Omit<UndoRow, 'id'>;
}

const setDisplayed = (isActive: boolean): BulkAction => ({
  kind: 'active',
  needsChange: (one) => !one.archivedAt && one.isActive !== isActive,
  write: (tx, ids) => setActive(tx, ids, isActive),
  toUndo: (one) => ({ before: one.isActive, after: isActive }),
});

const bulkActions: Record<BulkChange['action'], BulkAction> = {
  activate: setDisplayed(true),
  deactivate: setDisplayed(false),
  archive: {
    kind: 'archive',
    needsChange: ({ archivedAt }) => !archivedAt,
    write: setArchived,
    toUndo: () => ({ before: null, after: null }),
  },
  restore: {
    kind: 'restore',
    needsChange: ({ archivedAt }) => archivedAt !== null,
    write: (tx, ids) => setArchived(tx, ids, null),
    toUndo: ({ version }) => ({ before: null, after: version + 1 }),
  },
};

export async function setActive(tx: ProductTx, ids: readonly string[], isActive: boolean): Promise<void> {
  await sql`update products set is_active = ${isActive} where id = any(${ids}::uuid[])`.execute(tx);
}
