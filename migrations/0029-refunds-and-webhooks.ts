import { type Kysely, sql } from 'kysely';

/**
 * Refunds that fail after they were paid, and the notes that cancel notes; orders in the order of what was paid, and by their
 * promo; what signs the webhook.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds
      -- a sentence of the provider's, where it refused
      add column failure text,
      -- when money that had been paid came back
      add column came_back_at timestamptz,
      -- its units count as returned; they do not go away with the money
      add column has_returned boolean not null default false;
    update refunds set has_returned = true where state = 'done';

    -- what happened without a change of status; the two are then the same
    alter table order_status_events add column note text;

    -- the ledger of money paid back: what a note takes off the price, below 0 where it cancels another
    alter table adjustment_notes
      add column cancels_id uuid unique references adjustment_notes,
      add column amount_cents cents,
      add column gst_cents cents;
    update adjustment_notes n set amount_cents = r.amount_cents, gst_cents = r.gst_cents from refunds r where r.id = n.refund_id;
    alter table adjustment_notes
      alter column amount_cents set not null,
      alter column gst_cents set not null,
      drop constraint adjustment_notes_refund_id_key;
    create index adjustment_notes_refund on adjustment_notes (refund_id, issued_at);
    create index adjustment_notes_issued on adjustment_notes (issued_at) include (refund_id, amount_cents, gst_cents);
    drop index refunds_done;
  `.execute(db);
  await sql`
    create index orders_by_paid on orders (amount_paid_cents, id) where payment = 'paid';
    -- figures of a period come from this alone, now delivery too
    drop index orders_sales;
    create index orders_sales on orders (placed_at)
      include (id, status, amount_paid_cents, amount_refunded_cents, gst_cents, discount_cents, shipping_fee_cents, promo_id)
      where payment = 'paid';
    create index orders_with_promo on orders (promo_id, placed_at, id) where payment = 'paid' and promo_id is not null;
  `.execute(db);
  await sql`
    -- what signs events for another system; one that is replaced still signs until it expires
    create table webhook_secrets (
      id uuid primary key,
      secret text not null,
      created_by uuid references users,
      created_at timestamptz not null,
      expires_at timestamptz
    );
  `.execute(db);
}
