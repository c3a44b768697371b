import { type Kysely, sql } from 'kysely';

/** More than was ordered may come, and the rest of an order be closed, each with the reason that somebody gave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchase_order_lines drop constraint if exists purchase_order_lines_check;
    alter table purchase_order_lines drop constraint if exists purchase_order_lines_received_quantity_check;
    alter table purchase_order_lines add constraint purchase_order_lines_received_check check (received_quantity >= 0);
    alter table purchase_orders drop constraint purchase_orders_state_check;
    alter table purchase_orders add constraint purchase_orders_state_check
      check (state in ('open', 'received', 'closed', 'cancelled'));
    -- why no more is awaited, where it is closed short
    alter table purchase_orders add column closed_reason text;
    -- why more came than was ordered, where it did
    alter table purchase_receipts add column over_reason text;
  `.execute(db);
}
