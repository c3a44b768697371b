import { type Kysely, sql } from 'kysely';

/** What reports add up, what is reordered from whom, and what of it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the item's average purchase price after the movement, per unit: what a sale cost; null from before it was kept
    alter table stock_movements add column average_cost_cents numeric(14, 4);
    create index stock_movements_sold on stock_movements (order_id, item_id, id) include (quantity, average_cost_cents)
      where direction = 1;

    -- figures of a period come from these alone
    create index orders_sales on orders (placed_at)
      include (id, status, amount_paid_cents, amount_refunded_cents, gst_cents, discount_cents, promo_id) where payment = 'paid';
    create index refunds_done on refunds (settled_at) include (order_id, amount_cents, gst_cents) where state = 'done';
    create index orders_sold on orders (id) include (placed_at) where payment = 'paid' and status <> 2;
    create index order_items_sales on order_items (order_id) include (product_id, item_id, quantity, price_cents, discount_cents);
    drop index order_items_item;
    create index order_items_item on order_items (item_id) include (order_id, quantity, price_cents, discount_cents);
  `.execute(db);
  await sql`
    -- how long a supplier takes, and for how many days an order should last; 7 and 30 where nobody has said
    create table reorder_terms (
      supplier_id uuid primary key references suppliers on delete cascade,
      lead_days integer not null check (lead_days between 0 and 365),
      cover_days integer not null check (cover_days between 1 and 365),
      version integer not null default 1
    );

    create table purchase_orders (
      id uuid primary key,
      -- PO-100001
      number text not null unique,
      -- the name stays where the supplier goes
      supplier_id uuid references suppliers on delete set null,
      supplier_name text not null,
      state text not null default 'open' check (state in ('open', 'received', 'cancelled')),
      note text not null default '',
      created_by uuid references users,
      created_at timestamptz not null,
      version integer not null default 1
    );
    create index purchase_orders_at on purchase_orders (created_at, id);
    create index purchase_orders_state on purchase_orders (state, created_at, id);
    create index purchase_orders_supplier on purchase_orders (supplier_id, created_at, id);

    create table purchase_order_lines (
      id uuid primary key,
      purchase_order_id uuid not null references purchase_orders on delete cascade,
      position integer not null,
      item_id uuid references product_items on delete set null,
      product_name text not null,
      label text not null,
      code text not null,
      quantity integer not null check (quantity > 0),
      received_quantity integer not null default 0 check (received_quantity between 0 and quantity),
      -- per unit, as it was ordered
      purchase_price_cents cents not null
    );
    create index purchase_order_lines_order on purchase_order_lines (purchase_order_id, position);
    create index purchase_order_lines_due on purchase_order_lines (item_id) where received_quantity < quantity;

    -- one row for each delivery that was counted; its id is made by whoever counts, so that it is never posted twice
    create table purchase_receipts (
      id uuid primary key,
      purchase_order_id uuid not null references purchase_orders,
      -- [{ "lineId": ..., "quantity": ..., "purchasePriceCents": ... }]
      lines jsonb not null,
      received_by uuid references users,
      received_at timestamptz not null
    );
    create index purchase_receipts_order on purchase_receipts (purchase_order_id, received_at);

    insert into counters (name, value) values ('purchase', 100000);
  `.execute(db);
}
