import { sql } from 'kysely';
import { lockTree } from '#catalogue/categories/category-tree.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { FileProducts } from './file/file-products.server.ts';

/**
 * Locks the category tree and all products and items of a file until the transaction ends, so that what the plan reads is
 * still true when the import writes. Items and products are locked in id order, as checkouts and the back office do, which
 * prevents deadlocks.
 */
export async function lockProductsOfFile(tx: Tx, products: FileProducts): Promise<void> {
  const urls = products.urls();
  await lockTree(tx);
  await lockItems(tx, urls);
  await sql`select from products where url = any(${urls}::text[]) order by id for no key update`.execute(tx);
  // Locks items that were created while this waited; once the products are locked, nobody can add more.
  await lockItems(tx, urls);
}

const lockItems = (tx: Tx, urls: readonly string[]) =>
  sql`select from product_items where product_id in (select id from products where url = any(${[...urls]}::text[]))
    order by id for no key update`.execute(tx);
