import { type Kysely, sql } from 'kysely';

/**
 * Refunds count by their adjustment notes (migration 0029), so notes change a day's figures, and refunds no more: those that came
 * back on the day of the note that cancels theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger sales_of_new_refund on refunds;
    drop trigger sales_of_refund on refunds;
    drop trigger sales_of_gone_refund on refunds;
    drop function note_sales_of_refund();

    create or replace function note_sales_of_order() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select (at at time zone 'Australia/Sydney')::date
      from (values (old.placed_at), (new.placed_at)) as o (at) where at is not null
      union
      -- what was paid back of a cancelled order does not count
      select (n.issued_at at time zone 'Australia/Sydney')::date
      from refunds r join adjustment_notes n on n.refund_id = r.id where r.order_id = coalesce(new.id, old.id);
      return null;
    end $$;

    create function note_sales_of_note() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select distinct (at at time zone 'Australia/Sydney')::date
      from (values (old.issued_at), (new.issued_at)) as n (at) where at is not null;
      return null;
    end $$;
    create trigger sales_of_note after insert or delete or update of refund_id, issued_at, amount_cents, gst_cents
      on adjustment_notes for each row execute function note_sales_of_note();

    insert into changed_sales_days (day)
    select (issued_at at time zone 'Australia/Sydney')::date from adjustment_notes
    union
    select day from sales_days where refunds_cents <> 0;
  `.execute(db);
}
