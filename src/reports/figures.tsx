import { formatDollars } from '#lib/money.ts';
import { Change, Figure, Figures } from '#ui/feedback/figures.tsx';
import { Skeleton } from '#ui/layout/surfaces.tsx';
import { formatPeriod } from './period-bar.tsx';
import styles from './reports.module.css';
import type { BreakdownOnPage, SalesOnPage } from './sales-contract.ts';

interface SalesFiguresProps {
  sales: SalesOnPage;
  /** Undefined while loading. */
  goods: BreakdownOnPage['total'] | undefined;
}

const perOrder = ({ orders, net }: SalesOnPage['total']): number => (orders > 0 ? net / orders : 0);

/** Key figures of the period, compared with the period before. */
export function SalesFigures({ sales: { total, totalBefore, before }, goods }: SalesFiguresProps) {
  return (
    <>
      <Figures>
        <Figure label="Net sales" value={formatDollars(total.net)}>
          <Change now={total.net} before={totalBefore.net} than="before" />
        </Figure>
        <Figure label="Orders" value={total.orders.toLocaleString('en-AU')}>
          <Change now={total.orders} before={totalBefore.orders} than="before" />
        </Figure>
        <Figure label="Per order" value={formatDollars(perOrder(total))}>
          <Change now={perOrder(total)} before={perOrder(totalBefore)} than="before" />
        </Figure>
        <Figure label="Refunds" value={formatDollars(total.refunds)}>
          {totalBefore.refunds > 0 ? `${formatDollars(totalBefore.refunds)} before` : 'None before'}
        </Figure>
        <Figure label="Margin of goods" value={goods ? formatDollars(goods.margin) : <Skeleton width="6rem" />}>
          {goods ? share(goods) : 'Calculating…'}
        </Figure>
      </Figures>
      <p className={styles.compared}>
        Compared with {formatPeriod(before)}. Sales are paid orders that are not cancelled, with GST; refunds count on
        the day they were paid.
      </p>
    </>
  );
}

/** `42.5% of sales without GST`; margin plus cost equal those sales. */
function share({ margin, cost }: { margin: number; cost: number }): string {
  const withoutGst = margin + cost;
  return withoutGst > 0 ? `${((margin / withoutGst) * 100).toFixed(1)}% of sales without GST` : 'Nothing was sold';
}
