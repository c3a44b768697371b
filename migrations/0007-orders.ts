import { type Kysely, sql } from 'kysely';

/** Promos and their redemptions, orders with everything written about them, invoices, and the test payment provider's own charges. */
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
    create index promos_code on promos (lower(code), id);
    create index promos_percentage on promos (coalesce(discount_percentage, 0), id) where archived_at is null;
    create index promos_amount on promos (coalesce(discount_cents, 0), id) where archived_at is null;
    create index promos_minimum on promos (minimum_spend_cents, id) where archived_at is null;
    create index promos_all on promos (is_applicable_to_all_products, id) where archived_at is null;
    create index promos_expiry on promos (coalesce(expiry_day, '9999-12-31'), id) where archived_at is null;
    create index promos_one_time on promos (is_one_time_use_only, id) where archived_at is null;
    create index promos_words on promos using gin (search_words(code || ' ' || description));

    create table promo_products (
      promo_id uuid not null references promos on delete cascade,
      product_id uuid not null references products on delete cascade,
      primary key (promo_id, product_id)
    );
    create index promo_products_product on promo_products (product_id);

    create function word_pairs(words tsvector) returns text[] language sql immutable parallel safe
      return (select array_agg(distinct lexeme || ' ' || next) from (
        select lexeme, place, lead(lexeme) over by_place as next, lead(place) over by_place as next_place
        from (select lexeme, unnest(positions) as place from unnest(words)) w window by_place as (order by place)) p
        where next_place = place + 1);

    create table orders (
      id uuid primary key,
      -- SO-100001; assigned when the payment is confirmed, without gaps
      number text,
      -- 0 New Order, 1 Completed, 2 Cancelled, 3 Refunded, 4 Picking in Progress
      status smallint not null default 0 check (status between 0 and 4),
      -- awaiting: stock and promo are reserved until the payment provider decides; released: not paid, reservation ended
      payment text not null check (payment in ('awaiting', 'paid', 'released')),
      user_id uuid references users,
      -- password hash of the account that is created when the payment is confirmed; null once that is decided
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
      version integer not null default 1,
      -- set when the order is paid, and never changed afterwards
      words tsvector
    );
    create unique index orders_number_key on orders (number) where number is not null;
    create index orders_user on orders (user_id, placed_at desc) where payment = 'paid';
    create index orders_paid on orders (placed_at desc, id desc) where payment = 'paid';
    create index orders_awaiting on orders (placed_at) where payment = 'awaiting';
    create index orders_new on orders (placed_at) where payment = 'paid' and status = 0;
    create index orders_words on orders using gin (words) with (fastupdate = off);
    create index orders_email on orders (lower(email) collate "C") where payment = 'paid';
    create index orders_by_number on orders ((substr(number, 4)::bigint), id) where payment = 'paid';
    create index orders_by_first_name on orders (lower(first_name || ' ' || last_name), id) where payment = 'paid';
    create index orders_by_last_name on orders (lower(last_name || ' ' || first_name), id) where payment = 'paid';
    create index orders_by_total on orders (total_cents, id) where payment = 'paid';
    create index orders_by_status on orders (status, id) where payment = 'paid';
    create index orders_of_status on orders (status, placed_at, id) where payment = 'paid';
    create index orders_of_method on orders (shipping_method, placed_at, id) where payment = 'paid';
    create index orders_of_promo on orders (lower(promo_code), placed_at) where payment = 'paid' and promo_code is not null;
    create index orders_refunded_partly on orders (placed_at, id)
      where payment = 'paid' and amount_refunded_cents > 0 and amount_refunded_cents < amount_paid_cents;
    create index orders_refunded_fully on orders (placed_at, id)
      where payment = 'paid' and amount_refunded_cents > 0 and amount_refunded_cents = amount_paid_cents;
    -- index-only scan for the figures of a promo
    create index orders_promo on orders (promo_id, payment, status) include (discount_cents) where promo_id is not null;
    create index orders_sold on orders (id) include (placed_at) where payment = 'paid' and status <> 2;
    create index orders_by_paid on orders (amount_paid_cents, id) where payment = 'paid';
    create index orders_sales on orders (placed_at)
      include (id, status, amount_paid_cents, amount_refunded_cents, gst_cents, discount_cents, shipping_fee_cents, promo_id)
      where payment = 'paid';
    create index orders_with_promo on orders (promo_id, placed_at, id) where payment = 'paid' and promo_id is not null;
    create index orders_word_pairs on orders using gin (word_pairs(words)) with (fastupdate = off);
    create index orders_of_guests on orders (lower(email) collate "C") where payment = 'paid' and user_id is null;

    create table order_items (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      position integer not null,
      product_id uuid not null references products,
      item_id uuid not null references product_items,
      product_name text not null,
      product_code text not null,
      product_url text not null,
      -- "Small / Blue"; empty for a plain product
      label text not null,
      image_key text,
      quantity integer not null check (quantity > 0),
      price_cents cents not null,
      discount_cents cents not null,
      returned_quantity integer not null default 0 check (returned_quantity between 0 and quantity)
    );
    create index order_items_order on order_items (order_id, position);
    create index order_items_sales on order_items (order_id) include (product_id, item_id, quantity, price_cents, discount_cents);
    create index order_items_item on order_items (item_id) include (order_id, quantity, price_cents, discount_cents);
    create index order_items_product on order_items (product_id, order_id);

    -- The words that a search for orders looks at: people, business, promo and goods. Numbers and full e-mails are looked up directly.
    create function order_words(which uuid) returns tsvector language sql stable
      return (select search_words(concat_ws(' ', o.first_name, o.last_name, o.shipping->>'firstName', o.shipping->>'lastName',
        o.billing->>'companyName', o.billing->>'abn', o.billing->>'purchaseOrder',
        split_part(o.email, '@', 1), split_part(split_part(o.email, '@', 2), '.', 1), o.billing->>'mobile', o.promo_code,
        (select string_agg(i.product_code || ' ' || i.product_name || ' ' || i.label, ' ' order by i.position)
          from order_items i where i.order_id = o.id))) from orders o where o.id = which);

    create table redemptions (
      order_id uuid primary key references orders on delete cascade,
      promo_id uuid not null references promos,
      is_one_time boolean not null,
      redeemed_at timestamptz not null,
      released_at timestamptz
    );
    create unique index redemptions_one_time on redemptions (promo_id) where is_one_time and released_at is null;
    create index redemptions_promo on redemptions (promo_id) where released_at is null;

    -- One row for each Idempotency-Key: the request (a keyed hash without card fields) and its answer.
    create table checkout_attempts (
      key text primary key,
      fingerprint bytea not null,
      order_id uuid references orders,
      answer jsonb,
      created_at timestamptz not null
    );
    create index checkout_attempts_order on checkout_attempts (order_id);
    create index checkout_attempts_refused on checkout_attempts (created_at) where order_id is null;

    create table email_reservations (
      -- in lower case
      email text primary key,
      order_id uuid not null unique references orders on delete cascade
    );

    create table order_notes (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      text text not null,
      author_id uuid references users,
      -- the author's name at that time
      author_name text not null,
      created_at timestamptz not null,
      edited_at timestamptz,
      version integer not null default 1
    );
    create index order_notes_order on order_notes (order_id, created_at);

    -- Mails to the buyer after the first confirmation.
    create table order_mails (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      kind text not null check (kind in ('confirmation', 'picking', 'completed', 'cancelled', 'reopened')),
      asked_at timestamptz not null,
      asked_by text not null,
      -- null until sent
      sent_at timestamptz
    );
    create index order_mails_order on order_mails (order_id, asked_at);

    create table order_status_events (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      at timestamptz not null,
      -- null for automatic changes
      actor_id uuid references users,
      from_status smallint not null,
      to_status smallint not null,
      -- an event without a change of status; both statuses are then the same
      note text
    );
    create index order_status_events_order on order_status_events (order_id, id);

    create table tax_invoices (
      id uuid primary key,
      order_id uuid not null unique references orders,
      number text not null unique,
      issued_at timestamptz not null,
      -- everything printed on it, as it was when issued
      content jsonb not null,
      -- set once the PDF is written; that file is the invoice from then on
      file_key text
    );

    create table payment_events (
      provider text not null,
      event_id text not null,
      type text not null,
      received_at timestamptz not null,
      primary key (provider, event_id)
    );
    create index payment_events_received on payment_events (received_at);

    -- Charges of the payment provider 'test'; a real provider has its own.
    create table test_charges (
      key text primary key,
      reference text not null unique,
      amount_cents cents not null,
      outcome text not null,
      card_brand text not null,
      card_last4 text not null,
      asked integer not null default 1,
      refunded_cents cents not null default 0,
      created_at timestamptz not null,
      -- what happens to its refunds, see orders/payment/test.server.ts
      refund_outcome text not null default 'refunded',
      refunds_asked integer not null default 0
    );

    create table test_refunds (
      key text primary key,
      reference text not null references test_charges (reference),
      amount_cents cents not null
    );
    create index test_refunds_reference on test_refunds (reference);

    -- Words of all orders, for searches by the beginning of a word. Two orders placed at once may both add a word: neither waits.
    create table known_order_words (word text collate "C" not null);
    create index known_order_words_word on known_order_words (word);

    create function note_words_of_order() returns trigger language plpgsql as $$ begin
      insert into known_order_words (word) select word from unnest(tsvector_to_array(new.words)) n (word)
        where not exists (select from known_order_words k where k.word = n.word);
      return null;
    end $$;

    create trigger words_of_order after insert or update of words on orders
      for each row when (new.words is not null) execute function note_words_of_order();
  `.execute(db);
}
