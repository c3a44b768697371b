import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { setActive, type UndoRow } from '../bulk/bulk-changes.server.ts';
import { bulkSentences } from '../bulk/bulk-contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { writePrices } from '../prices/change-prices.server.ts';
import { changeProducts, type LockedProduct, lockProducts, type ProductTx } from '../records/change-products.server.ts';
import { setArchived } from '../records/remove-and-restore.server.ts';

interface StoredChange {
  kind: keyof typeof undoPlans;
  rows: UndoRow[];
  at: Date;
  isUndone: boolean;
}

/**
 * Undoes a change of many products, except for those that have changed again since. Throws `Problem` 404 if the change is
 * too old and no longer stored, 409 if it was already undone.
 */
export function undoProducts(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  id: string,
  context: ActionContext,
): Promise<{ changed: number; left: number }> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { rows } = await sql<StoredChange>`
      select kind, rows, created_at as at, undone_at is not null as "isUndone" from product_changes
      where id = ${id} for update`.execute(tx);
    const [change] = rows;
    if (!change) throw notFound(bulkSentences.noUndo);
    if (change.isUndone) throw conflict(bulkSentences.undone);
    await sql`update product_changes set undone_at = ${at} where id = ${id}`.execute(tx);
    const locked = await lockProducts(tx, await productsOf(tx, change));
    const { unchanged, productIds, undo } = await undoPlans[change.kind](change, locked, tx);
    await changeProducts(tx, productIds, { action: 'undo', context, at }, (write) => undo(write, productIds, at));
    return { changed: unchanged, left: change.rows.length - unchanged };
  });
}

async function productsOf(tx: Tx, { kind, rows }: StoredChange): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  if (kind !== 'price') return ids;
  const products = await sql<{ id: string }>`
    select distinct product_id as id from product_items where id = any(${ids}::uuid[])`.execute(tx);
  return products.rows.map((row) => row.id);
}

interface UndoPlan {
  /** The number of rows that still have the state or price that the bulk change gave them. */
  unchanged: number;
  productIds: string[];
  undo: (tx: ProductTx, productIds: readonly string[], at: Date) => Promise<void>;
}

const planFor = (products: readonly LockedProduct[], undo: UndoPlan['undo']): UndoPlan => ({
  unchanged: products.length,
  productIds: products.map(({ id }) => id),
  undo,
});

const undoPlans = {
  async price({ rows }: StoredChange, _locked: LockedProduct[], tx: Tx): Promise<UndoPlan> {
    const current = await sql<{ id: string; price: number | null; productId: string }>`
      select id, price_cents as price, product_id as "productId" from product_items
      where id = any(${rows.map(({ id }) => id)}::uuid[]) and archived_at is null`.execute(tx);
    const now = new Map(current.rows.map((row) => [row.id, row]));
    const same = rows.filter(({ id, after }) => now.get(id)?.price === after);
    const prices = same.map(({ id, before }) => ({ id, price: typeof before === 'number' ? before : null }));
    return {
      unchanged: same.length,
      productIds: [...new Set(same.flatMap(({ id }) => now.get(id)?.productId ?? []))],
      undo: (write) => writePrices(write, prices),
    };
  },
  active({ rows }: StoredChange, locked: LockedProduct[]): UndoPlan {
    const changes = new Map(rows.map((row) => [row.id, row]));
    const same = locked.filter((one) => !one.archivedAt && one.isActive === changes.get(one.id)?.after);
    return planFor(same, async (tx, ids) => {
      for (const isActive of [true, false])
        await setActive(
          tx,
          ids.filter((id) => changes.get(id)?.before === isActive),
          isActive,
        );
    });
  },
  /** Skips products that were restored and archived again in the meantime. */
  archive({ at }: StoredChange, locked: LockedProduct[]): UndoPlan {
    return planFor(
      locked.filter(({ archivedAt }) => archivedAt?.getTime() === at.getTime()),
      (tx, ids) => setArchived(tx, ids, null),
    );
  },
  /** Skips products that have changed since they were restored. */
  restore({ rows }: StoredChange, locked: LockedProduct[]): UndoPlan {
    const versions = new Map(rows.map(({ id, after }) => [id, after]));
    return planFor(
      locked.filter((one) => !one.archivedAt && one.version === versions.get(one.id)),
      setArchived,
    );
  },
};
