import { type Kysely, sql } from 'kysely';

/** Deliveries of parts of orders with proof, and the days on which the rest is expected. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deliveries (
      -- made by the caller, so that a repeated request makes one delivery
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      -- 1 and up within the order
      number smallint not null check (number > 0),
      state text not null check (state in ('packing', 'dispatched', 'delivered', 'failed', 'cancelled')),
      carrier text not null default '',
      consignment_number text not null default '',
      planned_day business_day,
      dispatched_at timestamptz,
      -- of the driver's link: a new link raises it, so that the former one is refused
      link_number integer not null default 1,
      delivered_at timestamptz,
      -- who took the goods; may be empty if staff record a carrier's delivery
      received_by text not null default '',
      -- the id of the proof or failed attempt that was recorded last, made by the driver's phone
      report_id uuid,
      has_photo boolean not null default false,
      has_signature boolean not null default false,
      -- of the last attempt that failed
      failed_at timestamptz,
      failure text not null default '',
      created_at timestamptz not null,
      version integer not null default 1,
      unique (order_id, number),
      check ((state = 'delivered') = (delivered_at is not null)),
      check (state <> 'failed' or failure <> '')
    );
    -- what is to be packed, by day
    create index deliveries_packing on deliveries (planned_day, order_id, number) where state = 'packing';

    create table delivery_lines (
      delivery_id uuid not null references deliveries on delete cascade,
      order_item_id uuid not null references order_items on delete cascade,
      quantity integer not null check (quantity > 0),
      primary key (delivery_id, order_item_id)
    );
    create index delivery_lines_item on delivery_lines (order_item_id);

    -- When the rest of an order line is expected.
    create table back_orders (
      order_item_id uuid primary key references order_items on delete cascade,
      expected_day business_day not null
    );
  `.execute(db);
}
