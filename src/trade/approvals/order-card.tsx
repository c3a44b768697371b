import { formatDollars } from '#lib/money.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import styles from './approval-view.module.css';

interface Line {
  name: string;
  code: string;
  quantity: number;
  price: number;
  total: number;
}

interface OrderCardProps {
  /** An order that is not placed yet, with amounts in dollars. */
  order: {
    lines: readonly Line[];
    discount?: number;
    shippingFee: number;
    total: number;
    poNumber: string;
    costCentre?: string;
  };
}

const columns: readonly SimpleColumn<Line>[] = [
  { label: 'Item', cell: ({ name }) => name, about: ({ code }) => code },
  { label: 'Quantity', cell: ({ quantity }) => quantity },
  { label: 'Price', cell: ({ price }) => formatDollars(price) },
  { label: 'Total', cell: ({ total }) => formatDollars(total) },
];

/** What an order would contain and cost, for somebody who decides it. */
export function OrderCard({ order }: OrderCardProps) {
  const { lines, discount = 0, shippingFee, total, poNumber, costCentre = '' } = order;
  const rows = [
    ...(discount > 0 ? [{ label: 'Discount', value: `−${formatDollars(discount)}` }] : []),
    ...(shippingFee > 0 ? [{ label: 'Delivery', value: formatDollars(shippingFee) }] : []),
    { label: 'Total with GST', value: formatDollars(total) },
    ...(poNumber ? [{ label: 'PO number', value: poNumber }] : []),
    ...(costCentre ? [{ label: 'Cost centre', value: costCentre }] : []),
  ];
  return (
    <section className={panel.card} aria-labelledby="order">
      <h2 id="order">Order</h2>
      <SimpleTable label="Items" columns={columns} rows={lines} keyOf={({ code, name }) => `${code} ${name}`} />
      <dl className={styles.totals}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
