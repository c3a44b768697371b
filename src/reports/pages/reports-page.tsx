import { useNavigation, useSearchParams } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { dayOf } from '#lib/day.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Categories, Items, Products, Promos } from '../sales-breakdown.tsx';
import { Gst } from '../gst-table.tsx';
import { readPeriodQuery } from '../period.ts';
import { PeriodBar, formatPeriod } from '../period-bar.tsx';
import { ReportForm } from '../report-form.tsx';
import styles from '../reports.module.css';
import { SalesChart } from '../sales-chart.tsx';
import {
  type GstQuarterOnPage,
  readGst,
  readSales,
  type SalesOnPage,
  salesSentences,
  type BreakdownOnPage,
  type readBreakdown,
} from '../sales-contract.ts';
import type { Route } from './+types/reports-page';
import { formatDollars } from '#lib/money.ts';
import { Change, Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';

export const handle = { crumb: 'Reports' };

export const meta = backOfficeMeta('Reports');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ViewReports');
  const asked = readPeriodQuery(url.searchParams, dayOf(new Date()));
  const query = { startDate: asked.startDate, endDate: asked.endDate };
  try {
    const [sales, gst] = await Promise.all([api(context)(readSales, { query }), api(context)(readGst, { query })]);
    return { asked, shown: { sales, gst } };
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { asked, failure: errorMessageOf(error, salesSentences.failed) };
  }
}

/** The report form (specification of the shop, section 2), and the sales of its period. */
export default function ReportsPage({ loaderData: { asked, shown, failure } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  const isLoading = useNavigation().state === 'loading';
  const mayAccounts = useViewer()?.claims.includes('ManageAccounts');
  return (
    <>
      <PageHead
        title="Reports"
        actions={
          <>
            <LinkButton size="small" look="quiet" to="/admin/account-sales/" prefetch="intent">
              By account
            </LinkButton>
            <LinkButton size="small" look="quiet" to="/admin/price-coverage/" prefetch="intent">
              Prices below cost
            </LinkButton>
            {mayAccounts && (
              <LinkButton size="small" look="quiet" to="/admin/debtors/" prefetch="intent">
                Debtors’ ageing
              </LinkButton>
            )}
            <LinkButton size="small" look="quiet" to="/admin/consignment/" prefetch="intent">
              Consignment
            </LinkButton>
          </>
        }
      >
        Sales, costs and stock movements.
      </PageHead>
      <div className={panel.panel}>
        <ReportForm
          startDate={asked.startDate}
          endDate={asked.endDate}
          onPeriod={(startDate, endDate) => setQuery({ startDate, endDate }, { preventScrollReset: true })}
        />
        <PeriodBar asked={asked} />
      </div>
      <Refusal>{failure}</Refusal>
      {shown && (
        <div className={styles.content} aria-busy={isLoading}>
          <Shown {...shown} />
        </div>
      )}
    </>
  );
}

function Shown({ sales, gst }: { sales: SalesOnPage; gst: GstQuarterOnPage[] }) {
  const { period } = sales;
  const { breakdown, failure } = useBreakdown(period.startDate, period.endDate);
  return (
    <>
      <SalesFigures sales={sales} goods={breakdown?.total} />
      <SalesChart sales={sales} />
      {failure && <Note tone="warning">{failure}</Note>}
      {!breakdown && !failure && <Waiting />}
      {breakdown && (
        <>
          <Products breakdown={breakdown} period={period} />
          <Items breakdown={breakdown} period={period} />
          <Categories breakdown={breakdown} period={period} />
          <Promos breakdown={breakdown} period={period} />
        </>
      )}
      <Gst quarters={gst} period={period} />
    </>
  );
}

/** A placeholder while the breakdown loads. */
const Waiting = () => (
  <div className={`${panel.panel} ${styles.waiting}`} aria-busy="true" role="status" aria-label="Calculating sales">
    {[18, 30, 26, 22].map((rem) => (
      <Skeleton key={rem} width={`${rem}rem`} />
    ))}
  </div>
);

interface SalesFiguresProps {
  sales: SalesOnPage;
  /** Undefined while loading. */
  goods: BreakdownOnPage['total'] | undefined;
}

const perOrder = ({ orders, net }: SalesOnPage['total']): number => (orders > 0 ? net / orders : 0);

function SalesFigures({ sales: { total, totalBefore, before }, goods }: SalesFiguresProps) {
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

interface LoadedBreakdown {
  /** The requested period. */
  key: string;
  breakdown?: BreakdownOnPage;
  failure?: string;
}

/** Loads a period's breakdown after the page, since a year's breakdown can take seconds. */
function useBreakdown(startDate: string, endDate: string): Omit<LoadedBreakdown, 'key'> {
  const key = `${startDate} ${endDate}`;
  const [found, setFound] = useState<LoadedBreakdown>();
  useEffect(() => {
    const ending = new AbortController();
    const query = { startDate, endDate };
    call<typeof readBreakdown>('GET /v1/reports/sales-breakdown', { query }, { signal: ending.signal }).then(
      (breakdown) => setFound({ key, breakdown }),
      (error: unknown) => {
        if (!ending.signal.aborted) setFound({ key, failure: errorMessageOf(error, salesSentences.failed) });
      },
    );
    return () => ending.abort();
  }, [key, startDate, endDate]);
  return found?.key === key ? found : {};
}
