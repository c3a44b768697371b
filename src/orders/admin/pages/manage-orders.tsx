import { useSearchParams } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { dayOf } from '#lib/day.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { filterOrders, sentences } from '../contract.ts';
import { FilterForm } from '../list/filter-form.tsx';
import { addressOf, asFilter, filterOf } from '../list/list-filter.ts';
import { OrdersTable } from '../list/orders-table.tsx';
import { builtInViews } from '../list/built-in-views.ts';
import type { Route } from './+types/manage-orders';

export const handle = { crumb: 'Orders' };

export const meta = backOfficeMeta('Orders');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartOrders');
  const now = new Date();
  const filter = filterOf(url.searchParams, dayOf(now));
  const [table, views] = await Promise.all([
    tableRowsOrPromise(context, filterOrders, {
      url,
      otherwise: sentences.loadFailed,
      input: { body: asFilter(filter) },
    }),
    api(context)(listViews, { query: { list: 'orders' } }).catch(() => []),
  ]);
  return { table, views, filter, at: now.toISOString() };
}

export default function ManageOrders({ loaderData: { table, views, filter, at } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  return (
    <>
      <PageHead title="Orders">All orders with their customer and status.</PageHead>
      <FilterForm filter={filter} onFilter={(next) => setQuery((before) => addressOf(before, next))} />
      <OrdersTable
        table={table}
        at={at}
        filter={filter}
        views={{ ...useTableViews('orders', views), shipped: builtInViews(dayOf(new Date(at))) }}
        emptyText="There are no orders with these statuses in this period."
      />
    </>
  );
}
