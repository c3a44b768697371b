import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { dayOf } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { listPurchaseSuppliers } from '#purchasing/reorder-contract.ts';
import { SupplierSelect } from '#purchasing/supplier-select.tsx';
import { cx } from '#ui/classes.ts';
import { TruckIcon } from '#ui/icons/icons.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { consignmentFailed, readConsignment, type StatementOnPage } from '../consignment-contract.ts';
import { readPeriodQuery } from '../period.ts';
import { PeriodBar, formatPeriod } from '../period-bar.tsx';
import { PeriodFields } from '../period-fields.tsx';
import styles from '../reports.module.css';
import type { Route } from './+types/consignment';

export const handle = { crumb: 'Consignment', above: [{ label: 'Reports', to: '/admin/reports-page/' }] };

export const meta = backOfficeMeta('Consignment');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ViewReports');
  const asked = readPeriodQuery(url.searchParams, dayOf(new Date()));
  const supplierId = url.searchParams.get('supplier') ?? '';
  const suppliers = await api(context)(listPurchaseSuppliers).catch(() => []);
  if (supplierId === '') return { asked, suppliers, supplierId };
  const query = { startDate: asked.startDate, endDate: asked.endDate };
  try {
    const statement = await api(context)(readConsignment, { params: { supplierId }, query });
    return { asked, suppliers, supplierId, statement };
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { asked, suppliers, supplierId, failure: errorMessageOf(error, consignmentFailed) };
  }
}

/** Sales of goods on consignment, and the amount owed for them. */
export default function Consignment({ loaderData }: Route.ComponentProps) {
  const { asked, suppliers, supplierId, statement, failure } = loaderData;
  return (
    <>
      <PageHead title="Consignment">Sales of goods on consignment, and the amount owed for them.</PageHead>
      <div className={panel.panel}>
        <div className={styles.fields}>
          <SupplierSelect suppliers={suppliers} />
          <PeriodFields
            key={`${asked.startDate} ${asked.endDate}`}
            startDate={asked.startDate}
            endDate={asked.endDate}
          />
        </div>
        <PeriodBar asked={asked} />
      </div>
      <Refusal>{failure}</Refusal>
      {!statement && !failure && (
        <section className={cx(panel.panel, panel.nothing)}>
          <TruckIcon />
          <h2>Choose a supplier</h2>
          <p>The statement lists the consignment goods that were sold, and the amount owed for them.</p>
        </section>
      )}
      {statement && <Statement statement={statement} supplierId={supplierId} />}
    </>
  );
}

function Statement({ statement, supplierId }: { statement: StatementOnPage; supplierId: string }) {
  const { supplier, startDate, endDate, rows, units, owed } = statement;
  const to = (format: string): string =>
    `/v1/reports/consignment/${supplierId}/file?${new URLSearchParams({ format, startDate, endDate })}`;
  return (
    <section className={panel.panel} aria-labelledby="statement">
      <div className={panel.head}>
        <h2 id="statement" className={styles.title}>
          {supplier}
        </h2>
        <p>{formatPeriod(statement)}</p>
        <p className={styles.exports}>
          <a href={to('pdf')} download>
            PDF
          </a>
          <a href={to('xlsx')} download>
            Excel
          </a>
          <a href={to('csv')} download>
            CSV
          </a>
        </p>
      </div>
      <SimpleTable
        label="Statement"
        rows={rows}
        keyOf={({ itemId }) => itemId}
        none="Nothing on consignment was sold in this period."
        columns={[
          {
            label: 'Item',
            sum: 'All',
            cell: ({ name }) => name,
            about: ({ variation, code }) => [variation, code].filter(Boolean).join(' · '),
          },
          { label: 'Sold', cell: ({ sold }) => sold.toLocaleString('en-AU') },
          { label: 'Returned', cell: ({ returned }) => returned.toLocaleString('en-AU') },
          {
            label: 'Units',
            sum: units.toLocaleString('en-AU'),
            cell: (row) => row.units.toLocaleString('en-AU'),
          },
          { label: 'Unit cost', cell: ({ unitCost }) => formatDollars(unitCost) },
          { label: 'Amount owed', sum: formatDollars(owed), cell: (row) => formatDollars(row.owed) },
        ]}
      />
      <div className={panel.foot}>
        <p>The unit cost is the average purchase price recorded with each sale, averaged over the period.</p>
      </div>
    </section>
  );
}
