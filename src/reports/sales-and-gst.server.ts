import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { addDays } from '#lib/day.ts';
import { type Cents, cents, minus, sum } from '#lib/money.ts';
import { lengthOf, type Period, periodBefore, quartersOf } from './period.ts';
import type { GstQuarter, Sales } from './sales-contract.ts';
import { type Figures, figuresByDay } from './daily-sales.server.ts';
import { countsAsSale, refundsPaid } from './counted-sales.server.ts';

const none: Figures = {
  orders: 0,
  sales: cents(0),
  discounts: cents(0),
  refunds: cents(0),
  net: cents(0),
  gst: cents(0),
  gstRefunded: cents(0),
  delivery: cents(0),
  deliveryRefunded: cents(0),
};

const columns = ['sales', 'discounts', 'refunds', 'net', 'gst', 'gstRefunded', 'delivery', 'deliveryRefunded'] as const;

/** Adds up the figures of several days. */
export function totalOf(days: Iterable<Figures>): Figures {
  const all = [...days];
  const total = { ...none, orders: all.reduce((orders, day) => orders + day.orders, 0) };
  for (const column of columns) total[column] = sum(all.map((day) => day[column]));
  return total;
}

/** Net sales and number of orders from `from` (inclusive) until `until` (exclusive). */
export async function netBetween(db: Db, from: Date, until: Date): Promise<{ total: Cents; orders: number }> {
  const { rows } = await sql<{ total: Cents; orders: number }>`
    select (s.sales - r.refunds)::bigint as total, s.orders from (
      select coalesce(sum(o.amount_paid_cents), 0) as sales, count(*)::int as orders from orders o
      where ${countsAsSale(sql`o`)} and o.placed_at >= ${from} and o.placed_at < ${until}
    ) s, (
      select coalesce(sum(r.amount_cents), 0) as refunds from ${refundsPaid} r where r.at >= ${from} and r.at < ${until}
    ) r`.execute(db);
  return rows[0] ?? { total: cents(0), orders: 0 };
}

/** Sales of a period, of each of its days, and of the period before. */
export async function salesOf(db: Db, period: Period): Promise<Sales> {
  const before = periodBefore(period);
  const [now, then] = await Promise.all([figuresByDay(db, period), figuresByDay(db, before)]);
  const days = Array.from({ length: lengthOf(period) }, (_, i) => {
    const day = addDays(period.startDate, i);
    const same = addDays(before.startDate, i);
    return { day, ...(now.get(day) ?? none), before: (same <= before.endDate && then.get(same)?.net) || cents(0) };
  });
  return { period, before, total: totalOf(now.values()), totalBefore: totalOf(then.values()), days };
}

/** GST of all quarters that overlap the period, in full, for activity statements. */
export async function gstOf(db: Db, period: Period): Promise<GstQuarter[]> {
  const quarters = quartersOf(period);
  const [first = period, last = period] = [quarters[0], quarters.at(-1)];
  const days = await figuresByDay(db, { startDate: first.startDate, endDate: last.endDate });
  return quarters.map((quarter) => {
    const within = [...days].filter(([day]) => day >= quarter.startDate && day <= quarter.endDate);
    const { sales, gst, refunds, gstRefunded } = totalOf(within.map(([, figures]) => figures));
    return { ...quarter, sales, gst, refunds, gstRefunded, netGst: minus(gst, gstRefunded) };
  });
}
