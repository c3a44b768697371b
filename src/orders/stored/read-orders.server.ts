import type { z } from 'zod';
import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import { type Actor, requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import { limitAndOffset } from '#platform/list/table-page.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { minus, times } from '#lib/money.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { picturePath } from '#lib/picture-path.ts';
import { mayReadOrder } from '#trade/accounts/order-access.server.ts';
import { onAccountInWords } from '#trade/credit/credit-sentences.ts';
import { invoiceReference } from '#trade/credit/payment-reference.ts';
import { businessForJson } from '../business-details.ts';
import { type OrderDetail, orderStatuses, type orderRow, sentences, statusName } from '../contract.ts';
import { isGuestKey } from './guest-key.server.ts';
import { unitsOut } from './order-lines.server.ts';
import { trackingUrl } from './tracking-link.server.ts';
import { isActiveNote } from './refund-states.server.ts';
import { sentences as statusSentences } from '../status/status-contract.ts';
import {
  orderColumns,
  type Person,
  type StoredItem,
  type StoredOrder,
  type TradeDetails,
} from './stored-order.server.ts';

/** The reader of an order: a signed-in user, or a guest with the key from the mail. */
export interface OrderReader {
  actor: Actor | null;
  key: string | undefined;
}

/**
 * Throws for a reader who may not see this order or its invoice: 401 without a session, 404 for another user's order,
 * 403 for an administrator without the claim.
 */
export async function demandReadAccess(
  { db, env }: { db: Db; env: Env },
  order: { id: string; userId: string | null },
  { actor, key }: OrderReader,
): Promise<void> {
  if (isGuestKey(env, order.id, key)) return;
  if (actor === null) throw new Problem(401, sentences.signIn);
  if (actor.id === order.userId || (await mayReadOrder(db, { orderId: order.id, userId: actor.id }))) return;
  requireOwnerOrAccess(actor, order.userId ?? '', 'ManageCartOrders');
}

/** The error for a missing order: 404 for a signed-in reader, 401 for anybody else, so that strangers cannot find out which orders exist. */
export const missingOrderProblem = ({ actor }: OrderReader): Problem =>
  actor === null ? new Problem(401, sentences.signIn) : notFound();

interface InvoicedOrder extends StoredOrder {
  taxInvoiceId: string | null;
  taxInvoiceNumber: string | null;
  refunds: OrderDetail['refunds'];
  /** Whether it has deliveries, or a day is known on which one is expected. */
  isTracked: boolean;
  unitsOut: number;
}

/** Paid refunds as JSON; `toISOString` converts their times to UTC later. */
const paidRefunds = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'refundDate', r.settled_at,
    'amount', r.amount_cents, 'adjustmentNoteId', n.id, 'adjustmentNoteNumber', n.number) order by r.settled_at, r.id), '[]')
  from refunds r left join adjustment_notes n on n.refund_id = r.id and ${isActiveNote}
  where r.order_id = o.id and r.state = 'done')`;

/**
 * A paid order with everything that its page shows; for its owner, a guest with the key, or a user with
 * ManageCartOrders.
 */
export async function readOrder(
  db: Db,
  orderId: string,
  { env, reader }: { env: Env; reader: OrderReader },
): Promise<OrderDetail> {
  const { rows } = await sql<InvoicedOrder>`
    select ${orderColumns}, t.id as "taxInvoiceId", t.number as "taxInvoiceNumber", ${paidRefunds} as refunds,
      exists (select from deliveries d where d.order_id = o.id and d.state <> 'cancelled') or exists (
        select from back_orders b join order_items i on i.id = b.order_item_id where i.order_id = o.id) as "isTracked",
      (select coalesce(sum(${unitsOut}), 0)::int from order_items i where i.order_id = o.id) as "unitsOut"
    from orders o left join tax_invoices t on t.order_id = o.id where o.id = ${orderId} and o.payment = 'paid'`.execute(
    db,
  );
  const order = rows[0];
  if (!order) throw missingOrderProblem(reader);
  await demandReadAccess({ db, env }, order, reader);
  return {
    ...detailOf(order, hasAccess(reader.actor, 'ManageCartOrders')),
    trackingUrl: order.isTracked ? trackingUrl(env, order.id) : null,
  };
}

function detailOf(order: InvoicedOrder, includesIpAddress: boolean): Omit<OrderDetail, 'trackingUrl'> {
  const { billing, shipping } = order;
  return {
    id: order.id,
    taxInvoiceId: order.taxInvoiceId,
    taxInvoiceNumber: order.taxInvoiceNumber,
    orderNumber: order.number ?? '',
    orderDate: order.placedAt.toISOString(),
    total: order.total,
    totalIncludedGst: order.gst,
    subtotal: order.subTotal,
    shippingFee: order.shippingFee,
    discount: order.discount,
    promoCode: order.promoCode,
    amountPaid: order.amountPaid,
    amountRefunded: order.amountRefunded,
    refunds: order.refunds.map((one) => ({ ...one, refundDate: new Date(one.refundDate).toISOString() })),
    orderStatus: order.status,
    orderStatusValue: statusName(order.status),
    orderItems: order.items.map((item) => itemOf(item, order.promoCode)),
    shippingMethod: order.shippingMethod,
    shippingName: personName(shipping),
    shippingAddress: fullAddress(shipping),
    shippingInstructions: shipping.instructions ?? '',
    shippingMobile: shipping.mobile,
    ...businessForJson(billing),
    billingName: personName(billing),
    billingAddress: fullAddress(billing),
    billingMobile: billing.mobile,
    billingEmail: order.email,
    ipAddress: includesIpAddress ? order.ipAddress : null,
    paymentMethod: paymentMethod(order),
    trade: order.trade && tradeDetails(order.trade, order),
    unitsOut: order.unitsOut,
    version: order.version,
  };
}

function tradeDetails(
  { terms: _t, ...trade }: TradeDetails,
  { taxInvoiceNumber: invoice, status }: Pick<InvoicedOrder, 'taxInvoiceNumber' | 'status'>,
): NonNullable<OrderDetail['trade']> {
  const isToPay = trade.open !== 0 && !isCancelled(status);
  const reference = isToPay && trade.dueDay && invoice ? invoiceReference(trade.accountNumber, invoice) : null;
  return { ...trade, paymentReference: reference };
}

export const personName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

const isCancelled = (status: number): boolean => status === orderStatuses.cancelled.value;

function paymentMethod({ cardBrand, cardLastFour, total, trade, status }: StoredOrder): string {
  if (total === 0) return 'Nothing to pay';
  if (trade?.dueDay) return onAccountInWords({ ...trade, dueDay: trade.dueDay, total }, isCancelled(status));
  return cardLastFour === null ? 'Card' : `${cardBrand} ending in ${cardLastFour}`;
}

function itemOf(item: StoredItem, promoCode: string | null): OrderDetail['orderItems'][number] {
  return {
    orderItemId: item.id,
    productName: item.name,
    productImage: item.imageKey === null ? '' : picturePath(item.imageKey),
    productCode: item.code,
    productUrl: item.url,
    variation: item.label,
    promoCode: item.discount > 0 ? promoCode : null,
    quantity: item.quantity,
    price: item.price,
    discountedAmount: item.discount,
    total: minus(times(item.price, item.quantity), item.discount),
  };
}

/** Throws 404 if there is no such paid order. */
export async function demandOrder(db: Db, orderId: string): Promise<void> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('payment', '=', 'paid')
    .executeTakeFirstOrThrow(() => notFound(statusSentences.notFound));
}

export interface PageRequest {
  page?: number | undefined;
  pageSize?: number | undefined;
}

interface PaidOrder {
  number: string | null;
  placedAt: Date;
  status: number;
}

/** Converts the fields that all lists of paid orders have; other fields stay as they are. */
export const toListRow = <Row extends PaidOrder>({ number, placedAt, status, ...row }: Row) => ({
  ...row,
  orderNumber: number ?? '',
  orderDate: placedAt.toISOString(),
  orderStatus: status,
  orderStatusValue: statusName(status),
  orderPaid: true,
});

/** The columns of the buyer's business details; null if empty. */
export const businessColumns = (orders: string) =>
  (['companyName', 'abn', 'purchaseOrder'] as const).map((name) =>
    sql<string | null>`nullif(${sql.ref(`${orders}.billing`)}->>${sql.lit(name)}, '')`.as(name),
  );

/** A page of a user's paid orders, newest first, and their total count. */
export async function listOwnOrders(
  db: Db,
  userId: string,
  page: PageRequest,
): Promise<{ rows: z.output<typeof orderRow>[]; total: number }> {
  const { limit, offset } = limitAndOffset(page);
  const mine = db.selectFrom('orders as o').where('o.user_id', '=', userId).where('o.payment', '=', 'paid');
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await mine
    .leftJoin('tax_invoices as t', 't.order_id', 'o.id')
    .select(['o.id', 't.id as taxInvoiceId', 'o.number', 'o.first_name as firstName', 'o.last_name as lastName'])
    .select(businessColumns('o'))
    .select([
      'o.placed_at as placedAt',
      'o.amount_paid_cents as amountPaid',
      'o.total_cents as orderAmount',
      'o.status',
    ])
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows: rows.map(toListRow) };
}
