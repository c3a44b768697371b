import { type Kysely, sql } from 'kysely';

/** What the back office's list of orders sorts, filters and searches by; notes on orders, and the mails that staff send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what a search for words looks at: people, promo and goods; numbers and addresses of mail are looked up by themselves
    create function order_words(which uuid) returns tsvector language sql stable
      return (select search_words(concat_ws(' ', o.first_name, o.last_name, o.shipping->>'firstName', o.shipping->>'lastName',
        split_part(o.email, '@', 1), split_part(split_part(o.email, '@', 2), '.', 1), o.billing->>'mobile', o.promo_code,
        (select string_agg(i.product_code || ' ' || i.product_name || ' ' || i.label, ' ' order by i.position)
          from order_items i where i.order_id = o.id))) from orders o where o.id = which);

    -- set when the order is paid, and the same from then on
    alter table orders add column words tsvector;
    update orders set words = order_words(id) where payment = 'paid';

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

    create table order_notes (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      text text not null,
      author_id uuid references users,
      -- as it was when the note was written
      author_name text not null,
      created_at timestamptz not null,
      edited_at timestamptz,
      version integer not null default 1
    );
    create index order_notes_order on order_notes (order_id, created_at);

    -- what a buyer is sent after the confirmation, and the confirmation again
    create table order_mails (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      kind text not null check (kind in ('confirmation', 'picking', 'completed', 'cancelled', 'reopened')),
      asked_at timestamptz not null,
      asked_by text not null,
      -- null until it has left
      sent_at timestamptz
    );
    create index order_mails_order on order_mails (order_id, asked_at);
  `.execute(db);
}
