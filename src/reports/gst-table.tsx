import { formatDollars } from '#lib/money.ts';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Panel } from './sales-breakdown.tsx';
import type { GstQuarterOnPage } from './sales-contract.ts';

interface GstProps {
  quarters: readonly GstQuarterOnPage[];
  period: { startDate: string; endDate: string };
}

/** GST for activity statements, by quarter of the financial year. */
export function Gst({ quarters, period }: GstProps) {
  return (
    <Panel title="GST by quarter" table="gst" period={period}>
      <SimpleTable
        label="GST by quarter"
        rows={quarters}
        keyOf={({ name }) => name}
        columns={[
          { label: 'Quarter', cell: ({ name }) => name, about: ({ year }) => `Financial year ${year}` },
          { label: 'Sales', cell: ({ sales }) => formatDollars(sales) },
          { label: 'GST collected', cell: ({ gst }) => formatDollars(gst) },
          { label: 'Refunds', cell: ({ refunds }) => formatDollars(refunds) },
          { label: 'GST adjusted', cell: ({ gstRefunded }) => formatDollars(gstRefunded) },
          { label: 'Net GST', cell: ({ netGst }) => <strong>{formatDollars(netGst)}</strong> },
        ]}
      />
      <div className={panel.foot}>
        <p>Every quarter that overlaps the period is shown in full, including delivery.</p>
      </div>
    </Panel>
  );
}
