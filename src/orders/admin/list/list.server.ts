import { sql } from 'kysely';
import type { WordStart } from '#platform/list/word-start.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { type Day, endOf, startOf } from '#lib/day.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { orderStatuses } from '#orders/contract.ts';
import { businessColumns, toListRow } from '#orders/stored/orders.server.ts';
import {
  type Further,
  type ManagedRow,
  mostOnPaper,
  type OrderFilter,
  type OrderList,
  sentences,
} from '../contract.ts';
import { begunOf, searched } from './search.server.ts';

type Column = Exclude<NonNullable<OrderList['sort']>, `-${string}`>;

/** Migration 0022 has an index for each but the first, which 0003 has, and what was paid, which 0029 has. */
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

/** The order of the filter's list: by date its rows stand side by side in the index, by anything else all over it. */
function orderWithin({ startDate, endDate }: OrderFilter, sort: OrderList['sort'] = order.usual): Order<Column> {
  const isPaid = sql<boolean>`orders.payment = 'paid'`;
  const isWithin = sql<boolean>`${isPaid} and ${placedFrom(startDate)} and ${placedUntil(endDate)}`;
  return { ...order, of: { table: 'orders', rows: sort.endsWith('orderDate') ? isWithin : isPaid } };
}

const placedFrom = (day: Day) => sql<boolean>`orders.placed_at >= ${startOf(day)}`;
const placedUntil = (day: Day) => sql<boolean>`orders.placed_at < ${endOf(day)}`;

const everyStatus = Object.keys(orderStatuses).length;

const paid = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('tax_invoices', 'tax_invoices.order_id', 'orders.id')
    .where('orders.payment', '=', 'paid');
type Query = ReturnType<typeof paid>;

function narrowed(
  query: Query,
  { refund, shippingMethod, promo, promoId, userId, search }: Further,
  begun?: WordStart,
): Query {
  const words = searched(search, begun);
  return ofPromo(query, promo, promoId)
    .$if(words !== undefined, (q) => q.where(words ?? sql<boolean>`true`))
    .$if(refund === 'none', (q) => q.where(sql<boolean>`orders.amount_refunded_cents = 0`))
    .$if(refund === 'part' || refund === 'all', (q) => q.where(sql<boolean>`orders.amount_refunded_cents > 0`))
    .$if(refund === 'part', (q) => q.whereRef('orders.amount_refunded_cents', '<', 'orders.amount_paid_cents'))
    .$if(refund === 'all', (q) => q.whereRef('orders.amount_refunded_cents', '=', 'orders.amount_paid_cents'))
    .$if(shippingMethod !== undefined, (q) => q.where('orders.shipping_method', '=', Number(shippingMethod)))
    .$if(userId !== undefined, (q) => q.where('orders.user_id', '=', userId ?? null));
}

/** A promo may have had other codes, and others its code: by its id it is meant alone. */
function ofPromo(query: Query, promo: Further['promo'], promoId: Further['promoId']): Query {
  if (promo === undefined) return query;
  if (promo === 'none') return query.where('orders.promo_code', 'is', null);
  const withCode = query.where('orders.promo_code', 'is not', null);
  if (promo === 'any') return withCode;
  if (promoId !== undefined) return query.where('orders.promo_id', '=', promoId);
  return withCode.where(sql<boolean>`lower(orders.promo_code) = lower(${promo})`);
}

/** Paid orders that a filter shows, in no order. `begun`, of `begunOf`, makes a search faster, and finds the same. */
export function filtered(
  db: Db,
  { startDate, endDate, orderStatuses: chosen, orderId, ...further }: OrderFilter,
  begun?: WordStart,
): Query {
  const statuses = [...new Set(chosen)].sort();
  return narrowed(paid(db), further, begun)
    .where(placedFrom(startDate))
    .where(placedUntil(endDate))
    .$if(orderId !== undefined, (q) => q.where('orders.id', 'in', orderId ?? []))
    .$if(statuses.length < everyStatus, (q) => q.where('orders.status', 'in', statuses));
}

/** The columns of a list's row. */
export const rowsOf = (query: Query) =>
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
    ]);

export type StoredRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** In the order that is asked for, for exports. */
export function inOrder(query: ReturnType<typeof rowsOf>, sort: OrderList['sort'] = order.usual) {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = order.columns[sort.replace(/^-/, '') as Column]; // the shape of the query names the columns
  return query.orderBy(sql`${column} ${direction}`).orderBy(sql`${order.key} ${direction}`);
}

/** The orders of the filter, and how many there are. */
export async function listOrders(
  db: Db,
  { filter, asked }: { filter: OrderFilter; asked: OrderList },
): Promise<RowsWithTotal<ManagedRow>> {
  const begun = await begunOf(db, filter.search);
  const { rows, total } = await tablePage(db, rowsOf(filtered(db, filter, begun)), {
    asked,
    order: orderWithin(filter, asked.sort),
  });
  return { rows: rows.map(wireOf), total };
}

/** A user's paid orders. 404 for somebody who is not known. */
export async function listOrdersOf(db: Db, userId: string, asked: OrderList): Promise<RowsWithTotal<ManagedRow>> {
  const mine = narrowed(paid(db), { ...asked, userId });
  const { rows, total } = await tablePage(db, rowsOf(mine), { asked, order });
  if (total === 0) await demandUser(db, userId);
  return { rows: rows.map(wireOf), total };
}

async function demandUser(db: Db, id: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('This user no longer exists.');
}

const wireOf = ({ email: _email, invoiceNumber: _invoice, ...row }: StoredRow): ManagedRow => toListRow(row);

/** The orders of a filter for a paper, in the list's order. 400 where they are more than a paper takes. */
export async function idsOf(
  db: Db,
  filter: OrderFilter,
  sort: OrderList['sort'],
): Promise<{ id: string; orderNumber: string }[]> {
  const rows = await inOrder(rowsOf(filtered(db, filter)), sort)
    .limit(mostOnPaper + 1)
    .execute();
  if (rows.length > mostOnPaper) throw new Problem(400, sentences.tooMany);
  return rows.map(({ id, number }) => ({ id, orderNumber: number ?? '' }));
}

const mostCounted = 1_000;

/** Orders that wait to be picked, counted to 1,001 at most. */
export async function newOrders(db: Db): Promise<number> {
  const some = db
    .selectFrom('orders')
    .select('id')
    .where('payment', '=', 'paid')
    .where('status', '=', sql.lit(0))
    .limit(mostCounted + 1);
  const { orders } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return orders;
}
