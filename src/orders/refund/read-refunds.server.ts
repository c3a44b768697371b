import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { type Cents, minus } from '#lib/money.ts';
import { notFound } from '#lib/api/problem.ts';
import { itemName } from '#lib/text/item-name.ts';
import type { OrderLine } from '../stored/order-lines.server.ts';
import { demandOrder } from '../stored/read-orders.server.ts';
import { type readRefundable, type Refund, sentences } from './refund-contract.ts';
import { isActiveNote } from '../stored/refund-states.server.ts';
import { remainderOf, type Refundable, type RefundableLine } from './refund-plan.ts';

type Dates = 'createdDate' | 'settledDate' | 'cameBackDate';

type StoredRefund = Omit<Refund, 'message' | Dates> & {
  createdAt: Date;
  settledAt: Date | null;
  cameBackAt: Date | null;
  failure: string | null;
};

const columns = sql`r.id, r.order_id as "orderId", r.state, r.amount_cents as amount, r.gst_cents as gst,
  r.shipping_cents as "shippingFee", r.reason, r.created_at as "createdAt",
  u.first_name || ' ' || u.last_name as "createdBy", r.settled_at as "settledAt", r.failure,
  r.came_back_at as "cameBackAt", n.id as "adjustmentNoteId", n.number as "adjustmentNoteNumber",
  (select coalesce(json_agg(json_build_object('id', a.id, 'number', a.number, 'cancels', c.number) order by length(a.number), a.number), '[]')
    from adjustment_notes a left join adjustment_notes c on c.id = a.cancels_id where a.refund_id = r.id) as notes,
  (select coalesce(json_agg(json_build_object('orderItemId', i.id, 'productName', i.product_name, 'productCode',
    i.product_code, 'variation', i.label, 'quantity', l.quantity, 'restock', l.is_restocked, 'amount', l.amount_cents)
    order by i.position), '[]') from refund_lines l join order_items i on i.id = l.order_item_id
    where l.refund_id = r.id) as lines
  from refunds r join users u on u.id = r.created_by left join adjustment_notes n on n.refund_id = r.id and ${isActiveNote}`;

function messageOf({ state, failure, cameBackAt }: StoredRefund): string | null {
  if (state === 'pending') return sentences.noResponse;
  if (state === 'withdrawn') return sentences.isWithdrawn;
  if (state === 'done') return null;
  return cameBackAt ? sentences.cameBack(formatDay(dayOf(cameBackAt)), failure) : sentences.refused(failure);
}

function refundOf(stored: StoredRefund): Refund {
  const { createdAt, settledAt, cameBackAt, failure: _failure, ...refund } = stored;
  return {
    ...refund,
    message: messageOf(stored),
    createdDate: createdAt.toISOString(),
    settledDate: settledAt?.toISOString() ?? null,
    cameBackDate: cameBackAt?.toISOString() ?? null,
  };
}

/** One refund of an order; 404 if it does not exist. */
export async function readRefund(
  db: Db,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<Refund> {
  const { rows } = await sql<StoredRefund>`
    select ${columns} where r.id = ${refundId} and r.order_id = ${orderId}`.execute(db);
  const [refund] = rows;
  if (!refund) throw notFound(sentences.refundNotFound);
  return refundOf(refund);
}

/** The refunds of an order, oldest first; 404 for an unknown order. */
export async function refundsOf(db: Db, orderId: string): Promise<Refund[]> {
  const { rows } = await sql<StoredRefund>`select ${columns} where r.order_id = ${orderId} order by r.id`.execute(db);
  if (rows.length === 0) await demandOrder(db, orderId);
  return rows.map(refundOf);
}

export interface RefundableOrder {
  amountPaid: Cents;
  shippingFee: Cents;
  items: readonly OrderLine[];
}

/** What can still be refunded of an order, in total and by line: the amount paid less all refunds that are not cancelled. */
export async function leftToRefund(db: Db | Tx, orderId: string, order: RefundableOrder): Promise<Refundable> {
  const taken = await sql<{ amount: Cents; done: Cents; shipping: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as amount, coalesce(sum(shipping_cents), 0)::bigint as shipping,
      coalesce(sum(amount_cents) filter (where state = 'done'), 0)::bigint as done
    from refunds where order_id = ${orderId} and state <> 'withdrawn'`.execute(db);
  const ofLines = await sql<RefundsOfLine>`
    select l.order_item_id as id, sum(l.quantity)::int as units, sum(l.amount_cents)::bigint as amount
    from refunds r join refund_lines l on l.refund_id = r.id
    where r.order_id = ${orderId} and r.state <> 'withdrawn' group by l.order_item_id`.execute(db);
  const { amount, done, shipping } = taken.rows[0] as (typeof taken.rows)[0]; // an aggregate always has a row
  const byLine = new Map(ofLines.rows.map((row) => [row.id, row]));
  return {
    amountPaid: order.amountPaid,
    amount: remainderOf(order.amountPaid, amount),
    reserved: minus(amount, done),
    shippingFee: remainderOf(order.shippingFee, shipping),
    lines: order.items.map((item) => lineLeft(item, byLine.get(item.id))),
  };
}

type RefundsOfLine = { id: string; units: number; amount: Cents };

const lineLeft = (item: OrderLine, taken: RefundsOfLine | undefined): RefundableLine => ({
  id: item.id,
  name: itemName(item.name, item.label),
  total: item.total,
  refunded: (taken?.amount ?? 0) as Cents, // a sum of cents
  quantity: item.quantity,
  refundable: item.quantity - (taken?.units ?? 0),
});

/** The refundable amounts and units of a paid order, in cents; 404 if there is none. */
export async function refundableOf(
  db: Db,
  orderId: string,
): Promise<z.output<(typeof readRefundable)['shapes']['reply']>> {
  const { rows } = await sql<RefundableOrder & { amountRefunded: Cents }>`
    select o.amount_paid_cents as "amountPaid", o.amount_refunded_cents as "amountRefunded",
      o.shipping_fee_cents as "shippingFee", (
      select coalesce(json_agg(json_build_object('id', i.id, 'itemId', i.item_id, 'name', i.product_name,
        'code', i.product_code, 'label', i.label, 'quantity', i.quantity, 'returned', i.returned_quantity,
        'total', i.price_cents * i.quantity - i.discount_cents) order by i.position), '[]')
      from order_items i where i.order_id = o.id) as items
    from orders o where o.id = ${orderId} and o.payment = 'paid'`.execute(db);
  const [order] = rows;
  if (!order) throw notFound(sentences.notFound);
  const { lines, amount, reserved: held, shippingFee, amountPaid } = await leftToRefund(db, orderId, order);
  return {
    amountPaid,
    amountRefunded: order.amountRefunded,
    amountHeld: held,
    amount,
    shippingFee,
    lines: order.items.map((item, place) => ({
      orderItemId: item.id,
      productName: item.name,
      productCode: item.code,
      variation: item.label,
      quantity: item.quantity,
      refundable: lines[place]?.refundable ?? 0,
      returned: item.returned,
      total: item.total,
      refunded: lines[place]?.refunded ?? item.total,
    })),
  };
}
