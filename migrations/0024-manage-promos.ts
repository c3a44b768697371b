import { type Kysely, sql } from 'kysely';

/** What the back office's list of promos sorts and searches by, the orders of each, and which items sell below their cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index promos_code on promos (lower(code), id);
    create index promos_percentage on promos (coalesce(discount_percentage, 0), id) where archived_at is null;
    create index promos_amount on promos (coalesce(discount_cents, 0), id) where archived_at is null;
    create index promos_minimum on promos (minimum_spend_cents, id) where archived_at is null;
    create index promos_all on promos (is_applicable_to_all_products, id) where archived_at is null;
    create index promos_expiry on promos (coalesce(expiry_day, '9999-12-31'), id) where archived_at is null;
    create index promos_one_time on promos (is_one_time_use_only, id) where archived_at is null;
    create index promos_words on promos using gin (search_words(code || ' ' || description));

    -- figures of a promo come from this index alone
    create index orders_promo on orders (promo_id, payment, status) include (discount_cents) where promo_id is not null;

    -- how much of the price an item has cost: those that a reduction brings below it stand at one end
    create index product_items_cost_share on product_items ((average_cost_cents / price_cents), id)
      where archived_at is null and price_cents > 0 and average_cost_cents > 0;
  `.execute(db);
}
