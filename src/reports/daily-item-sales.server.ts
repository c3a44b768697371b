import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Rounds, startRounds } from '#platform/process/periodic-rounds.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import type { Period } from './period.ts';
import { rebuildDailySales, instantsOf } from './daily-sales.server.ts';
import { countsAsSale, refundsPaid, unpaidReturns } from './counted-sales.server.ts';

/*
 * Sales and refunds by item are stored for each past day in `sold_goods` and for each past month in `sold_months`.
 * Today, and a day whose figures have changed (see 'daily-sales.server.ts'), are calculated from orders until the day is
 * rebuilt. A month with such a day is calculated from its days.
 */

const figures = sql.raw('item_id, units, sales_cents, refunds_cents, cost_cents, units_uncosted');
const columns = sql`day, ${figures}`;

const monthOf = (day: RawBuilder<unknown>): RawBuilder<Day> => sql`date_trunc('month', ${day}::timestamp)::date`;
const endOfMonth = (month: RawBuilder<unknown>): RawBuilder<Day> => sql`(${month} + interval '1 month - 1 day')::date`;

/**
 * An order's lines. `offset 0` makes PostgreSQL use the index. Otherwise it would read all lines, because it estimates that
 * a few days contain a ninth of all orders.
 */
const linesOf = (order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from order_items l where l.order_id = ${order} offset 0)`;

/**
 * Rows of `sold_goods`, calculated from orders; `days` are rows `(day)`. The cost is the average purchase price that the
 * ledger stored with the sale, or with the last sale of a reopened order. Units restocked by a refund have no cost.
 */
const sumOfDays = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.day, l.item_id, sum(l.units)::int, sum(l.sales)::bigint, sum(l.refunds)::bigint,
    coalesce(sum(l.used * m.cost), 0), coalesce(sum(l.used) filter (where m.cost is null), 0)::int
  from (
    select d.day, l.order_id, l.item_id, l.quantity as units, l.quantity * l.price_cents - l.discount_cents as sales,
      0 as refunds, l.quantity as used
    from ${instantsOf(days)} d
    join orders o on ${countsAsSale(sql`o`)} and o.placed_at >= d.first and o.placed_at < d.next
    cross join lateral ${linesOf(sql`o.id`)} l
    union all
    select d.day, l.order_id, l.item_id, 0, 0, a.amount_cents, -a.units_restocked
    from ${instantsOf(days)} d
    join ${refundsPaid} p on p.at >= d.first and p.at < d.next
    cross join lateral (select * from adjustment_lines a where a.note_id = p.note_id offset 0) a
    join order_items l on l.id = a.order_item_id
    union all
    select d.day, l.order_id, l.item_id, 0, 0, 0, -p.units
    from ${instantsOf(days)} d
    join ${unpaidReturns} p on p.at >= d.first and p.at < d.next
    join order_items l on l.id = p.order_item_id
  ) l
  left join lateral (select m.average_cost_cents as cost from stock_movements m
    where m.order_id = l.order_id and m.item_id = l.item_id and m.direction = 1 order by m.id desc limit 1) m on true
  group by l.day, l.item_id`;

/**
 * Sales by item in a period: rows `(item_id, units, sales, refunds, cost, uncosted)`, amounts in cents; `uncosted`
 * units were sold without a stored cost and are not in `cost`.
 */
export const soldItems = ({ startDate, endDate }: Period): RawBuilder<unknown> => sql`(
  with open as materialized (
    select day from changed_sales_days where day between ${startDate} and ${endDate} union
    select day from sales_days where day between ${startDate} and ${endDate} and not are_goods_kept
  ), whole as materialized (
    select month from sold_months_kept k
    where is_kept and month >= ${startDate} and ${endOfMonth(sql`month`)} <= ${endDate}
      and not exists (select from open where ${monthOf(sql`open.day`)} = k.month)
  ), single as materialized (
    select day from sales_days where day between ${startDate} and ${endDate}
      and day not in (select day from open) and ${monthOf(sql`day`)} not in (select month from whole)
  ), goods (item_id, units, sales, refunds, cost, uncosted) as (
    select ${figures} from sold_months where month in (select month from whole)
    union all
    select ${figures} from sold_goods where day = any (array(select day from single))
    union all
    select item_id, units, sales, refunds, cost, uncosted
    from (${sumOfDays(sql`open`)}) added (day, item_id, units, sales, refunds, cost, uncosted)
  )
  select item_id, sum(units) as units, sum(sales) as sales, sum(refunds) as refunds, sum(cost) as cost,
    sum(uncosted) as uncosted
  from goods group by item_id)`;

/** Rebuilds the item sales of every changed day and month before `today`. A day that changes in the meantime stays marked. */
export async function rebuildItemSales(db: Db, today: Day, signal?: AbortSignal): Promise<void> {
  await rebuildDailySales(db);
  while (!signal?.aborted && (await rebuildDay(db, today)));
  while (!signal?.aborted && (await rebuildMonth(db, today)));
}

/** Rebuilds the newest changed day. It is marked as current before it is read, so that a concurrent change marks it again. */
const rebuildDay = (db: Db, today: Day): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ day: Day }>`
      update sales_days set are_goods_kept = true where day = (
        select day from sales_days where not are_goods_kept and day < ${today} order by day desc limit 1
        for update skip locked)
      returning day`.execute(tx);
    const [changed] = rows;
    if (!changed) return false;
    await sql`delete from sold_goods where day = ${changed.day}`.execute(tx);
    await sql`insert into sold_goods (${columns}) ${sumOfDays(sql`(values (${changed.day}::date))`)}`.execute(tx);
    // Waits if another transaction is rebuilding the month.
    await sql`insert into sold_months_kept (month, is_kept) values (${monthOf(sql`${changed.day}::date`)}, false)
      on conflict (month) do update set is_kept = false`.execute(tx);
    return true;
  });

/** Rebuilds the newest changed month that is past and has no changed day. Its row is locked while its days are read. */
const rebuildMonth = (db: Db, today: Day): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ month: Day }>`
      update sold_months_kept set is_kept = true where month = (
        select month from sold_months_kept k where not is_kept and ${endOfMonth(sql`month`)} < ${today}
          and not exists (select from sales_days d where d.day between k.month and ${endOfMonth(sql`k.month`)} and not d.are_goods_kept)
        order by month desc limit 1 for update skip locked)
      returning month`.execute(tx);
    const [changed] = rows;
    if (!changed) return false;
    await sql`delete from sold_months where month = ${changed.month}`.execute(tx);
    await sql`
      insert into sold_months (month, ${figures})
      select ${changed.month}, item_id, sum(units), sum(sales_cents), sum(refunds_cents), sum(cost_cents), sum(units_uncosted)
      from sold_goods where day between ${changed.month} and ${endOfMonth(sql`${changed.month}::date`)} group by item_id`.execute(
      tx,
    );
    return true;
  });

const rebuildEveryMs = 600_000;

/** Rebuilds the changed item sales of past days now, and again every ten minutes. */
export const startItemSalesRounds = ({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Rounds =>
  startRounds((signal) => rebuildItemSales(db, dayOf(clock.now()), signal), {
    everyMs: rebuildEveryMs,
    failed: (error) => log.error({ err: error }, 'could not rebuild item sales'),
  });
