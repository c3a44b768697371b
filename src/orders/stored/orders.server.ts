import type { z } from 'zod';
import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import { type Actor, demandOwn } from '#platform/access/actor.server.ts';
import { windowOf } from '#platform/list/table-page.server.ts';
import { may } from '#lib/api/access.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { minus, times } from '#lib/money.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { picturePath } from '#catalogue/products/picture-path.ts';
import { businessOnWire } from '../business.ts';
import { type OrderDetail, type orderRow, sentences, statusName } from '../contract.ts';
import { isGuestKey } from './keyed.server.ts';
import { isStanding } from './refund-states.server.ts';
import { sentences as statusSentences } from '../status/status-contract.ts';
import { orderColumns, type Person, type StoredItem, type StoredOrder } from './stored-order.server.ts';

/** Who wants to see an order: somebody signed in, or a guest with the key of the mail. */
export interface Reader {
  actor: Actor | null;
  key: string | undefined;
}

/** Refuses whoever may not see this order or its invoice: 401 anonymous, 404 another's, 403 an administrator's lack of claim. */
export function demandReader(env: Env, order: { id: string; userId: string | null }, { actor, key }: Reader): void {
  if (isGuestKey(env, order.id, key)) return;
  if (actor === null) throw new Problem(401, sentences.signIn);
  demandOwn(actor, order.userId ?? '', 'ManageCartOrders');
}

/** 404 for the signed in, 401 for others: a stranger is not told which orders there are. */
export const missingFor = ({ actor }: Reader): Problem =>
  actor === null ? new Problem(401, sentences.signIn) : notFound();

interface Invoiced extends StoredOrder {
  taxInvoiceId: string | null;
  taxInvoiceNumber: string | null;
  refunds: OrderDetail['refunds'];
}

/** What went back to the buyer; times as JSON has them are turned to UTC by `toISOString`. */
const paidRefunds = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'refundDate', r.settled_at,
    'amount', r.amount_cents, 'adjustmentNoteId', n.id, 'adjustmentNoteNumber', n.number) order by r.settled_at, r.id), '[]')
  from refunds r left join adjustment_notes n on n.refund_id = r.id and ${isStanding}
  where r.order_id = o.id and r.state = 'done')`;

/** A paid order with all that its page shows; for an owner, a guest's key or ManageCartOrders. */
export async function readOrder(
  db: Db,
  orderId: string,
  { env, reader }: { env: Env; reader: Reader },
): Promise<OrderDetail> {
  const { rows } = await sql<Invoiced>`
    select ${orderColumns}, t.id as "taxInvoiceId", t.number as "taxInvoiceNumber", ${paidRefunds} as refunds
    from orders o left join tax_invoices t on t.order_id = o.id where o.id = ${orderId} and o.payment = 'paid'`.execute(
    db,
  );
  const order = rows[0];
  if (!order) throw missingFor(reader);
  demandReader(env, order, reader);
  return detailOf(order, may(reader.actor, 'ManageCartOrders'));
}

function detailOf(order: Invoiced, tellsAddress: boolean): OrderDetail {
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
    shippingMobile: shipping.mobile,
    ...businessOnWire(billing),
    billingName: personName(billing),
    billingAddress: fullAddress(billing),
    billingMobile: billing.mobile,
    billingEmail: order.email,
    ipAddress: tellsAddress ? order.ipAddress : null,
    paymentMethod: paymentMethod(order),
    version: order.version,
  };
}

export const personName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

function paymentMethod({ cardBrand, cardLastFour, total }: StoredOrder): string {
  if (total === 0) return 'Nothing to pay';
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

/** 404 where there is no such paid order. */
export async function demandOrder(db: Db, orderId: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('payment', '=', 'paid')
    .executeTakeFirst();
  if (!order) throw notFound(statusSentences.notFound);
}

export interface Page {
  page?: number | undefined;
  pageSize?: number | undefined;
}

interface PaidOrder {
  number: string | null;
  placedAt: Date;
  status: number;
}

/** What every list of paid orders says of one; the rest of its columns stays as it is. */
export const listed = <Row extends PaidOrder>({ number, placedAt, status, ...row }: Row) => ({
  ...row,
  orderNumber: number ?? '',
  orderDate: placedAt.toISOString(),
  orderStatus: status,
  orderStatusValue: statusName(status),
  orderPaid: true,
});

/** What a row of a list says of the buyer's business; null where there is nothing. */
export const businessColumns = (orders: string) =>
  (['companyName', 'abn', 'purchaseOrder'] as const).map((name) =>
    sql<string | null>`nullif(${sql.ref(`${orders}.billing`)}->>${sql.lit(name)}, '')`.as(name),
  );

/** A user's paid orders, newest first, and how many there are. */
export async function listOrders(
  db: Db,
  userId: string,
  asked: Page,
): Promise<{ rows: z.output<typeof orderRow>[]; total: number }> {
  const { limit, offset } = windowOf(asked);
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
  return { total, rows: rows.map(listed) };
}
