import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { setActive, type Undoable } from '../bulk/bulk-changes.server.ts';
import { bulkSentences } from '../bulk/bulk-contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { writePrices } from '../prices/change-prices.server.ts';
import { changeProducts, type LockedProduct, lockProducts, type ProductTx } from '../records/change-products.server.ts';
import { setArchived } from '../records/remove-and-restore.server.ts';

interface StoredChange {
  kind: keyof typeof ways;
  rows: Undoable[];
  at: Date;
  isUndone: boolean;
}

/**
 * Undoes a change of many products. Products changed again since are skipped. Throws `Problem` 404 if it is too long
 * ago, 409 if it was already undone.
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
    const { same, productIds, undo } = await ways[change.kind](change, locked, tx);
    await changeProducts(tx, productIds, { action: 'undo', context, at }, (write) => undo(write, productIds, at));
    return { changed: same, left: change.rows.length - same };
  });
}

async function productsOf(tx: Tx, { kind, rows }: StoredChange): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  if (kind !== 'price') return ids;
  const products = await sql<{ id: string }>`
    select distinct product_id as id from product_items where id = any(${ids}::uuid[])`.execute(tx);
  return products.rows.map((row) => row.id);
}

interface Way {
  /** The number of rows that are still as the change left them. */
  same: number;
  productIds: string[];
  undo: (tx: ProductTx, productIds: readonly string[], at: Date) => Promise<void>;
}

const wayOf = (same: readonly LockedProduct[], undo: Way['undo']): Way => ({
  same: same.length,
  productIds: same.map(({ id }) => id),
  undo,
});

const ways = {
  async price({ rows }: StoredChange, _locked: LockedProduct[], tx: Tx): Promise<Way> {
    const current = await sql<{ id: string; price: number | null; productId: string }>`
      select id, price_cents as price, product_id as "productId" from product_items
      where id = any(${rows.map(({ id }) => id)}::uuid[]) and archived_at is null`.execute(tx);
    const now = new Map(current.rows.map((row) => [row.id, row]));
    const same = rows.filter(({ id, after }) => now.get(id)?.price === after);
    const prices = same.map(({ id, before }) => ({ id, price: typeof before === 'number' ? before : null }));
    return {
      same: same.length,
      productIds: [...new Set(same.flatMap(({ id }) => now.get(id)?.productId ?? []))],
      undo: (write) => writePrices(write, prices),
    };
  },
  active({ rows }: StoredChange, locked: LockedProduct[]): Way {
    const changes = new Map(rows.map((row) => [row.id, row]));
    const same = locked.filter((one) => !one.archivedAt && one.isActive === changes.get(one.id)?.after);
    return wayOf(same, async (tx, ids) => {
      for (const isActive of [true, false])
        await setActive(
          tx,
          ids.filter((id) => changes.get(id)?.before === isActive),
          isActive,
        );
    });
  },
  /** Skips products that were restored and archived again since. */
  archive({ at }: StoredChange, locked: LockedProduct[]): Way {
    return wayOf(
      locked.filter(({ archivedAt }) => archivedAt?.getTime() === at.getTime()),
      (tx, ids) => setArchived(tx, ids, null),
    );
  },
  /** Skips products that were changed since they were restored. */
  restore({ rows }: StoredChange, locked: LockedProduct[]): Way {
    const versions = new Map(rows.map(({ id, after }) => [id, after]));
    return wayOf(
      locked.filter((one) => !one.archivedAt && one.version === versions.get(one.id)),
      setArchived,
    );
  },
};
