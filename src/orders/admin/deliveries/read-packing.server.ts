import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type Day, format as formatDay } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { personName } from '#orders/stored/read-orders.server.ts';
import type { Person } from '#orders/stored/stored-order.server.ts';
import type { Business } from '#orders/business-details.ts';
import { sentences } from '#orders/deliveries/contract.ts';
import { readOpenLinesOf, readStored } from '#orders/deliveries/read-deliveries.server.ts';
import type { Slip, SlipLine } from '../papers/slip-and-picking-list.ts';
import type { Packing } from './packing-contract.ts';

/** The most deliveries that the page lists. */
const mostListed = 500;

/** Deliveries to be packed of orders that are neither cancelled nor refunded. */
const toPack = sql`from deliveries d join orders o on o.id = d.order_id and o.status not in (2, 3) where d.state = 'packing'`;

interface PackedRow extends Omit<Packing['sites'][number]['deliveries'][number], 'lines'> {
  siteId: string | null;
  accountName: string | null;
  shipping: Person;
  lines: Packing['sites'][number]['deliveries'][number]['lines'];
}

/** The deliveries to be packed by site, those of one site together: of a day, without a day (`none`), or all. */
export async function readPacking(db: Db, day: Day | 'none' | 'all'): Promise<Packing> {
  const ofDay = day === 'all' ? sql`true` : day === 'none' ? sql`d.planned_day is null` : sql`d.planned_day = ${day}`;
  const [days, { rows }] = await Promise.all([
    sql<Packing['days'][number]>`
      select d.planned_day as day, count(*)::int as deliveries ${toPack}
      group by d.planned_day order by d.planned_day nulls last`.execute(db),
    sql<PackedRow>`
      select d.id, o.id as "orderId", o.number as "orderNumber", d.number, d.planned_day as "plannedDay", d.carrier, d.version,
        coalesce(o.billing->>'purchaseOrder', '') as "poNumber", o.shipping, t.site_id as "siteId", a.name as "accountName",
        (select json_agg(json_build_object('productName', i.product_name, 'variation', i.label, 'productCode', i.product_code,
          'quantity', l.quantity) order by i.position)
          from delivery_lines l join order_items i on i.id = l.order_item_id where l.delivery_id = d.id) as lines
      from (select d.* ${toPack} and ${ofDay} order by d.planned_day, d.order_id, d.number limit ${mostListed + 1}) d
      join orders o on o.id = d.order_id
      left join trade_orders t on t.order_id = o.id left join trade_accounts a on a.id = t.account_id
      order by d.planned_day nulls last, o.number, d.number`.execute(db),
  ]);
  const bySite = Map.groupBy(rows.slice(0, mostListed), ({ siteId, orderId }) => siteId ?? orderId);
  const sites = [...bySite].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const { shipping, accountName } = first;
    return {
      key,
      accountName: accountName ?? '',
      name: shipping.siteName || personName(shipping),
      address: fullAddress(shipping),
      instructions: shipping.instructions ?? '',
      deliveries: own.map(({ siteId: _s, accountName: _a, shipping: _p, ...parcel }) => parcel),
    };
  });
  return { days: days.rows, sites, isCut: rows.length > mostListed };
}

interface SlipOrder {
  id: string;
  number: string;
  placedAt: Date;
  shipping: Person;
  billing: Business;
  costCentre: string;
}

/** The packing slip of each delivery, in the requested sequence. Throws 404 if any of them is unknown. */
export async function readDeliverySlips(db: Db, ids: readonly string[]): Promise<Slip[]> {
  const wanted = [...new Set(ids)];
  const stored = new Map((await readStored(db, sql`d.id = any(${wanted}::uuid[])`)).map((one) => [one.id, one]));
  if (stored.size < wanted.length) throw notFound(sentences.gone);
  const orderIds = [...new Set([...stored.values()].map(({ orderId }) => orderId))];
  const { rows } = await sql<SlipOrder>`
    select o.id, o.number, o.placed_at as "placedAt", o.shipping, o.billing, coalesce(t.cost_centre, '') as "costCentre"
    from orders o left join trade_orders t on t.order_id = o.id where o.id = any(${orderIds}::uuid[])`.execute(db);
  const orders = new Map(rows.map((order) => [order.id, order]));
  const open = await readOpenLinesOf(db, orderIds);
  return wanted.flatMap((id) => {
    const delivery = stored.get(id);
    const order = delivery && orders.get(delivery.orderId);
    if (!delivery || !order) return [];
    const quantities = new Map(delivery.lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
    const lines: SlipLine[] = (open.get(order.id) ?? []).flatMap((line) => {
      const quantity = quantities.get(line.orderItemId) ?? 0;
      if (quantity === 0 && line.left === 0) return [];
      const { productCode: code, productName: name, variation: label, left: toFollow, expectedDay } = line;
      return { code, name, label, quantity, toFollow, expected: expectedDay ? formatDay(expectedDay) : '' };
    });
    const { shipping, billing, costCentre, placedAt } = order;
    return {
      orderNumber: order.number,
      deliveryNumber: delivery.number,
      companyName: billing.companyName ?? '',
      purchaseOrder: billing.purchaseOrder ?? '',
      costCentre,
      placedAt,
      isPickup: false,
      name: shipping.siteName ? `${shipping.siteName}, ${personName(shipping)}` : personName(shipping),
      address: fullAddress(shipping),
      instructions: shipping.instructions ?? '',
      mobile: shipping.mobile,
      lines,
    };
  });
}
