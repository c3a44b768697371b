import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductDetail } from '../contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { removeListings } from '../listings/rebuild-listings.server.ts';
import { changeProducts, lockProduct, lockProducts, type ProductTx } from './change-products.server.ts';
import { productMissing, readProduct } from './read-product.server.ts';

type RemovalDeps = Pick<ProductsDeps, 'db' | 'clock'>;

/**
 * Deletes a product, or archives it if orders or stock movements refer to it. Both remove it from its promos.
 * Throws `Problem` 404.
 */
export function removeProduct({ db, clock }: RemovalDeps, id: string, context: ActionContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    await lockProduct(tx, id);
    const isReferenced = await isReferencedElsewhere(tx, id);
    await changeProducts(tx, [id], { action: isReferenced ? 'archive' : 'delete', context, at }, async (write) => {
      if (isReferenced) {
        await setArchived(write, [id], at);
        await sql`delete from promo_products where product_id = ${id}`.execute(write);
      } else {
        await removeListings(write, [id]);
        await sql`delete from product_items where product_id = ${id}`.execute(write);
        await sql`delete from products where id = ${id}`.execute(write);
      }
    });
  });
}

async function isReferencedElsewhere(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ isReferenced: boolean }>`
    select exists (select from order_items where product_id = ${id}) or exists (
      select from product_items i join stock_movements m on m.item_id = i.id
      where i.product_id = ${id}) or exists (
      select from product_items i join standing_order_items s on s.item_id = i.id
      where i.product_id = ${id}) as "isReferenced"`.execute(tx);
  return rows[0]?.isReferenced ?? false;
}

/**
 * Archives products, or restores them if `at` is null. Lists leave archived products out, but orders still show them; they
 * keep their urls, codes and promos, in case they are restored.
 */
export async function setArchived(tx: ProductTx, ids: readonly string[], at: Date | null): Promise<void> {
  await sql`update products set archived_at = ${at} where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Restores a product and returns it; a product that is not archived stays unchanged. Throws `Problem` 404. */
export function restoreProduct({ db, clock }: RemovalDeps, id: string, context: ActionContext): Promise<ProductDetail> {
  return inTransaction(db, async (tx) => {
    const [product] = await lockProducts(tx, [id]);
    if (!product) throw notFound(productMissing);
    if (product.archivedAt)
      await changeProducts(tx, [id], { action: 'restore', context, at: clock.now() }, (write) =>
        setArchived(write, [id], null),
      );
    return readProduct(tx, id);
  });
}
