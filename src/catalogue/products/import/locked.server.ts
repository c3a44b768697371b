import { sql } from 'kysely';
import { lockTree } from '#catalogue/categories/tree.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { FileProduct } from './file/rows.ts';

/**
 * Locks everything that a file names until the transaction ends, so that what the plan reads is still true when it is
 * written: the tree of categories, then items and products in id order, as checkouts and the back office do.
 */
export async function lockNamed(tx: Tx, products: readonly FileProduct[]): Promise<void> {
  const urls = products.map(({ url }) => url);
  await lockTree(tx);
  await lockItems(tx, urls);
  await sql`select from products where url = any(${urls}::text[]) order by id for no key update`.execute(tx);
  // Items created while waiting for locks; once the products are locked nobody can add any.
  await lockItems(tx, urls);
}

const lockItems = (tx: Tx, urls: readonly string[]) =>
  sql`select from product_items where product_id in (select id from products where url = any(${[...urls]}::text[]))
    order by id for no key update`.execute(tx);
