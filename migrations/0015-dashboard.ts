import { type Kysely, sql } from 'kysely';

/** What the back office's first page looks up at each visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index product_items_on_hand on product_items (on_hand, id) where archived_at is null and on_hand <= 5;
    create index orders_new on orders (placed_at) where payment = 'paid' and status = 0;
  `.execute(db);
}
