import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductDetail } from '../contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { readProduct } from './detail.server.ts';
import { auditProducts, readAuditValues } from './history.server.ts';
import { removeListings, rebuildListings } from '../listings/listing.server.ts';
import { lockProduct } from './locked.server.ts';

type RemovalDeps = Pick<ProductsDeps, 'db' | 'clock'>;

/**
 * Deletes a product, or archives it if orders or stock movements refer to it. Deleting removes it from its promos.
 * Throws `Problem` 404.
 */
export function removeProduct({ db, clock }: RemovalDeps, id: string, context: ActionContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    await lockProduct(tx, id);
    const before = await readAuditValues(tx, [id]);
    const isNamed = await isNamedElsewhere(tx, id);
    if (isNamed) {
      await archiveProducts(tx, [id], at);
      await sql`delete from promo_products where product_id = ${id}`.execute(tx);
    } else {
      await removeListings(tx, [id]);
      await sql`delete from product_items where product_id = ${id}`.execute(tx);
      await sql`delete from products where id = ${id}`.execute(tx);
    }
    await auditProducts(tx, [id], { action: isNamed ? 'archive' : 'delete', before, context, at });
  });
}

async function isNamedElsewhere(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (select from order_items where product_id = ${id}) or exists (
      select from product_items i join stock_movements m on m.item_id = i.id where i.product_id = ${id}) as "isNamed"`.execute(
    tx,
  );
  return rows[0]?.isNamed ?? false;
}

/**
 * Removes locked products from every list; orders still show them. Their promos keep them, in case they are restored.
 */
export async function archiveProducts(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`update products set archived_at = ${at}, version = version + 1 where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
  await rebuildListings(tx, ids);
}

/** Restores locked products. Their urls and codes are still free, because archived products keep them. */
export async function unarchiveProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update products set archived_at = null, version = version + 1 where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
  await rebuildListings(tx, ids);
}

/** Restores an archived product; one that is not archived is returned unchanged. Throws `Problem` 404. */
export function restoreProduct({ db, clock }: RemovalDeps, id: string, context: ActionContext): Promise<ProductDetail> {
  return inTransaction(db, async (tx) => {
    const { isArchived } = await lockProduct(tx, id, { evenArchived: true });
    if (isArchived) {
      const before = await readAuditValues(tx, [id]);
      await unarchiveProducts(tx, [id]);
      await auditProducts(tx, [id], { action: 'restore', before, context, at: clock.now() });
    }
    return readProduct(tx, id);
  });
}
