import { type Kysely, sql } from 'kysely';

export const transaction = false;

/**
 * Lets a category sorted by name or code be filtered by price and stock in the index alone: its rows lie in the order of products, so
 * each look into the table was a page of its own. Expands only: the former release uses whichever index there is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const key of ['name', 'code']) {
    await sql`
      create index concurrently if not exists ${sql.ref(`category_listings_by_${key}`)} on category_listings
        (category_id, ${sql.ref(`${key}_key`)}, product_id) include (price_cents, is_in_stock)`.execute(db);
    await sql`drop index concurrently if exists ${sql.ref(`category_listings_${key}`)}`.execute(db);
  }
}
