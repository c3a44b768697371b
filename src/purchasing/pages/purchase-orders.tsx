import { requireAdministrator } from '#lib/api/api-context.ts';
import { dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { PlusIcon, TruckIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { listPurchaseOrders, type PurchaseRowOnPage, sentences, stateNames, states } from '../contract.ts';
import { StateBadge } from '../state-badge.tsx';
import type { Route } from './+types/purchase-orders';

export const handle = { crumb: 'Purchase orders' };

export const meta = backOfficeMeta('Purchase orders');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartStock');
  return tableRowsOrPromise(context, listPurchaseOrders, { url, otherwise: sentences.load });
}

const columns: readonly Column<PurchaseRowOnPage>[] = [
  { key: 'number', label: 'Number', phone: 'name', cell: ({ number }) => number },
  {
    key: 'created',
    label: 'Created Date',
    sort: 'createdDate',
    phone: 'note',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
  { key: 'supplier', label: 'Supplier', isLong: true, phone: 'line', cell: ({ supplier }) => supplier },
  { key: 'state', label: 'State', phone: 'side', cell: ({ state }) => <StateBadge state={state} /> },
  {
    key: 'received',
    label: 'Received',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Received',
    cell: ({ received, units }) => `${received.toLocaleString('en-AU')} of ${units.toLocaleString('en-AU')}`,
  },
  {
    key: 'total',
    label: 'Total',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Total',
    cell: ({ total }) => formatDollars(total),
  },
];

const filters: readonly Filter[] = [
  { kind: 'one', key: 'state', label: 'State', choices: states.map((value) => ({ value, label: stateNames[value] })) },
];

const toOrder = ({ id }: PurchaseRowOnPage): string => `/admin/purchase-orders/${id}/`;

export default function PurchaseOrders({ loaderData }: Route.ComponentProps) {
  const create = (
    <LinkButton size="small" to="/admin/reorder/" prefetch="intent">
      <PlusIcon />
      Create purchase order
    </LinkButton>
  );
  return (
    <>
      <PageHead title="Purchase orders" actions={create}>
        Orders to suppliers and what has been received.
      </PageHead>
      <DataTable
        {...loaderData}
        list="purchase-orders"
        things={['purchase order', 'purchase orders']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ number }) => number}
        toRow={toOrder}
        usualSort="-createdDate"
        searchLabel="Search numbers and suppliers"
        filters={filters}
        empty={{
          title: 'No purchase orders yet',
          text: 'Choose a supplier to see order suggestions.',
          icon: <TruckIcon />,
          action: create,
        }}
      />
    </>
  );
}
