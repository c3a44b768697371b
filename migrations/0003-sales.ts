import { type Kysely, sql } from 'kysely';

/** Promos and their redemptions, orders, invoices, and the test provider's own table of charges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table promos (
      id uuid primary key,
      code text not null,
      description text not null default '',
      discount_percentage numeric(5, 2) check (discount_percentage between 1 and 100),
      discount_cents cents check (discount_cents > 0),
      minimum_spend_cents cents not null default 0,
      expiry_day business_day,
      is_applicable_to_all_products boolean not null default false,
      is_one_time_use_only boolean not null default false,
      archived_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      check ((discount_percentage is null) <> (discount_cents is null))
    );
    create unique index promos_code_key on promos (lower(code)) where archived_at is null;

    create table promo_products (
      promo_id uuid not null references promos on delete cascade,
      product_id uuid not null references products on delete cascade,
      primary key (promo_id, product_id)
    );
    create index promo_products_product on promo_products (product_id);

    create table orders (
      id uuid primary key,
      -- SO-100001; given when the payment is confirmed, without gaps
      number text,
      -- 0 New Order, 1 Completed, 2 Cancelled, 3 Refunded, 4 Picking in Progress
      status smallint not null default 0 check (status between 0 and 4),
      -- awaiting: goods and promo are held while the provider decides; released: given back, kept for the record
      payment text not null check (payment in ('awaiting', 'paid', 'released')),
      user_id uuid references users,
      -- the hashed password of an account that is made when the payment is confirmed; emptied when that is decided
      registration_hash text,
      first_name text not null,
      last_name text not null,
      email text not null,
      billing jsonb not null,
      shipping jsonb not null,
      shipping_method smallint not null check (shipping_method in (1, 2)),
      sub_total_cents cents not null,
      discount_cents cents not null,
      shipping_fee_cents cents not null,
      total_cents cents not null,
      gst_cents cents not null,
      amount_paid_cents cents not null default 0,
      amount_refunded_cents cents not null default 0,
      promo_id uuid references promos,
      promo_code text,
      ip_address text not null,
      payment_provider text not null,
      payment_reference text,
      card_brand text,
      card_last4 text,
      placed_at timestamptz not null,
      settled_at timestamptz,
      version integer not null default 1
    );
    create unique index orders_number_key on orders (number) where number is not null;
    create index orders_user on orders (user_id, placed_at desc) where payment = 'paid';
    create index orders_paid on orders (placed_at desc, id desc) where payment = 'paid';
    create index orders_awaiting on orders (placed_at) where payment = 'awaiting';

    create table order_items (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      position integer not null,
      product_id uuid not null references products,
      item_id uuid not null references product_items,
      product_name text not null,
      product_code text not null,
      product_url text not null,
      -- "Small / Blue", empty for a plain product
      label text not null,
      image_key text,
      quantity integer not null check (quantity > 0),
      price_cents cents not null,
      discount_cents cents not null,
      returned_quantity integer not null default 0 check (returned_quantity between 0 and quantity)
    );
    create index order_items_order on order_items (order_id, position);
    create index order_items_product on order_items (product_id);
    create index order_items_item on order_items (item_id);

    create table redemptions (
      order_id uuid primary key references orders on delete cascade,
      promo_id uuid not null references promos,
      is_one_time boolean not null,
      redeemed_at timestamptz not null,
      released_at timestamptz
    );
    create unique index redemptions_one_time on redemptions (promo_id) where is_one_time and released_at is null;
    create index redemptions_promo on redemptions (promo_id) where released_at is null;

    -- one row for each Idempotency-Key: what was asked (a keyed hash without card fields) and what was answered
    create table checkout_attempts (
      key text primary key,
      fingerprint bytea not null,
      order_id uuid references orders,
      answer jsonb,
      created_at timestamptz not null
    );
    create index checkout_attempts_order on checkout_attempts (order_id);

    create table tax_invoices (
      id uuid primary key,
      order_id uuid not null unique references orders,
      number text not null unique,
      issued_at timestamptz not null,
      -- everything on the paper, as it was when issued
      content jsonb not null,
      -- set once the PDF is written; from then on these bytes are the invoice
      file_key text
    );

    create table payment_events (
      provider text not null,
      event_id text not null,
      type text not null,
      received_at timestamptz not null,
      primary key (provider, event_id)
    );

    -- the provider 'test' keeps its charges here, as a real one would in its own house
    create table test_charges (
      key text primary key,
      reference text not null unique,
      amount_cents cents not null,
      outcome text not null,
      card_brand text not null,
      card_last4 text not null,
      asked integer not null default 1,
      refunded_cents cents not null default 0,
      created_at timestamptz not null
    );

    create table test_refunds (
      key text primary key,
      reference text not null references test_charges (reference),
      amount_cents cents not null
    );
    create index test_refunds_reference on test_refunds (reference);
  `.execute(db);
}
