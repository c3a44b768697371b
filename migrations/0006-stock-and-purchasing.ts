import { type Kysely, sql } from 'kysely';

/** The stock ledger, and purchase orders with what arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stock_movements (
      id uuid primary key,
      item_id uuid not null references product_items,
      -- 0 Add, 1 Remove - Customer, 2 Remove
      direction smallint not null check (direction in (0, 1, 2)),
      quantity integer not null check (quantity > 0),
      reason text,
      -- per unit
      purchase_price_cents cents,
      order_id uuid,
      created_by uuid,
      created_at timestamptz not null,
      -- the item's average purchase price after the movement, per unit: the cost of a sale
      average_cost_cents numeric(14, 4)
    );
    create index stock_movements_order on stock_movements (order_id) where order_id is not null;
    create index stock_movements_at on stock_movements (created_at);
    create index stock_movements_ledger on stock_movements (item_id, created_at, id) include (direction, quantity);
    create index stock_movements_sold on stock_movements (order_id, item_id, id) include (quantity, average_cost_cents)
      where direction = 1;

    -- Delivery time of a supplier, and how many days an order should last; 7 and 30 unless set.
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
      -- the name remains when the supplier is deleted
      supplier_id uuid references suppliers on delete set null,
      supplier_name text not null,
      state text not null default 'open' check (state in ('open', 'received', 'closed', 'cancelled')),
      note text not null default '',
      created_by uuid references users,
      created_at timestamptz not null,
      version integer not null default 1,
      -- why it was closed before everything arrived
      closed_reason text
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
      received_quantity integer not null default 0 constraint purchase_order_lines_received_check check (received_quantity >= 0),
      -- per unit, as ordered
      purchase_price_cents cents not null
    );
    create index purchase_order_lines_order on purchase_order_lines (purchase_order_id, position);
    create index purchase_order_lines_due on purchase_order_lines (item_id) where received_quantity < quantity;

    -- One row for each delivery. The browser makes the id, so that a repeated request is never posted twice.
    create table purchase_receipts (
      id uuid primary key,
      purchase_order_id uuid not null references purchase_orders,
      -- [{ "lineId": ..., "quantity": ..., "purchasePriceCents": ... }]
      lines jsonb not null,
      received_by uuid references users,
      received_at timestamptz not null,
      -- why more arrived than was ordered
      over_reason text
    );
    create index purchase_receipts_order on purchase_receipts (purchase_order_id, received_at);

    create table purchase_order_mails (
      id uuid primary key,
      purchase_order_id uuid not null references purchase_orders on delete cascade,
      -- the address that was confirmed when the mail was requested
      email text not null,
      asked_at timestamptz not null,
      asked_by text not null,
      sent_at timestamptz
    );
    create index purchase_order_mails_of on purchase_order_mails (purchase_order_id, asked_at);
  `.execute(db);
}
