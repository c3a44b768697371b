import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import styles from './quotes.module.css';
import type { QuoteState } from './shapes.ts';

interface Line {
  itemId: string;
  name: string;
  code: string;
  quantity: number;
  price: number | null;
  total: number | null;
  /** Only staff know it and why the price is another than the site's own. */
  margin?: number | null;
  reason?: string;
}

interface QuoteLinesProps {
  quote: {
    lines: readonly Line[];
    subTotal: number | null;
    discount: number | null;
    shippingFee: number | null;
    total: number | null;
    validUntil: string | null;
    state: QuoteState;
    note: string;
    margin?: number | null;
  };
}

/** The lines of a quote with its totals and note; without amounts until it was sent. */
export function QuoteLines({ quote }: QuoteLinesProps) {
  const { lines, subTotal, discount, shippingFee, total, validUntil, state, note, margin } = quote;
  const holds =
    validUntil !== null &&
    state === 'sent' &&
    `The prices hold until ${format(day(validUntil))}, as long as the goods are in stock.`;
  const isPriced = total !== null;
  const columns: SimpleColumn<Line>[] = [
    {
      label: 'Item',
      cell: ({ name }) => name,
      about: ({ code, reason }) => [code, reason].filter(Boolean).join(' · '),
    },
    { label: 'Quantity', cell: ({ quantity }) => quantity },
  ];
  if (isPriced) columns.push({ label: 'Unit price', cell: ({ price }) => formatDollars(price ?? 0) });
  if (margin !== undefined)
    columns.push({
      label: 'Margin',
      cell: (line) => (line.margin == null ? '–' : <Signed amount={line.margin} />),
    });
  if (isPriced) columns.push({ label: 'Amount', cell: (line) => formatDollars(line.total ?? 0) });
  const sums: [string, React.ReactNode][] = [
    ['Subtotal', formatDollars(subTotal ?? 0)],
    ...(discount ? [['Discount', `-${formatDollars(discount)}`] as [string, string]] : []),
    ['Delivery', shippingFee ? formatDollars(shippingFee) : 'Free'],
    ['Total including GST', formatDollars(total ?? 0)],
    ...(margin == null
      ? []
      : [['Margin without GST', <Signed key="margin" amount={margin} />] as [string, React.ReactNode]]),
  ];
  return (
    <>
      <SimpleTable label="Items" rows={lines} keyOf={({ itemId }) => itemId} columns={columns} />
      {isPriced && (
        <div className={styles.foot}>
          <p>
            {note}
            {note !== '' && holds && '\n'}
            {holds}
          </p>
          <dl className={styles.sums}>
            {sums.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

/** An amount that is red below zero. */
const Signed = ({ amount }: { amount: number }) =>
  amount < 0 ? <em>{formatDollars(amount)}, below cost</em> : formatDollars(amount);
