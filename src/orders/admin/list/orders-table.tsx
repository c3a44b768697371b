import { useState } from 'react';
import { useLocation } from 'react-router';
import { hasAccess } from '#lib/api/access.ts';
import { call } from '#lib/api/api.ts';
import { type InputOf, urlOf } from '#lib/api/endpoint.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { RowsOrPromise } from '#lib/api/table-rows.ts';
import type { BulkAction, Selection, TableViews } from '#ui/table/table-config.ts';
import { notifyProblem } from '#ui/feedback/notify.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon, DownloadIcon, PrintIcon, ReceiptIcon, UpDownIcon } from '#ui/icons/back-office-icons.tsx';
import { BulkStatusDialog } from './bulk-status-dialog.tsx';
import type { listOrderIds, OrderRow } from '../contract.ts';
import { maxOrdersPerDocument, sentences } from '../contract.ts';
import { everyStatus, type ListFilter } from './list-filter.ts';
import { actionsOf, columnsAt, filtersFor, toOrder } from './order-columns.tsx';
import { openPaper, saveFile } from '../papers/papers-of-page.ts';

interface OrdersTableProps {
  /** Rows, or a promise of them. */
  table: RowsOrPromise<OrderRow>;
  at: string;
  /** The panel's filter, or all orders of a user. */
  filter: ListFilter | (typeof always & { userId: string });
  views?: TableViews;
  emptyText: string;
}

export const always = { startDate: '2000-01-01', endDate: '2999-12-31', orderStatuses: [...everyStatus] };

type Query = NonNullable<InputOf<typeof listOrderIds>['query']>;

type Chosen = { id: string; orderNumber: string };

/** The list of orders, on its own page and on a user's. */
export function OrdersTable({ table, at, filter, views, emptyText }: OrdersTableProps) {
  const { search } = useLocation();
  const [changing, setChanging] = useState<{ orders: readonly Chosen[]; done: () => void }>();
  const isManager = hasAccess(useViewer(), 'ManageCartOrders');
  // All rows shown so far, since selected rows may be on another page.
  const [numbers] = useState(() => new Map<string, string>());
  const queryOf = (shown: URLSearchParams) => ({ ...Object.fromEntries(shown), ...filter });
  /** The ids of the selection; for a whole list they are requested. */
  const chosenOf = async (selection: Selection): Promise<readonly Chosen[]> => {
    if ('ids' in selection) return selection.ids.map((id) => ({ id, orderNumber: numbers.get(id) ?? '' }));
    const query = queryOf(selection.all) as unknown as Query; // its shape reads texts of an address
    return call<typeof listOrderIds>('GET /v1/manage-orders/ids', { query });
  };
  const withChosen = (act: (orders: readonly Chosen[], done: () => void) => void) => {
    return (selection: Selection, done: () => void): void => {
      if ('ids' in selection && selection.ids.length > maxOrdersPerDocument) return notifyProblem(sentences.tooMany);
      chosenOf(selection).then(
        (orders) => act(orders, done),
        (error: unknown) => notifyProblem(errorMessageOf(error, sentences.loadFailed)),
      );
    };
  };
  /** The selection as an Excel file, in the list's sort order. */
  const exportOf = (selection: Selection): string => {
    const shown = 'all' in selection ? selection.all : new URLSearchParams(search);
    const chosen = 'ids' in selection ? { ...always, orderId: selection.ids } : queryOf(selection.all);
    return urlOf('/v1/manage-orders/export', { query: { ...chosen, sort: shown.get('sort'), format: 'xlsx' } });
  };
  const idsOf = (orders: readonly Chosen[]) => orders.map(({ id }) => id);
  const invoicesOf = (orders: readonly Chosen[]) =>
    urlOf('/v1/manage-orders/invoices', { query: { orderId: idsOf(orders) } });
  const bulk: BulkAction[] = [
    { label: 'Change status', icon: <UpDownIcon />, run: withChosen((orders, done) => setChanging({ orders, done })) },
    {
      label: 'Picking list',
      icon: <ChecklistIcon />,
      run: withChosen((orders) => openPaper('picking-list', idsOf(orders))),
    },
    {
      label: 'Packing slips',
      icon: <PrintIcon />,
      run: withChosen((orders) => openPaper('packing-slips', idsOf(orders))),
    },
    { label: 'Invoices', icon: <FileIcon />, run: withChosen((orders) => void saveFile(invoicesOf(orders))) },
    { label: 'Export', icon: <DownloadIcon />, run: (selection) => void saveFile(exportOf(selection)) },
  ];
  const nameOf = (order: OrderRow): string => {
    numbers.set(order.id, order.orderNumber);
    return order.orderNumber;
  };
  return (
    <>
      <DataTable
        {...table}
        list="orders"
        things={['order', 'orders']}
        columns={columnsAt(new Date(at))}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        usualSort="-orderDate"
        searchLabel="Number, name or product"
        {...(!('userId' in filter) && {
          filters: filtersFor(new URLSearchParams(search)),
          filterLabel: 'More filters',
        })}
        {...(views && { views })}
        {...(isManager && {
          toRow: toOrder,
          actions: (order: OrderRow) => actionsOf(order, () => setChanging({ orders: [order], done: () => {} })),
          bulk,
          exportTo: (format, shown) =>
            urlOf('/v1/manage-orders/export', { query: { ...queryOf(shown), sort: shown.get('sort'), format } }),
        })}
        empty={{ title: sentences.empty, text: emptyText, icon: <ReceiptIcon /> }}
      />
      {changing && (
        <BulkStatusDialog orders={changing.orders} close={() => setChanging(undefined)} done={() => changing.done()} />
      )}
    </>
  );
}
