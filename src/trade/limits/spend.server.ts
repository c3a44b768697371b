import { sql } from 'kysely';
import { type Day, dayOf, firstOfMonth } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** The first day of the month of business in which an order counts. */
export const monthOf = (at: Date): Day => firstOfMonth(dayOf(at));

interface Counting {
  /** Of a site or a person. */
  ownerId: string;
  month: Day;
  total: Cents;
  /** Null for none. */
  limit: Cents | null;
}

/**
 * Adds an order to the month's spend of a site or a person; false, and nothing is added, if it would exceed the limit. The condition is in
 * the update, so that of two orders at the same moment the second sees the first.
 */
export async function countSpend(tx: Tx, { ownerId, month, total, limit }: Counting): Promise<boolean> {
  const { rows } = await sql`
    insert into trade_spend as s (owner_id, month, cents)
    select ${ownerId}::uuid, ${month}::date, ${total}::bigint where ${limit}::bigint is null or ${total}::bigint <= ${limit}::bigint
    on conflict (owner_id, month) do update set cents = s.cents + excluded.cents
      where ${limit}::bigint is null or s.cents + excluded.cents <= ${limit}::bigint
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** What has been spent in a month, by site or person; 0 for those without a row. */
export async function readSpend(db: Db | Tx, ownerIds: readonly string[], month: Day): Promise<Map<string, Cents>> {
  const { rows } = await sql<{ id: string; spent: Cents }>`
    select owner_id as id, cents as spent from trade_spend where owner_id = any(${ownerIds}::uuid[]) and month = ${month}`.execute(
    db,
  );
  return new Map(rows.map(({ id, spent }) => [id, spent]));
}

/** Takes a cancelled or fully refunded order out of the spend of its month, once; does nothing for orders that do not count. */
export async function uncountSpend(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ month: Day; total: Cents; memberId: string | null; siteId: string }>`
    with counted as (
      select t.order_id, t.counted_month as month, t.member_id as "memberId", t.site_id as "siteId", o.total_cents as total
      from trade_orders t join orders o on o.id = t.order_id
      where t.order_id = ${orderId} and t.counted_month is not null for update of t
    ), freed as (
      update trade_orders t set counted_month = null from counted c where t.order_id = c.order_id
    )
    select * from counted`.execute(tx);
  for (const { month, total, memberId, siteId } of rows)
    for (const ownerId of [memberId, siteId]) // in the same sequence as orders are counted, so that nobody waits in a circle
      await sql`update trade_spend set cents = cents - ${total} where owner_id = ${ownerId} and month = ${month}`.execute(
        tx,
      );
}

/** Counts an order again that is open again after it was cancelled or refunded, in its own month and whatever the limits. */
export async function recountSpend(tx: Tx, orderId: string): Promise<void> {
  const order = await tx
    .selectFrom('trade_orders as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select(['t.site_id as siteId', 't.member_id as memberId', 't.placed_at as placedAt', 'o.total_cents as total'])
    .where('t.order_id', '=', orderId)
    .where('t.counted_month', 'is', null)
    .executeTakeFirst();
  if (!order) return;
  const month = monthOf(order.placedAt);
  for (const ownerId of [order.memberId, order.siteId])
    if (ownerId !== null) await countSpend(tx, { ownerId, month, total: order.total, limit: null });
  await tx.updateTable('trade_orders').set({ counted_month: month }).where('order_id', '=', orderId).execute();
}
