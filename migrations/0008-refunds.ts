import { type Kysely, sql } from 'kysely';

/** Refunds, and the adjustment notes that are issued for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refunds (
      id uuid primary key,
      order_id uuid not null references orders,
      -- the Idempotency-Key and a keyed hash of its request
      key text not null unique,
      fingerprint bytea not null,
      -- pending: the provider is being asked; failed: it refused. Pending, failed and done refunds all reserve their amount
      state text not null default 'pending' check (state in ('pending', 'failed', 'done', 'withdrawn')),
      amount_cents cents not null check (amount_cents >= 0),
      shipping_cents cents not null check (shipping_cents >= 0),
      -- GST in the amount, once paid
      gst_cents cents,
      reason text not null,
      -- how often the provider refused it and it was tried again with a new key
      retries integer not null default 0,
      -- lease: until then only the process that set it asks the provider
      asking_until timestamptz,
      -- while pending, a job asks the provider about it from then on
      ask_after timestamptz not null,
      created_by uuid not null references users,
      created_at timestamptz not null,
      settled_at timestamptz,
      -- the provider's reason for refusing
      failure text,
      -- when a completed refund was returned by the bank
      came_back_at timestamptz,
      -- its units count as returned, even if the money comes back later
      has_returned boolean not null default false
    );
    create index refunds_order on refunds (order_id, id);
    create index refunds_pending on refunds (ask_after) where state = 'pending';
    create index refunds_unpaid on refunds (settled_at) where state = 'done' and amount_cents = 0;

    create table refund_lines (
      refund_id uuid not null references refunds on delete cascade,
      order_item_id uuid not null references order_items,
      quantity integer not null check (quantity > 0),
      is_restocked boolean not null,
      -- value of the units net of discount; the amount paid is the refund's
      amount_cents cents not null check (amount_cents >= 0),
      primary key (refund_id, order_item_id)
    );
    create index refund_lines_item on refund_lines (order_item_id);

    create table adjustment_notes (
      id uuid primary key,
      refund_id uuid not null references refunds,
      -- ADJ-100001, without gaps
      number text not null unique,
      issued_at timestamptz not null,
      -- everything printed on it, as it was when issued
      content jsonb not null,
      -- set once the PDF is written; that file is the note from then on
      file_key text,
      -- the note that this one cancels; its amounts are then below 0
      cancels_id uuid unique references adjustment_notes,
      amount_cents cents not null,
      gst_cents cents not null,
      delivery_cents cents not null
    );
    create index adjustment_notes_refund on adjustment_notes (refund_id, issued_at);
    create index adjustment_notes_issued on adjustment_notes (issued_at) include (id, refund_id, amount_cents, gst_cents, delivery_cents);

    create table adjustment_lines (
      note_id uuid not null references adjustment_notes on delete cascade,
      order_item_id uuid not null references order_items on delete cascade,
      -- below 0 if the note cancels another
      amount_cents cents not null,
      -- units put back on the shelf, likewise
      units_restocked integer not null,
      primary key (note_id, order_item_id)
    );
  `.execute(db);
}
