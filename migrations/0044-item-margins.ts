import { type Kysely, sql } from 'kysely';

/**
 * What is left of an item's price above its cost: an amount off sells those below cost that have less. The planner is told
 * how that is spread: of an index for some rows alone it takes any range for a third of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index product_items_margin on product_items ((price_cents - average_cost_cents), id)
      where archived_at is null and price_cents > 0 and average_cost_cents > 0;
    create statistics product_items_margins on (price_cents - average_cost_cents) from product_items;
    analyze product_items;
  `.execute(db);
}
