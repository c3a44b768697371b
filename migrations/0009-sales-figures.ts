import { type Kysely, sql } from 'kysely';

/** Sales figures by day and month, for the dashboard and reports. Triggers record the days whose figures have changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sales_days (
      day business_day primary key,
      orders integer not null,
      sales_cents cents not null,
      discount_cents cents not null,
      gst_cents cents not null,
      refunds_cents cents not null,
      refunds_gst_cents cents not null,
      -- false from a change of the day until its goods are summed again
      are_goods_kept boolean not null default false,
      delivery_cents cents not null,
      delivery_refunds_cents cents not null
    );

    -- Days whose figures have changed since they were summed, one row for each change.
    create table changed_sales_days (day business_day not null);

    create function note_sales_of_order() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select (at at time zone 'Australia/Sydney')::date
      from (values (old.placed_at), (new.placed_at)) as o (at) where at is not null
      union
      -- refunds and returns of a cancelled order do not count
      select (n.issued_at at time zone 'Australia/Sydney')::date
      from refunds r join adjustment_notes n on n.refund_id = r.id where r.order_id = coalesce(new.id, old.id)
      union
      select (r.settled_at at time zone 'Australia/Sydney')::date
      from refunds r where r.order_id = coalesce(new.id, old.id) and r.state = 'done' and r.amount_cents = 0;
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

    create function note_sales_of_note() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select distinct (at at time zone 'Australia/Sydney')::date
      from (values (old.issued_at), (new.issued_at)) as n (at) where at is not null;
      return null;
    end $$;

    create trigger sales_of_note after insert or delete or update of refund_id, issued_at, amount_cents, gst_cents
      on adjustment_notes for each row execute function note_sales_of_note();

    create function note_sales_of_unpaid_return() returns trigger language plpgsql as $$
    begin
      insert into changed_sales_days (day)
      select distinct (at at time zone 'Australia/Sydney')::date
      from (values (old.settled_at), (new.settled_at)) as r (at) where at is not null;
      return null;
    end $$;

    create trigger sales_of_unpaid_return after update of state, settled_at on refunds
      for each row when (new.state = 'done' and new.amount_cents = 0) execute function note_sales_of_unpaid_return();

    create table sold_goods (
      day business_day not null,
      item_id uuid not null references product_items on delete cascade,
      units integer not null,
      -- net of discounts
      sales_cents cents not null,
      -- at the average purchase price at the time of the sale
      cost_cents numeric(20, 4) not null,
      -- units without a recorded purchase price
      units_uncosted integer not null,
      -- paid back
      refunds_cents cents not null,
      primary key (item_id, day)
    );
    create index sold_goods_day on sold_goods (day);

    create table sold_months (
      -- first day of the month
      month business_day not null,
      item_id uuid not null references product_items on delete cascade,
      units integer not null,
      sales_cents cents not null,
      refunds_cents cents not null,
      cost_cents numeric(20, 4) not null,
      units_uncosted integer not null,
      primary key (month, item_id)
    );
    create index sold_months_item on sold_months (item_id);
    -- best sellers of a month
    create index sold_months_units on sold_months (month, units desc);

    -- Whether the month's sums are current: false from a change of one of its days until it is summed again.
    create table sold_months_kept (
      month business_day primary key,
      is_kept boolean not null
    );
  `.execute(db);
}
