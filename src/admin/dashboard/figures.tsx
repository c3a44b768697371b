import { formatDollars } from '#lib/money.ts';
import type { DashboardOnPage } from '../contract.ts';
import { ago } from './ago.ts';
import styles from './dashboard.module.css';

/** Today in four numbers, as far as the reader may see them. */
export function Figures({ at, sales, stock, enquiries }: DashboardOnPage) {
  const now = new Date(at);
  return (
    <dl className={styles.figures}>
      {sales && (
        <>
          <Figure label="Sales today" value={formatDollars(sales.today.total)}>
            <Compared now={sales.today.total} before={sales.lastWeek.total} />
          </Figure>
          <Figure label="Orders today" value={String(sales.today.orders)}>
            {sales.today.orders > 0
              ? `${formatDollars(sales.today.total / sales.today.orders)} on average`
              : `${sales.lastWeek.orders} a week ago by this time`}
          </Figure>
          <Figure label="Waiting to be picked" value={sales.waiting.orders.toLocaleString('en-AU')}>
            {sales.waiting.oldest ? `The oldest came ${ago(new Date(sales.waiting.oldest), now)}` : 'Nothing waits'}
          </Figure>
        </>
      )}
      {stock && (
        <Figure label="Out of stock" value={stock.out > 1_000 ? '1,000+' : stock.out.toLocaleString('en-AU')}>
          {stock.out === 0 ? 'Everything can be sold' : 'Items that nobody can buy'}
        </Figure>
      )}
      {enquiries && (
        <Figure label="Enquiries" value={enquiries.fresh.toLocaleString('en-AU')}>
          In the last seven days
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.big}>{value}</dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}

function Compared({ now, before }: { now: number; before: number }) {
  if (before === 0) return <>None a week ago by this time</>;
  if (now > 10 * before) return <>{Math.round(now / before)} times as much as a week ago by this time</>;
  const change = (now / before - 1) * 100;
  const isUp = change >= 0;
  return (
    <>
      <b className={isUp ? styles.up : styles.down}>
        {isUp ? '▲' : '▼'} {Math.abs(change).toFixed(1)}%
      </b>{' '}
      on a week ago by this time
    </>
  );
}
