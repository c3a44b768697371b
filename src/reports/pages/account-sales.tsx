import { useState } from 'react';
import { useNavigation } from 'react-router';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { dayOf } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { unitCount } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Link } from '#ui/link.tsx';
import { readAccountSales } from '../account-sales-contract.ts';
import { readPeriodQuery } from '../period.ts';
import { formatPeriod, PeriodBar } from '../period-bar.tsx';
import { PeriodFields } from '../period-fields.tsx';
import styles from '../reports.module.css';
import { salesSentences } from '../sales-contract.ts';
import type { Route } from './+types/account-sales';

type Shown = ReplyOf<typeof readAccountSales>;
type Row = Shown['rows'][number];
type Days = { startDate: string; endDate: string };

export const handle = {
  crumb: (loaded?: { shown?: Shown }) => loaded?.shown?.account?.name ?? 'Sales by account',
  above: [{ label: 'Reports', to: '/admin/reports-page/' }],
};

export const meta = backOfficeMeta('Sales by account');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ViewReports');
  const asked = readPeriodQuery(url.searchParams, dayOf(new Date()));
  const accountId = url.searchParams.get('account') ?? '';
  const days = { startDate: asked.startDate, endDate: asked.endDate };
  const query = accountId === '' ? days : { ...days, accountId };
  try {
    return { asked, accountId, shown: await api(context)(readAccountSales, { query }) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { asked, accountId, failure: errorMessageOf(error, salesSentences.failed) };
  }
}

/** Sales and margin by trade account, or by site of one account. */
export default function AccountSales({ loaderData: { asked, accountId, shown, failure } }: Route.ComponentProps) {
  const isLoading = useNavigation().state === 'loading';
  const mayOpen = useViewer()?.claims.includes('ManageAccounts');
  const account = shown?.account;
  return (
    <>
      <PageHead title={account ? account.name : 'Sales by account'}>
        {account ? 'Sales and margin by site, without GST.' : 'Sales and margin by trade account, without GST.'}
      </PageHead>
      {account && (
        <p>
          <Link to={`/admin/account-sales/?${new URLSearchParams({ ...daysOf(asked) })}`}>All accounts</Link>
          {mayOpen && (
            <>
              {' · '}
              <Link to={`/admin/accounts/${account.id}/`}>The account’s page</Link>
            </>
          )}
        </p>
      )}
      <div className={panel.panel}>
        <div className={styles.fields}>
          <PeriodFields key={`${asked.startDate} ${asked.endDate}`} {...daysOf(asked)} />
        </div>
        <PeriodBar asked={asked} />
      </div>
      <Refusal>{failure}</Refusal>
      {shown && (
        <div className={styles.content} aria-busy={isLoading}>
          <Totals shown={shown} />
          {shown.total.unitsWithoutCost > 0 && (
            <Note tone="warning">
              The cost of {unitCount(shown.total.unitsWithoutCost)} is not known, so their whole price counts as margin.
            </Note>
          )}
          <Table key={accountId} shown={shown} days={daysOf(asked)} />
        </div>
      )}
    </>
  );
}

const daysOf = ({ startDate, endDate }: Days): Days => ({ startDate, endDate });

/** `42.5%` of the goods' sales */
const share = ({ margin, cost }: Pick<Row, 'margin' | 'cost'>): string =>
  margin + cost > 0 ? `${((margin / (margin + cost)) * 100).toFixed(1)}%` : '–';

function Totals({ shown: { total, shopNet, account } }: { shown: Shown }) {
  const part = shopNet > 0 ? `${((total.net / shopNet) * 100).toFixed(1)}% of all sales of the shop` : '';
  return (
    <Figures>
      <Figure label="Net sales ex GST" value={formatDollars(total.net)}>
        {part || 'Nothing was sold'}
      </Figure>
      <Figure label="Orders" value={total.orders.toLocaleString('en-AU')}>
        {account ? 'Of this account' : 'Of all accounts'}
      </Figure>
      <Figure label="Refunds ex GST" value={formatDollars(total.refunds)}>
        On the day they were paid
      </Figure>
      <Figure label="Margin of goods" value={formatDollars(total.margin)}>
        {share(total) === '–' ? 'No goods were sold' : `${share(total)} of the sales of goods, without GST`}
      </Figure>
    </Figures>
  );
}

const shownFirst = 50;

function Table({ shown: { account, rows, total }, days }: { shown: Shown; days: Days }) {
  const [isWhole, setWhole] = useState(false);
  const first = account ? 'Site' : 'Account';
  const file = (format: string): string =>
    `/v1/reports/account-sales-file?${new URLSearchParams({ format, ...days, ...(account && { accountId: account.id }) })}`;
  const dollars = (label: string, of: (row: Shown['total']) => number) => ({
    label,
    sum: formatDollars(of(total)),
    cell: (row: Row) => formatDollars(of(row)),
  });
  return (
    <section className={panel.panel} aria-labelledby="by-account">
      <div className={panel.head}>
        <h2 id="by-account" className={styles.title}>
          By {first.toLowerCase()}
        </h2>
        <p>{formatPeriod(days)}</p>
        <p className={styles.exports}>
          <a href={file('xlsx')} download>
            Excel
          </a>
          <a href={file('csv')} download>
            CSV
          </a>
        </p>
      </div>
      <SimpleTable
        label={`By ${first.toLowerCase()}`}
        rows={isWhole ? rows : rows.slice(0, shownFirst)}
        keyOf={({ id }) => id}
        none="No trade account has bought anything in this period."
        columns={[
          {
            label: first,
            sum: 'All',
            cell: ({ id, name }) =>
              account ? (
                name
              ) : (
                <Link to={`/admin/account-sales/?${new URLSearchParams({ ...days, account: id })}`}>{name}</Link>
              ),
          },
          {
            label: 'Orders',
            sum: total.orders.toLocaleString('en-AU'),
            cell: ({ orders }) => orders.toLocaleString('en-AU'),
          },
          dollars('Sales', ({ sales }) => sales),
          dollars('Refunds', ({ refunds }) => refunds),
          dollars('Net sales', ({ net }) => net),
          dollars('Cost', ({ cost }) => cost),
          dollars('Margin', ({ margin }) => margin),
          { label: 'Margin %', sum: share(total), cell: share },
        ]}
      />
      <div className={panel.foot}>
        <p>
          Without GST; sales are paid orders that are not cancelled, with delivery. Margin is net sales without
          delivery, less the average purchase price at the time of each sale. Sales without a recorded price use the
          item’s current average.
        </p>
        {!isWhole && rows.length > shownFirst && (
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            Show all {rows.length.toLocaleString('en-AU')}
          </Button>
        )}
      </div>
    </section>
  );
}
