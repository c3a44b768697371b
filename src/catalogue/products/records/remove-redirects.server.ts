import { sql } from 'kysely';
import { productTag } from '#lib/api/cache-tags.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { ProductTx } from './change-products.server.ts';

/** Former urls no longer redirect, because a product has one of them now. Drops what is cached of the products they led to. */
export async function removeRedirects(tx: ProductTx, urls: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from product_redirects where old_url = any(${[...urls]}) returning product_id as id`.execute(tx);
  const tags = [...new Set(rows.map(({ id }) => productTag(id)))];
  if (tags.length > 0) await publishChange(tx, 'catalogue', tags);
}
