import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { type Cents, minus, zero } from '#lib/money.ts';
import { type AdjustmentInput, type AdjustableLine, distributeAdjustment } from './distribute-adjustment.ts';

/**
 * How an adjustment note's amount is divided among the order lines and delivery; negative in a note that cancels
 * another.
 */
export interface NoteShares {
  lines: { orderItemId: string; amount: Cents; unitsRestocked: number }[];
  delivery: Cents;
}

interface RefundToShare extends Omit<AdjustmentInput, 'lines'> {
  lines: (AdjustableLine & { restocked: number })[];
}

/** The shares for the note of a refund. */
export async function sharesOf(tx: Tx, refundId: string): Promise<NoteShares> {
  const { rows } = await sql<RefundToShare>`
    with others as (
      select n.id, n.delivery_cents from refunds r join refunds x on x.order_id = r.order_id and x.id <> r.id
      join adjustment_notes n on n.refund_id = x.id where r.id = ${refundId}
    ), taken as (
      select order_item_id, sum(amount_cents) as amount from adjustment_lines
      where note_id in (select id from others) group by order_item_id
    )
    select r.amount_cents as amount, r.shipping_cents as "shippingRefunded",
      greatest(o.shipping_fee_cents - (select coalesce(sum(delivery_cents), 0) from others), 0)::bigint as "shippingLeft", (
      select json_agg(json_build_object('id', i.id,
        'left', greatest(i.quantity * i.price_cents - i.discount_cents - coalesce(t.amount, 0), 0),
        'refunded', coalesce(l.amount_cents, 0),
        'restocked', case when l.is_restocked then l.quantity else 0 end) order by i.position)
      from order_items i left join refund_lines l on l.order_item_id = i.id and l.refund_id = r.id
      left join taken t on t.order_item_id = i.id
      where i.order_id = o.id) as lines
    from refunds r join orders o on o.id = r.order_id where r.id = ${refundId}`.execute(tx);
  const [refund] = rows;
  if (!refund) throw new Error('A refund has no order.');
  const { lines: amounts, delivery } = distributeAdjustment(refund);
  const lines = refund.lines.map(({ id, restocked }, i) => ({
    orderItemId: id,
    amount: amounts[i] ?? zero,
    unitsRestocked: restocked,
  }));
  return { lines: lines.filter(({ amount, unitsRestocked }) => amount > 0 || unitsRestocked > 0), delivery };
}

/** The shares for a note that cancels another: the shares of the cancelled note with the sign reversed. */
export async function reversedShares(tx: Tx, noteId: string): Promise<NoteShares> {
  const { delivery } = await tx
    .selectFrom('adjustment_notes')
    .select('delivery_cents as delivery')
    .where('id', '=', noteId)
    .executeTakeFirstOrThrow();
  const lines = await tx
    .selectFrom('adjustment_lines')
    .select(['order_item_id as orderItemId', 'amount_cents as amount', 'units_restocked as unitsRestocked'])
    .where('note_id', '=', noteId)
    .execute();
  return {
    lines: lines.map(({ orderItemId, amount, unitsRestocked }) => ({
      orderItemId,
      amount: minus(zero, amount),
      unitsRestocked: -unitsRestocked,
    })),
    delivery: minus(zero, delivery),
  };
}

/** Stores the lines of a note; the delivery share is in the note's own row. */
export async function insertShares(tx: Tx, noteId: string, { lines }: NoteShares): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into adjustment_lines (note_id, order_item_id, amount_cents, units_restocked)
    select ${noteId}::uuid, "orderItemId", amount, "unitsRestocked"
    from ${recordset(lines, '"orderItemId" uuid, amount bigint, "unitsRestocked" int')}`.execute(tx);
}
