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
import { openPaper, saveFile } from '../papers/open-and-download.ts';

interface OrdersTableProps {
  table: RowsOrPromise<OrderRow>;
  at: string;
  /** The filter from the URL, or one for all orders of a user. */
  filter: ListFilter | (typeof allOrders & { userId: string });
  views?: TableViews;
  emptyText: string;
}

/** A filter that matches every order. */
export const allOrders = { startDate: '2000-01-01', endDate: '2999-12-31', orderStatuses: [...everyStatus] };

type Query = NonNullable<InputOf<typeof listOrderIds>['query']>;

type SelectedOrder = { id: string; orderNumber: string };

/** The list of orders, on its own page and on a user's page. */
export function OrdersTable({ table, at, filter, views, emptyText }: OrdersTableProps) {
  const { search } = useLocation();
  const [changing, setChanging] = useState<{ orders: readonly SelectedOrder[]; done: () => void }>();
  const isManager = hasAccess(useViewer(), 'ManageCartOrders');
  // The order numbers of all rows shown so far, because selected rows may be on another page.
  const [orderNumbers] = useState(() => new Map<string, string>());
  const queryOf = (shown: URLSearchParams) => ({ ...Object.fromEntries(shown), ...filter });
  /** The selected orders. If the whole list is selected, the server is asked for their ids. */
  const selectedOrders = async (selection: Selection): Promise<readonly SelectedOrder[]> => {
    if ('ids' in selection) return selection.ids.map((id) => ({ id, orderNumber: orderNumbers.get(id) ?? '' }));
    const query = queryOf(selection.all) as unknown as Query; // the endpoint's shape parses the strings from the URL
    return call<typeof listOrderIds>('GET /v1/manage-orders/ids', { query });
  };
  const withSelected = (act: (orders: readonly SelectedOrder[], done: () => void) => void) => {
    return (selection: Selection, done: () => void): void => {
      if ('ids' in selection && selection.ids.length > maxOrdersPerDocument) return notifyProblem(sentences.tooMany);
      selectedOrders(selection).then(
        (orders) => act(orders, done),
        (error: unknown) => notifyProblem(errorMessageOf(error, sentences.loadFailed)),
      );
    };
  };
  /** The selection as an Excel file, in the list's sort order. */
  const exportOf = (selection: Selection): string => {
    const shown = 'all' in selection ? selection.all : new URLSearchParams(search);
    const filterQuery = 'ids' in selection ? { ...allOrders, orderId: selection.ids } : queryOf(selection.all);
    return urlOf('/v1/manage-orders/export', { query: { ...filterQuery, sort: shown.get('sort'), format: 'xlsx' } });
  };
  const idsOf = (orders: readonly SelectedOrder[]) => orders.map(({ id }) => id);
  const invoicesOf = (orders: readonly SelectedOrder[]) =>
    urlOf('/v1/manage-orders/invoices', { query: { orderId: idsOf(orders) } });
  const bulk: BulkAction[] = [
    {
      label: 'Change status',
      icon: <UpDownIcon />,
      run: withSelected((orders, done) => setChanging({ orders, done })),
    },
    {
      label: 'Picking list',
      icon: <ChecklistIcon />,
      run: withSelected((orders) => openPaper('picking-list', idsOf(orders))),
    },
    {
      label: 'Packing slips',
      icon: <PrintIcon />,
      run: withSelected((orders) => openPaper('packing-slips', idsOf(orders))),
    },
    { label: 'Invoices', icon: <FileIcon />, run: withSelected((orders) => void saveFile(invoicesOf(orders))) },
    { label: 'Export', icon: <DownloadIcon />, run: (selection) => void saveFile(exportOf(selection)) },
  ];
  const nameOf = (order: OrderRow): string => {
    orderNumbers.set(order.id, order.orderNumber);
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
