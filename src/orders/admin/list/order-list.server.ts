import { sql } from 'kysely';
import type { PrefixSearch } from '#platform/list/prefix-search.server.ts';
import { methodName } from '#storefront/cart/delivery-methods.ts';
import type { Db } from '#platform/db/db.server.ts';
import { inListOrder, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { type Day, endOf, startOf, dayOf } from '#lib/day.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { orderStatuses, statusName } from '#orders/contract.ts';
import { businessColumns, toListRow } from '#orders/stored/read-orders.server.ts';
import {
  type ListFilters,
  type ManagedRow,
  maxOrdersPerDocument,
  type OrderFilter,
  type OrderList,
  sentences,
} from '../contract.ts';
import { orderSearch, prefixSearchOf } from './order-search.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { formatAbn } from '#lib/text/abn.ts';

type Column = Exclude<NonNullable<OrderList['sort']>, `-${string}`>;

/** Each sort column has an index; see migrations/0007-orders.ts. */
const order: Order<Column> = {
  columns: {
    orderDate: sql.ref('orders.placed_at'),
    orderNumber: sql`substr(orders.number, 4)::bigint`,
    firstName: sql`lower(orders.first_name || ' ' || orders.last_name)`,
    lastName: sql`lower(orders.last_name || ' ' || orders.first_name)`,
    orderAmount: sql.ref('orders.total_cents'),
    amountPaid: sql.ref('orders.amount_paid_cents'),
    orderStatus: sql.ref('orders.status'),
  },
  usual: '-orderDate',
  key: sql.ref('orders.id'),
};

/**
 * The sort order of a filtered list. If the list is sorted by date, only the filter's days are read from the index;
 * otherwise all paid orders are read.
 */
function orderWithin({ startDate, endDate }: OrderFilter, sort: OrderList['sort'] = order.usual): Order<Column> {
  const isPaid = sql<boolean>`orders.payment = 'paid'`;
  const isWithin = sql<boolean>`${isPaid} and ${placedFrom(startDate)} and ${placedUntil(endDate)}`;
  return { ...order, of: { table: 'orders', rows: sort.endsWith('orderDate') ? isWithin : isPaid } };
}

const placedFrom = (day: Day) => sql<boolean>`orders.placed_at >= ${startOf(day)}`;
const placedUntil = (day: Day) => sql<boolean>`orders.placed_at < ${endOf(day)}`;

const everyStatus = Object.keys(orderStatuses).length;

const paidOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('tax_invoices', 'tax_invoices.order_id', 'orders.id')
    .where('orders.payment', '=', 'paid');
type Query = ReturnType<typeof paidOrders>;

function withFilters(
  query: Query,
  { refund, shippingMethod, promo, promoId, userId, search }: ListFilters,
  prefixSearch?: PrefixSearch,
): Query {
  const words = orderSearch(search, prefixSearch);
  return ofPromo(query, promo, promoId)
    .$if(words !== undefined, (q) => q.where(words ?? sql<boolean>`true`))
    .$if(refund === 'none', (q) => q.where(sql<boolean>`orders.amount_refunded_cents = 0`))
    .$if(refund === 'part' || refund === 'all', (q) => q.where(sql<boolean>`orders.amount_refunded_cents > 0`))
    .$if(refund === 'part', (q) => q.whereRef('orders.amount_refunded_cents', '<', 'orders.amount_paid_cents'))
    .$if(refund === 'all', (q) => q.whereRef('orders.amount_refunded_cents', '=', 'orders.amount_paid_cents'))
    .$if(shippingMethod !== undefined, (q) => q.where('orders.shipping_method', '=', Number(shippingMethod)))
    .$if(userId !== undefined, (q) => q.where('orders.user_id', '=', userId ?? null));
}

/** Two promos may have had the same code at different times; only the id tells them apart. */
function ofPromo(query: Query, promo: ListFilters['promo'], promoId: ListFilters['promoId']): Query {
  if (promo === undefined) return query;
  if (promo === 'none') return query.where('orders.promo_code', 'is', null);
  const withCode = query.where('orders.promo_code', 'is not', null);
  if (promo === 'any') return withCode;
  if (promoId !== undefined) return query.where('orders.promo_id', '=', promoId);
  return withCode.where(sql<boolean>`lower(orders.promo_code) = lower(${promo})`);
}

/** The filtered paid orders, unsorted. `prefixSearch`, from `prefixSearchOf`, speeds up a search without changing its result. */
export function filteredOrders(
  db: Db,
  { startDate, endDate, orderStatuses: chosen, orderId, ...moreFilters }: OrderFilter,
  prefixSearch?: PrefixSearch,
): Query {
  const statuses = [...new Set(chosen)].sort();
  return withFilters(paidOrders(db), moreFilters, prefixSearch)
    .where(placedFrom(startDate))
    .where(placedUntil(endDate))
    .$if(orderId !== undefined, (q) => q.where('orders.id', 'in', orderId ?? []))
    .$if(statuses.length < everyStatus, (q) => q.where('orders.status', 'in', statuses));
}

const listRows = (query: Query) =>
  query
    .select([
      'orders.id',
      'tax_invoices.id as taxInvoiceId',
      'orders.number',
      'orders.first_name as firstName',
      'orders.last_name as lastName',
    ])
    .select(businessColumns('orders'))
    .select([
      'orders.placed_at as placedAt',
      'orders.amount_paid_cents as amountPaid',
      'orders.total_cents as orderAmount',
    ])
    .select([
      'orders.amount_refunded_cents as amountRefunded',
      'orders.status',
      'orders.shipping_method as shippingMethod',
    ])
    .select([
      'orders.promo_code as promoCode',
      'orders.email',
      'tax_invoices.number as invoiceNumber',
      'orders.version',
    ])
    .select(
      sql<boolean>`exists (select from trade_orders t where t.order_id = orders.id and t.is_on_account)`.as(
        'isOnAccount',
      ),
    );

type StoredRow = Awaited<ReturnType<ReturnType<typeof listRows>['execute']>>[number];

/** A page of the filtered orders, and their total count. */
export async function listOrders(
  db: Db,
  { filter, request }: { filter: OrderFilter; request: OrderList },
): Promise<RowsWithTotal<ManagedRow>> {
  const prefixSearch = await prefixSearchOf(db, filter.search);
  const { rows, total } = await tablePage(db, listRows(filteredOrders(db, filter, prefixSearch)), {
    asked: request,
    order: orderWithin(filter, request.sort),
  });
  return { rows: rows.map(toManagedRow), total };
}

/** A user's paid orders; 404 for an unknown user. */
export async function listOrdersOfUser(db: Db, userId: string, request: OrderList): Promise<RowsWithTotal<ManagedRow>> {
  const mine = withFilters(paidOrders(db), { ...request, userId });
  const { rows, total } = await tablePage(db, listRows(mine), { asked: request, order });
  if (total === 0) await demandUser(db, userId);
  return { rows: rows.map(toManagedRow), total };
}

async function demandUser(db: Db, id: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('This user no longer exists.');
}

const toManagedRow = ({ email: _email, invoiceNumber: _invoice, ...row }: StoredRow): ManagedRow => toListRow(row);

/**
 * The ids of the filtered orders for a document, in the list's sort order. Throws 400 if there are too many for one
 * document.
 */
export async function orderIdsForDocument(
  db: Db,
  filter: OrderFilter,
  sort: OrderList['sort'],
): Promise<{ id: string; orderNumber: string }[]> {
  const rows = await inListOrder(listRows(filteredOrders(db, filter)), order, sort)
    .limit(maxOrdersPerDocument + 1)
    .execute();
  if (rows.length > maxOrdersPerDocument) throw new Problem(400, sentences.tooMany);
  return rows.map(({ id, number }) => ({ id, orderNumber: number ?? '' }));
}

const maxCounted = 1_000;

/** The number of New Orders, counted up to 1,001. */
export async function countNewOrders(db: Db): Promise<number> {
  const some = db
    .selectFrom('orders')
    .select('id')
    .where('payment', '=', 'paid')
    .where('status', '=', sql.lit(0))
    .limit(maxCounted + 1);
  const { orders } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return orders;
}

/** The filtered list as a file, in the list's sort order. */
export const orderFile = (db: Db, filter: OrderFilter, sort: OrderList['sort']): ListFile<StoredRow> => ({
  name: 'Orders',
  query: inListOrder(listRows(filteredOrders(db, filter)), order, sort),
  columns: [
    { header: 'Order number', kind: 'text', of: ({ number }) => number },
    { header: 'Ordered', kind: 'date', of: ({ placedAt }) => dayOf(placedAt) },
    { header: 'First name', kind: 'text', of: ({ firstName }) => firstName },
    { header: 'Last name', kind: 'text', of: ({ lastName }) => lastName },
    { header: 'Email', kind: 'text', width: 32, of: ({ email }) => email },
    { header: 'Company', kind: 'text', width: 28, of: ({ companyName }) => companyName },
    { header: 'ABN', kind: 'text', of: ({ abn }) => formatAbn(abn ?? '') },
    { header: 'PO number', kind: 'text', of: ({ purchaseOrder }) => purchaseOrder },
    { header: 'Status', kind: 'text', of: ({ status }) => statusName(status) },
    { header: 'Delivery', kind: 'text', of: ({ shippingMethod }) => methodName(shippingMethod) },
    { header: 'Promo', kind: 'text', of: ({ promoCode }) => promoCode },
    { header: 'Amount', kind: 'money', of: ({ orderAmount }) => orderAmount },
    { header: 'Paid', kind: 'money', of: ({ amountPaid }) => amountPaid },
    { header: 'Refunded', kind: 'money', of: ({ amountRefunded }) => amountRefunded },
    { header: 'Invoice', kind: 'text', of: ({ invoiceNumber }) => invoiceNumber },
    { header: 'On account', kind: 'text', of: ({ isOnAccount }) => (isOnAccount ? 'Yes' : '') },
  ],
});
