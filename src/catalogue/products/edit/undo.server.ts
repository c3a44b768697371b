import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { lockProducts, setActive, type Undoable } from '../bulk/bulk.server.ts';
import { bulkSentences } from '../bulk/bulk-contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { auditProducts, readAuditValues } from '../stored/history.server.ts';
import { rebuildListings } from '../listings/listing.server.ts';
import { rebuildChanged, writePrices } from '../prices/prices.server.ts';
import { archiveProducts } from '../stored/removal.server.ts';

interface Undone {
  changed: number;
  left: number;
}

/**
 * Undoes a change of many products. Products changed again since are skipped. Throws `Problem` 404 if it is too long
 * ago, 409 if it was already undone.
 */
export function undoProducts(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  id: string,
  context: ActionContext,
): Promise<Undone> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { rows } = await sql<{ kind: string; rows: Undoable[]; at: Date; isUndone: boolean }>`
      select kind, rows, created_at as at, undone_at is not null as "isUndone" from product_changes where id = ${id} for update`.execute(
      tx,
    );
    const [change] = rows;
    if (!change) throw notFound(bulkSentences.noUndo);
    if (change.isUndone) throw conflict(bulkSentences.undone);
    await sql`update product_changes set undone_at = ${at} where id = ${id}`.execute(tx);
    const productIds = await productsOf(tx, change);
    await sql`select from product_items where product_id = any(${productIds}::uuid[]) order by id for update`.execute(
      tx,
    );
    await sql`select from products where id = any(${productIds}::uuid[]) order by id for update`.execute(tx);
    const before = await readAuditValues(tx, productIds);
    const changed = await ways[change.kind as keyof typeof ways](tx, change.rows, { made: change.at, now: at }); // only these kinds are stored
    await auditProducts(tx, productIds, { action: 'undo', before, context, at });
    return { changed, left: change.rows.length - changed };
  });
}

async function productsOf(tx: Tx, { kind, rows }: { kind: string; rows: Undoable[] }): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  if (kind !== 'price') return ids.sort();
  const products = await sql<{ id: string }>`
    select distinct product_id as id from product_items where id = any(${ids}::uuid[])`.execute(tx);
  return products.rows.map((row) => row.id).sort();
}

interface Times {
  made: Date;
  now: Date;
}

/** How each kind is undone; each returns the number of products restored. */
const ways = {
  async price(tx: Tx, rows: Undoable[]): Promise<number> {
    const held = await sql<{ id: string; price: number | null; productId: string }>`
      select id, price_cents as price, product_id as "productId" from product_items
      where id = any(${rows.map(({ id }) => id)}::uuid[]) and archived_at is null`.execute(tx);
    const now = new Map(held.rows.map((row) => [row.id, row]));
    const same = rows.filter(({ id, after }) => now.get(id)?.price === after);
    await writePrices(
      tx,
      same.map(({ id, before }) => ({ id, price: typeof before === 'number' ? before : null })),
    );
    await rebuildChanged(tx, [...new Set(same.flatMap(({ id }) => now.get(id)?.productId ?? []))].sort());
    return same.length;
  },
  async active(tx: Tx, rows: Undoable[]): Promise<number> {
    const held = await lockProducts(
      tx,
      rows.map(({ id }) => id),
    );
    const now = new Map(held.map((one) => [one.id, one.isActive]));
    const same = rows.filter(({ id, after }) => now.get(id) === after);
    for (const isActive of [true, false]) {
      const ids = same.filter(({ before }) => before === isActive).map(({ id }) => id);
      if (ids.length > 0) await setActive(tx, ids, isActive);
    }
    return same.length;
  },
  /** Skips products that were restored and archived again since. */
  async archive(tx: Tx, rows: Undoable[], { made }: Times): Promise<number> {
    const back = await sql<{ id: string }>`
      update products set archived_at = null, version = version + 1
      where id = any(${rows.map(({ id }) => id)}::uuid[]) and archived_at = ${made} returning id`.execute(tx);
    await rebuildListings(
      tx,
      back.rows.map(({ id }) => id),
    );
    return back.rows.length;
  },
  /** Skips products that were changed since they were restored. */
  async restore(tx: Tx, rows: Undoable[], { now }: Times): Promise<number> {
    const held = await lockProducts(
      tx,
      rows.map(({ id }) => id),
    );
    const versions = new Map(rows.map(({ id, after }) => [id, after]));
    const same = held.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id);
    await archiveProducts(tx, same, now);
    return same.length;
  },
};
