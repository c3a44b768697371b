import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** From so many rows on the database's idea of its tables is out of date. */
export const many = 1_000;

/**
 * The database looks at what is new now, or it would plan by what the tables were before: the next import would hold its rows
 * for 20 s instead of one, and one that fills an empty shop would read all of it again for each product.
 */
export const analyzeTables = (db: Db): Promise<unknown> => analyzing.execute(db);

const analyzing = sql`analyze products, product_items, item_options, variations, variation_options, product_categories, product_images,
    managed_products, archived_products, listings, category_listings`;

/** The same within a transaction, which goes on without where another holds a table: a vacuum, an index that is made. */
export async function analyzeTablesWithin(tx: Tx): Promise<void> {
  await sql`savepoint looking`.execute(tx);
  try {
    await sql`set local lock_timeout = '1s'`.execute(tx);
    await analyzing.execute(tx);
    await sql`set local lock_timeout to default`.execute(tx);
  } catch {
    await sql`rollback to savepoint looking`.execute(tx); // the timeout with it
  }
  await sql`release savepoint looking`.execute(tx);
}
