import { type RawBuilder, sql } from 'kysely';

/** Whether an order counts as a sale: it is paid and not cancelled. `o` is its alias. */
export const countsAsSale = (o: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${o}.payment = 'paid' and ${o}.status <> 2`;

/**
 * Refunds, from their adjustment notes, with the time at which they count: rows `(order_id, promo_id, note_id, at,
 * amount_cents, gst_cents, delivery_cents)`. `delivery_cents` is the delivery's share of the amount; the items' shares are
 * in `adjustment_lines`. A refund that comes back has a second, negative note at that time, so that earlier reports stay
 * valid. Refunds of cancelled orders are left out, because their sales do not count either.
 */
export const refundsPaid: RawBuilder<unknown> = sql`(
  select r.order_id, o.promo_id, n.id as note_id, n.issued_at as at, n.amount_cents, n.gst_cents, n.delivery_cents
  from adjustment_notes n join refunds r on r.id = n.refund_id join orders o on o.id = r.order_id where ${countsAsSale(sql`o`)})`;

/**
 * Units restocked by refunds of $0, which have no adjustment note: rows `(order_id, order_item_id, at, units)`.
 * Refunds of cancelled orders are left out.
 */
export const unpaidReturns: RawBuilder<unknown> = sql`(
  select r.order_id, l.order_item_id, r.settled_at as at, l.quantity as units
  from refunds r join refund_lines l on l.refund_id = r.id and l.is_restocked join orders o on o.id = r.order_id
  where r.state = 'done' and r.amount_cents = 0 and ${countsAsSale(sql`o`)})`;
