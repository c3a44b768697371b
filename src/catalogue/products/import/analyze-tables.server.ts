import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** After an import of at least this many rows, the database's statistics are out of date. */
export const manyRows = 1_000;

/**
 * Updates the statistics that the database plans its queries with. Without this, the next import would take 20 s instead of
 * 1 s to lock its rows, and an import into an empty shop would read all rows again for each product.
 */
export const analyzeTables = (db: Db): Promise<unknown> => analyzeStatement.execute(db);

const analyzeStatement = sql`analyze products, product_items, item_options, variations, variation_options, product_categories, product_images,
    managed_products, archived_products, listings, category_listings`;

/** Updates the statistics within a transaction, unless another process has locked a table for a vacuum or a new index. */
export async function analyzeTablesWithin(tx: Tx): Promise<void> {
  await sql`savepoint looking`.execute(tx);
  try {
    await sql`set local lock_timeout = '1s'`.execute(tx);
    await analyzeStatement.execute(tx);
    await sql`set local lock_timeout to default`.execute(tx);
  } catch {
    await sql`rollback to savepoint looking`.execute(tx); // also resets the lock timeout
  }
  await sql`release savepoint looking`.execute(tx);
}
