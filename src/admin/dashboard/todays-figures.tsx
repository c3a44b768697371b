import { ago } from '#lib/text/time-ago.ts';
import { dayOf } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { Change, Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { cappedCount } from '../capped-count.ts';
import type { DashboardOnPage } from '../contract.ts';
import { ordersLink } from './orders-link.ts';

export function TodaysFigures({ at, sales, stock, enquiries, submissions }: DashboardOnPage) {
  return (
    <Figures>
      {sales && <SalesFigures at={at} sales={sales} />}
      {stock && (
        <Figure
          label="Out of stock"
          to="/admin/manage-product-stocks/?stock=out&displayedOnline=true"
          value={cappedCount(stock.out)}
        >
          {stock.out === 0 ? 'Everything is in stock' : 'Items that customers cannot buy'}
        </Figure>
      )}
      {enquiries && (
        <Figure label="New enquiries" to="/admin/enquiries/?status=0" value={cappedCount(enquiries.waiting)}>
          {enquiries.fresh === 0 ? 'None in the last seven days' : `${enquiries.fresh} in the last seven days`}
        </Figure>
      )}
      {submissions && (
        <Figure label="New submissions" to="/admin/submissions/?status=0" value={cappedCount(submissions.waiting)}>
          {submissions.waiting === 0 ? 'All dealt with' : 'Not dealt with yet'}
        </Figure>
      )}
    </Figures>
  );
}

function SalesFigures({ at, sales }: { at: string; sales: NonNullable<DashboardOnPage['sales']> }) {
  const now = new Date(at);
  const today = dayOf(now);
  const claims = useViewer()?.claims;
  const toToday = ordersLink(claims, { from: today, until: today });
  const oldest = sales.waiting.oldest ? dayOf(new Date(sales.waiting.oldest)) : today;
  return (
    <>
      <Figure label="Sales today" to={toToday} value={formatDollars(sales.today.total)}>
        <Change now={sales.today.total} before={sales.lastWeek.total} than="this time last week" />
      </Figure>
      <Figure label="Orders today" to={toToday} value={String(sales.today.orders)}>
        {sales.today.orders > 0
          ? `${formatDollars(sales.today.total / sales.today.orders)} on average`
          : `${sales.lastWeek.orders} by this time last week`}
      </Figure>
      <Figure
        label="Waiting to be picked"
        to={ordersLink(claims, { from: oldest, until: today, status: 0 })}
        value={sales.waiting.orders.toLocaleString('en-AU')}
      >
        {sales.waiting.oldest ? `The oldest was placed ${ago(new Date(sales.waiting.oldest), now)}` : 'Nothing to pick'}
      </Figure>
    </>
  );
}
