import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Rounds, startRounds } from '#platform/process/periodic-rounds.server.ts';
import { type Day, timeZone } from '#lib/day.ts';
import type { Period } from './period.ts';
import type { Sales } from './sales-contract.ts';
import { countsAsSale, refundsPaid } from './counted-sales.server.ts';

/*
 * Daily sales and refunds are stored in `sales_days`. Triggers record in `changed_sales_days` every day whose figures
 * an order or adjustment note changes (migration 0009); such a day is calculated from orders until it is
 * rebuilt.
 */

export type Figures = Sales['total'];

const columns = sql.raw(
  'day, orders, sales_cents, discount_cents, gst_cents, delivery_cents, refunds_cents, refunds_gst_cents, delivery_refunds_cents',
);

/** Rows `(day, first, next)` for rows `(day)`: `first` and `next` are the times at which the day and the next one start. */
export const instantsOf = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select day, day::timestamp at time zone ${timeZone} as first, (day + 1)::timestamp at time zone ${timeZone} as next
  from ${days} as days (day))`;

/** Rows of `sales_days`, calculated from orders and adjustment notes. One index covers all columns of `orders` that this reads. */
const sumOfDays = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.day, s.orders, s.sales, s.discounts, s.gst, s.delivery, r.refunds, r.gst, r.delivery
  from ${instantsOf(days)} d,
  lateral (
    select count(*)::int as orders, coalesce(sum(o.amount_paid_cents), 0)::bigint as sales,
      coalesce(sum(o.discount_cents), 0)::bigint as discounts, coalesce(sum(o.gst_cents), 0)::bigint as gst,
      coalesce(sum(o.shipping_fee_cents), 0)::bigint as delivery
    from orders o where ${countsAsSale(sql`o`)} and o.placed_at >= d.first and o.placed_at < d.next) s,
  lateral (
    select coalesce(sum(p.amount_cents), 0)::bigint as refunds, coalesce(sum(p.gst_cents), 0)::bigint as gst,
      coalesce(sum(p.delivery_cents), 0)::bigint as delivery
    from ${refundsPaid} p where p.at >= d.first and p.at < d.next) r`;

/** Each day with sales or refunds. It is one statement, so that the list of days and their figures are consistent. */
export async function figuresByDay(db: Db, { startDate, endDate }: Period): Promise<Map<Day, Figures>> {
  const { rows } = await sql<Figures & { day: Day }>`
    with changed as materialized (
      select distinct day from changed_sales_days where day between ${startDate} and ${endDate}
    ), days (day, orders, sales, discounts, gst, delivery, refunds, "gstRefunded", "deliveryRefunded") as (
      select ${columns} from sales_days
      where day between ${startDate} and ${endDate} and day not in (select day from changed)
      union all ${sumOfDays(sql`changed`)}
    )
    select *, sales - refunds as net from days
    where orders > 0 or refunds <> 0 or "gstRefunded" <> 0 or "deliveryRefunded" <> 0`.execute(db);
  return new Map(rows.map(({ day, ...figures }) => [day, figures]));
}

/**
 * Rebuilds the changed days in one statement. Changes that are committed in the meantime stay recorded for the next
 * call. If two calls are concurrent, the second waits for the first one's row locks.
 */
export const rebuildDailySales = (db: Db): Promise<unknown> =>
  sql`
    with noted as (delete from changed_sales_days returning day)
    insert into sales_days (${columns})
    ${sumOfDays(sql`(select distinct day from noted)`)}
    on conflict (day) do update set (${columns}, are_goods_kept)
      = (excluded.day, excluded.orders, excluded.sales_cents, excluded.discount_cents, excluded.gst_cents,
        excluded.delivery_cents, excluded.refunds_cents, excluded.refunds_gst_cents, excluded.delivery_refunds_cents, false)`.execute(
    db,
  );

const rebuildEveryMs = 15_000;

/** Rebuilds the changed days now, and again every 15 seconds. */
export const startDailySalesRounds = ({ db, log }: Pick<Deps, 'db' | 'log'>): Rounds =>
  startRounds(() => rebuildDailySales(db), {
    everyMs: rebuildEveryMs,
    failed: (error) => log.error({ err: error }, 'could not rebuild daily sales'),
  });
