import { type Kysely, sql } from 'kysely';

/**
 * A refund of $0 has no adjustment note, but may put goods back on the shelf: their cost comes off the day it was settled. So it
 * changes that day's figures, and so does cancelling its order or taking it up again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index refunds_unpaid on refunds (settled_at) where state = 'done' and amount_cents = 0;

    create or replace function note_sales_of_order() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select (at at time zone 'Australia/Sydney')::date
      from (values (old.placed_at), (new.placed_at)) as o (at) where at is not null
      union
      -- what was paid back of a cancelled order, or put back, does not count
      select (n.issued_at at time zone 'Australia/Sydney')::date
      from refunds r join adjustment_notes n on n.refund_id = r.id where r.order_id = coalesce(new.id, old.id)
      union
      select (r.settled_at at time zone 'Australia/Sydney')::date
      from refunds r where r.order_id = coalesce(new.id, old.id) and r.state = 'done' and r.amount_cents = 0;
      return null;
    end $$;

    create function note_sales_of_unpaid_return() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select distinct (at at time zone 'Australia/Sydney')::date
      from (values (old.settled_at), (new.settled_at)) as r (at) where at is not null;
      return null;
    end $$;
    create trigger sales_of_unpaid_return after update of state, settled_at on refunds
      for each row when (new.state = 'done' and new.amount_cents = 0) execute function note_sales_of_unpaid_return();

    insert into changed_sales_days (day)
    select distinct (settled_at at time zone 'Australia/Sydney')::date
    from refunds where state = 'done' and amount_cents = 0 and settled_at is not null;
  `.execute(db);
}
