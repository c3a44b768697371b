import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';

/** All derived listings of the shop, in a stable order; counts are summed up, because their rows are merged later. */
export async function storedListings(db: Db): Promise<unknown[]> {
  const tables = [
    sql`select * from product_cards order by 1`,
    withTerms('listings'),
    withTerms('managed_products'),
    withTerms('archived_products'),
    sql`select * from category_listings order by 1, 2`,
    sql`select category_id, option, sum(product_count), sum(in_stock_count) from listing_counts group by 1, 2
      having sum(product_count) <> 0 or sum(in_stock_count) <> 0 order by 1, 2`,
    sql`select id, has_variations, is_shown, is_out_of_stock, code, price_cents, highest_price_cents, search_key, name_key
      from products order by 1`,
    sql`select id, is_listed, is_watched from product_items order by 1`,
  ];
  const listings: unknown[] = [];
  for (const table of tables) listings.push((await table.execute(db)).rows);
  return listings;
}

/** A word that two writers added at the same time has two numbers, and a product either of them. */
const withTerms = (table: string) => sql`
  select to_jsonb(l) - 'terms' as listing, (select array_agg(distinct t.term order by t.term) from search_terms t
    where t.id = any(l.terms)) as terms from ${sql.table(table)} l order by l.product_id`;

/** The same after rebuilding everything. */
export async function rebuiltListings(db: Db): Promise<unknown[]> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate product_cards, listings, managed_products, archived_products, category_listings, listing_counts`.execute(
      tx,
    );
    await sql`update products set name_key = '', code = '', is_shown = false, price_cents = null`.execute(tx);
    await sql`update product_items set is_listed = false, is_watched = not is_watched`.execute(tx);
    const rows = await tx.selectFrom('products').select('id').execute();
    await rebuildListings(
      tx,
      rows.map(({ id }) => id),
    );
  });
  return storedListings(db);
}
