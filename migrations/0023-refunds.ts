import { type Kysely, sql } from 'kysely';

/** Who changed an order's status, what was paid back of it, and the papers about that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_status_events (
      id uuid primary key,
      order_id uuid not null references orders on delete cascade,
      at timestamptz not null,
      -- null for what happens by itself
      actor_id uuid references users,
      from_status smallint not null,
      to_status smallint not null
    );
    create index order_status_events_order on order_status_events (order_id, id);

    create table refunds (
      id uuid primary key,
      order_id uuid not null references orders,
      -- the Idempotency-Key, and a keyed hash of what it was used for
      key text not null unique,
      fingerprint bytea not null,
      -- pending: the provider is being asked; failed: it refused. Both hold their amount, as done ones do
      state text not null default 'pending' check (state in ('pending', 'failed', 'done', 'withdrawn')),
      amount_cents cents not null check (amount_cents >= 0),
      shipping_cents cents not null check (shipping_cents >= 0),
      -- of the amount, once it is paid
      gst_cents cents,
      reason text not null,
      -- how often it was refused, and tried again under another key of the provider's
      retries integer not null default 0,
      -- until then whoever set it asks the provider, and nobody else
      asking_until timestamptz,
      -- while it is pending it is asked about by itself from then on
      ask_after timestamptz not null,
      created_by uuid not null references users,
      created_at timestamptz not null,
      settled_at timestamptz
    );
    create index refunds_order on refunds (order_id, id);
    create index refunds_pending on refunds (ask_after) where state = 'pending';

    create table refund_lines (
      refund_id uuid not null references refunds on delete cascade,
      order_item_id uuid not null references order_items,
      quantity integer not null check (quantity > 0),
      is_restocked boolean not null,
      -- what the units came to, net of discount; what was paid is the refund's amount
      amount_cents cents not null check (amount_cents >= 0),
      primary key (refund_id, order_item_id)
    );
    create index refund_lines_item on refund_lines (order_item_id);

    create table adjustment_notes (
      id uuid primary key,
      refund_id uuid not null unique references refunds,
      -- ADJ-100001, without gaps
      number text not null unique,
      issued_at timestamptz not null,
      -- everything on the paper, as it was when issued
      content jsonb not null,
      -- set once the PDF is written; from then on these bytes are the note
      file_key text
    );
    insert into counters (name, value) values ('adjustment', 100000);

    alter table test_charges
      -- what becomes of its refunds; see 'orders/payment-test.server.ts'
      add column refund_outcome text not null default 'refunded',
      add column refunds_asked integer not null default 0;

    create index payment_events_received on payment_events (received_at);
  `.execute(db);
}
