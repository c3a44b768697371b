import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** From this number of changed rows on, the database's statistics are out of date. */
export const many = 1_000;

/**
 * Updates the database's statistics. Without it, the next import would lock its rows for 20 s instead of one, and an
 * import into an empty shop would read all rows again for each product.
 */
export const analyzeTables = (db: Db): Promise<unknown> => analyzing.execute(db);

const analyzing = sql`analyze products, product_items, item_options, variations, variation_options, product_categories, product_images,
    managed_products, archived_products, listings, category_listings`;

/** The same within a transaction; skipped if another process has locked a table, for a vacuum or a new index. */
export async function analyzeTablesWithin(tx: Tx): Promise<void> {
  await sql`savepoint looking`.execute(tx);
  try {
    await sql`set local lock_timeout = '1s'`.execute(tx);
    await analyzing.execute(tx);
    await sql`set local lock_timeout to default`.execute(tx);
  } catch {
    await sql`rollback to savepoint looking`.execute(tx); // also resets the lock timeout
  }
  await sql`release savepoint looking`.execute(tx);
}
