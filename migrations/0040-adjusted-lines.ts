import { type Kysely, sql } from 'kysely';

/**
 * What each adjustment note takes off which line of its order, and off the delivery, to the cent; see 'orders/adjusted.ts'. With
 * it what was sold is told less what was paid back, and adds up to what the days come to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table adjustment_notes add column delivery_cents cents not null default 0;
    create table adjustment_lines (
      note_id uuid not null references adjustment_notes on delete cascade,
      order_item_id uuid not null references order_items on delete cascade,
      -- below 0 where the note cancels another
      amount_cents cents not null,
      -- units that were put back for it, likewise
      units_restocked integer not null,
      primary key (note_id, order_item_id)
    );
  `.execute(db);
  await fill(db);
  await sql`
    alter table adjustment_notes alter column delivery_cents drop default;
    drop index adjustment_notes_issued;
    create index adjustment_notes_issued on adjustment_notes (issued_at) include (id, refund_id, amount_cents, gst_cents, delivery_cents);

    -- of sold goods and of days, what was paid back of them
    alter table sold_goods add column refunds_cents cents not null default 0;
    alter table sold_goods alter column refunds_cents drop default;
    alter table sales_days
      add column delivery_cents cents not null default 0,
      add column delivery_refunds_cents cents not null default 0;
    alter table sales_days alter column delivery_cents drop default, alter column delivery_refunds_cents drop default;
    insert into changed_sales_days (day) select day from sales_days;
  `.execute(db);
}

/**
 * Shares out notes that are there already, as new ones are: over what the refund was for, or all of the order, by largest
 * remainder, the first line of equals first and delivery last. What cancels a note takes its shares away again.
 */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table shares on commit drop as
    with notes as (
      select n.id, n.amount_cents as amount, r.id as refund_id, r.order_id, r.shipping_cents,
        r.shipping_cents + (select coalesce(sum(l.amount_cents), 0) from refund_lines l where l.refund_id = r.id) > 0 as is_for_some
      from adjustment_notes n join refunds r on r.id = n.refund_id where n.cancels_id is null
    ), weights as (
      select n.id, n.amount, i.id as order_item_id, i.position as place,
        coalesce(l.quantity, 0) * coalesce(l.is_restocked, false)::int as restocked,
        case when n.is_for_some then coalesce(l.amount_cents, 0) else i.quantity * i.price_cents - i.discount_cents end::numeric as weight
      from notes n join order_items i on i.order_id = n.order_id
      left join refund_lines l on l.refund_id = n.refund_id and l.order_item_id = i.id
      union all
      select n.id, n.amount, null, 1000000, 0, case when n.is_for_some then n.shipping_cents else o.shipping_fee_cents end
      from notes n join orders o on o.id = n.order_id
    ), wholes as (
      select *, greatest(sum(weight) over (partition by id), 1) as whole from weights
    ), rounded as (
      select *, div(amount * weight, whole) as share,
        row_number() over (partition by id order by (amount * weight) % whole desc, place) as turn
      from wholes
    )
    select id, order_item_id, restocked,
      share + case when turn <= amount - sum(share) over (partition by id) then 1 else 0 end as amount
    from rounded;

    update adjustment_notes n set delivery_cents = s.amount from shares s where s.id = n.id and s.order_item_id is null;
    update adjustment_notes n set delivery_cents = -c.delivery_cents from adjustment_notes c where c.id = n.cancels_id;
    insert into adjustment_lines (note_id, order_item_id, amount_cents, units_restocked)
    select id, order_item_id, amount, restocked from shares where order_item_id is not null and (amount <> 0 or restocked <> 0);
    insert into adjustment_lines (note_id, order_item_id, amount_cents, units_restocked)
    select n.id, l.order_item_id, -l.amount_cents, -l.units_restocked
    from adjustment_notes n join adjustment_lines l on l.note_id = n.cancels_id;
    drop table shares;
  `.execute(db);
}
