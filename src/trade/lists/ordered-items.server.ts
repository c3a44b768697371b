import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#lib/day.ts';
import { dayOf } from '#lib/day.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { OrderItem } from './contract.ts';
import { asOrderItems, type Buyer, itemColumns, type StoredItem } from './order-items.server.ts';

/** Older orders of a site are not looked at: two years of weekly ones. */
const mostOrders = 100;

/** The lines of a site's newest orders (o), one for each order and item; orders that are not paid, or cancelled, are left out. */
export const orderedLines = (siteId: string): RawBuilder<unknown> => sql`
  select l.item_id, o.id as order_id, o.placed_at, sum(l.quantity)::int as quantity, min(lower(l.product_code)) as code
  from (select order_id from trade_orders where site_id = ${siteId} order by placed_at desc, order_id desc limit ${mostOrders}) t
  join orders o on o.id = t.order_id and o.payment not in ('awaiting', 'released') and o.status <> 2
  join order_items l on l.order_id = o.id
  group by l.item_id, o.id`;

export interface LastOrdered {
  quantity: number;
  day: Day;
}

/** When and how much a site ordered last, by item. */
export async function lastOrders(db: Db, siteId: string): Promise<Map<string, LastOrdered>> {
  const { rows } = await sql<{ itemId: string; quantity: number; at: Date }>`
    select distinct on (item_id) item_id as "itemId", quantity, placed_at as at from (${orderedLines(siteId)}) l
    order by item_id, placed_at desc, order_id desc`.execute(db);
  return new Map(rows.map(({ itemId, quantity, at }) => [itemId, { quantity, day: dayOf(at) }]));
}

/** The items of a site's former orders by the code that they had, for those that were archived since. */
export async function formerItems(db: Db, buyer: Buyer, codes: readonly string[]): Promise<Map<string, OrderItem>> {
  const { rows } = await sql<StoredItem & { formerCode: string }>`
    select distinct on (l.code) l.code as "formerCode", ${itemColumns} from (${orderedLines(buyer.site.id)}) l
    join product_items i on i.id = l.item_id join products p on p.id = i.product_id
    where l.code = any(${codes}::text[]) order by l.code, l.placed_at desc`.execute(db);
  const items = await asOrderItems(db, buyer, rows);
  return new Map(items.map(({ formerCode, ...item }) => [formerCode, item]));
}

const mostSuggested = 300;

/** What a site has ordered since `since` and is still sold, with the median quantity of an order; what it orders most often comes first. */
export async function suggestItems(db: Db, buyer: Buyer, since: Date) {
  const { rows } = await sql<StoredItem & { orders: number; median: number; lastQuantity: number; lastAt: Date }>`
    with ordered as (
      select item_id, count(*)::int as orders, ceil(percentile_cont(0.5) within group (order by quantity))::int as median,
        (array_agg(quantity order by placed_at desc, order_id desc))[1] as "lastQuantity", max(placed_at) as "lastAt"
      from (${orderedLines(buyer.site.id)}) l where placed_at >= ${since} group by item_id)
    select * from (
      select ${itemColumns}, w.orders, least(w.median, 999) as median, w."lastQuantity", w."lastAt"
      from ordered w join product_items i on i.id = w.item_id join products p on p.id = i.product_id) s
    where "isSold" order by orders desc, "lastAt" desc, lower("productName"), "itemId" limit ${mostSuggested}`.execute(
    db,
  );
  const items = await asOrderItems(db, buyer, rows);
  return items.map(({ lastQuantity, lastAt, ...item }) => ({
    ...item,
    last: { quantity: lastQuantity, day: dayOf(lastAt) },
  }));
}
