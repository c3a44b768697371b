import { formatDollars } from '#lib/money.ts';
import { BarChart, Legend } from '#ui/chart/bar-chart.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Panel } from './sales-breakdown.tsx';
import { bucketsOf, stepOf } from './chart-buckets.ts';
import type { SalesOnPage } from './sales-contract.ts';

const titles = { day: 'Sales by day', week: 'Sales by week', month: 'Sales by month' };
const names = { day: 'Day', week: 'Week', month: 'Month' };

/** A chart with net sales as bars and the period before as lines across them, and the same figures in a table. */
export function SalesChart({ sales: { days, period } }: { sales: SalesOnPage }) {
  const step = stepOf(days);
  const buckets = bucketsOf(days);
  const isEmpty = buckets.every(({ net, before }) => net <= 0 && before <= 0);
  const legend = (
    <Legend
      entries={[
        { label: 'Net sales', look: 'bar' },
        { label: 'Period before', look: 'before' },
      ]}
    />
  );
  return (
    <Panel title={titles[step]} table="days" period={period} legend={!isEmpty && legend}>
      {isEmpty ? (
        <p className={panel.none}>Nothing was sold in this period or the one before.</p>
      ) : (
        <BarChart
          label={titles[step]}
          beforeName="before"
          bars={buckets.map(({ key, name, short, net, before }) => ({ key, name, ticks: [short], value: net, before }))}
        />
      )}
      <details className={panel.asTable}>
        <summary>As a table</summary>
        <SimpleTable
          label={titles[step]}
          rows={buckets}
          keyOf={({ key }) => key}
          columns={[
            { label: names[step], cell: ({ name }) => name },
            { label: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-AU') },
            { label: 'Sales', cell: ({ sales }) => formatDollars(sales) },
            { label: 'Refunds', cell: ({ refunds }) => formatDollars(refunds) },
            { label: 'Net sales', cell: ({ net }) => formatDollars(net) },
            { label: 'Before', cell: ({ before }) => formatDollars(before) },
          ]}
        />
      </details>
    </Panel>
  );
}
