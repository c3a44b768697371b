import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { StatusBadge } from '#orders/admin/status-badge.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Pagination } from '#ui/layout/pagination.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Link } from '#ui/link.tsx';
import type { listAccountOrders } from './contract.ts';

type Row = ReplyOf<typeof listAccountOrders>[number];

const columns: readonly SimpleColumn<Row>[] = [
  {
    label: 'Order',
    cell: ({ id, number }) => <Link to={`/admin/view-order-details/${id}/`}>{number}</Link>,
    about: ({ placedDate }) => formatInstant(new Date(placedDate)),
  },
  { label: 'Site', isText: true, cell: ({ siteName }) => siteName, about: ({ buyer }) => buyer ?? '' },
  { label: 'PO number', isText: true, isWide: true, cell: ({ poNumber }) => poNumber },
  { label: 'Status', isText: true, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Total',
    cell: ({ total }) => formatDollars(total),
    about: ({ isOnAccount }) => (isOnAccount ? 'On account' : 'By card'),
  },
];

interface OrdersCardProps {
  accountId: string;
  orders: { rows: readonly Row[]; total: number; page: number; pageSize: number };
}

/** The orders of a trade account, newest first, a few at a time. */
export function OrdersCard({ accountId, orders: { rows, total, page, pageSize } }: OrdersCardProps) {
  return (
    <section className={panel.card} aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      <SimpleTable
        label="Orders"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        none={total === 0 ? 'This account has not ordered anything yet.' : 'There are no more orders.'}
      />
      {total > pageSize && (
        <Pagination
          page={page}
          pageSize={pageSize}
          total={total}
          toPage={(number) => ({
            pathname: `/admin/accounts/${accountId}/`,
            search: `?orders=${number}`,
            hash: '#orders',
          })}
        />
      )}
    </section>
  );
}
