import { type Kysely, sql } from 'kysely';

/**
 * What each business day sold and paid back, so that figures of a year are read from as many rows as it has days. Whoever
 * changes what a day's figures are made of leaves a note of the day, by triggers, in the same transaction; notes are only ever
 * added, so that nobody waits for anybody. 'reports/sales-days.server.ts' adds those days up anew and takes the notes away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sales_days (
      day business_day primary key,
      orders integer not null,
      sales_cents cents not null,
      discount_cents cents not null,
      gst_cents cents not null,
      refunds_cents cents not null,
      refunds_gst_cents cents not null
    );

    -- days that have changed since they were added up; a day stands here once for each change
    create table changed_sales_days (day business_day not null);

    create function note_sales_of_order() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select (at at time zone 'Australia/Sydney')::date
      from (values (old.placed_at), (new.placed_at)) as o (at) where at is not null
      union
      -- what was paid back of a cancelled order does not count
      select (settled_at at time zone 'Australia/Sydney')::date
      from refunds where order_id = coalesce(new.id, old.id) and state = 'done';
      return null;
    end $$;
    create trigger sales_of_new_order after insert on orders
      for each row when (new.payment = 'paid') execute function note_sales_of_order();
    create trigger sales_of_order
      after update of payment, status, placed_at, amount_paid_cents, discount_cents, gst_cents on orders for each row
      when ((old.payment = 'paid' or new.payment = 'paid')
        and (old.payment, old.status = 2, old.placed_at, old.amount_paid_cents, old.discount_cents, old.gst_cents)
          is distinct from (new.payment, new.status = 2, new.placed_at, new.amount_paid_cents, new.discount_cents, new.gst_cents))
      execute function note_sales_of_order();
    create trigger sales_of_gone_order after delete on orders
      for each row when (old.payment = 'paid') execute function note_sales_of_order();

    create function note_sales_of_refund() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select distinct (at at time zone 'Australia/Sydney')::date
      from (values (old.settled_at), (new.settled_at)) as r (at) where at is not null;
      return null;
    end $$;
    create trigger sales_of_new_refund after insert on refunds
      for each row when (new.state = 'done') execute function note_sales_of_refund();
    create trigger sales_of_refund after update of state, order_id, settled_at, amount_cents, gst_cents on refunds
      for each row when (old.state = 'done' or new.state = 'done') execute function note_sales_of_refund();
    create trigger sales_of_gone_refund after delete on refunds
      for each row when (old.state = 'done') execute function note_sales_of_refund();

    -- what is there already is added up when the program starts
    insert into changed_sales_days (day)
    select (placed_at at time zone 'Australia/Sydney')::date from orders where payment = 'paid'
    union
    select (settled_at at time zone 'Australia/Sydney')::date from refunds where state = 'done';
  `.execute(db);
}
