import { Link } from '#ui/link.tsx';
import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { BarChart, Legend } from '#ui/chart/bar-chart.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { DashboardOnPage } from '../contract.ts';
import { ordersLink } from './orders-link.ts';

type Days = NonNullable<DashboardOnPage['sales']>['days'];

const weekday = (text: string): string =>
  new Date(`${text}T00:00:00Z`).toLocaleDateString('en-AU', { weekday: 'short', timeZone: 'UTC' });

/**
 * Sales on each of 14 days as bars, each with a line for the same weekday a week earlier. A table has the same data.
 */
export function SalesChart({ days }: { days: Days }) {
  const claims = useViewer()?.claims;
  const bars = days.map(({ day: date, total, weekBefore }, i) => {
    const isNow = i === days.length - 1;
    const ticks = [isNow ? 'Today' : weekday(date), String(Number(date.slice(8)))];
    return { key: date, name: format(day(date)), ticks, value: total, before: weekBefore, isNow };
  });
  return (
    <section className={panel.panel} aria-labelledby="sales">
      <div className={panel.head}>
        <h2 id="sales">Sales by day</h2>
        <Legend
          entries={[
            { label: 'Today', look: 'now' },
            { label: 'Earlier', look: 'bar' },
            { label: 'Week before', look: 'before' },
          ]}
        />
      </div>
      <BarChart label="Sales by day" bars={bars} beforeName="the week before" />
      <details className={panel.asTable}>
        <summary>As a table</summary>
        <SimpleTable
          label="Sales by day"
          rows={days.toReversed()}
          keyOf={({ day: date }) => date}
          columns={[
            {
              label: 'Day',
              cell: ({ day: date }) => (
                <Link to={ordersLink(claims, { from: date, until: date })}>{format(day(date))}</Link>
              ),
            },
            { label: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-AU') },
            { label: 'Sales', cell: ({ total }) => formatDollars(total) },
            { label: 'Week before', cell: ({ weekBefore }) => formatDollars(weekBefore) },
          ]}
        />
      </details>
    </section>
  );
}
