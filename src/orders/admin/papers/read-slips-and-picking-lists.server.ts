import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import type { Db } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { personName } from '#orders/stored/read-orders.server.ts';
import type { Business } from '#orders/business-details.ts';
import type { Person } from '#orders/stored/stored-order.server.ts';
import { sentences } from '../contract.ts';
import type { PickedOrder, PickedCategory, Slip } from './slip-and-picking-list.ts';

interface StoredSlip {
  id: string;
  number: string;
  placedAt: Date;
  shippingMethod: number;
  shipping: Person;
  billing: Business;
  email: string;
  items: Slip['lines'];
}

/** The orders of a document, in the requested sequence. Throws 404 if any of them is unknown. */
async function readSlips(db: Db, ids: readonly string[]): Promise<StoredSlip[]> {
  const { rows } = await sql<StoredSlip>`
    select o.id, o.number, o.placed_at as "placedAt", o.shipping_method as "shippingMethod", o.shipping, o.billing, o.email,
      (select json_agg(json_build_object('code', i.product_code, 'name', i.product_name, 'label', i.label,
        'quantity', i.quantity - i.returned_quantity) order by i.position)
        from order_items i where i.order_id = o.id and i.quantity > i.returned_quantity) as items
    from orders o join unnest(${[...new Set(ids)]}::uuid[]) with ordinality w(id, place) on w.id = o.id
    where o.payment = 'paid' order by w.place`.execute(db);
  if (rows.length < new Set(ids).size) throw notFound(sentences.gone);
  return rows;
}

/** The packing slip of each order, without returned items. */
export async function readPackingSlips(db: Db, ids: readonly string[]): Promise<Slip[]> {
  const rows = await readSlips(db, ids);
  return rows.map(({ number, placedAt, shippingMethod, shipping, billing, items }) => ({
    orderNumber: number,
    companyName: billing.companyName ?? '',
    purchaseOrder: billing.purchaseOrder ?? '',
    placedAt,
    isPickup: shippingMethod === 1,
    name: personName(shipping),
    address: shippingMethod === 1 ? '' : [shipping.siteName, fullAddress(shipping)].filter(Boolean).join(', '),
    instructions: shipping.instructions ?? '',
    mobile: shipping.mobile,
    lines: items ?? [],
  }));
}

export interface Picking {
  orders: PickedOrder[];
  categories: PickedCategory[];
}

interface PickingRow {
  category: string;
  code: string;
  name: string;
  label: string;
  quantity: number;
  onHand: number;
  orders: { number: string; quantity: number }[];
}

/** The picking list of some orders: each item once with its quantity per order, sorted by category and code. */
export async function readPickingList(db: Db, ids: readonly string[]): Promise<Picking> {
  const orders = await readSlips(db, ids);
  const { rows } = await sql<PickingRow>`
    select coalesce(c.category, 'Other') as category, l.code, l.name, l.label, l.quantity, l.orders, i.on_hand as "onHand"
    from (
      select i.item_id, min(i.product_id::text)::uuid as product_id, min(i.product_code) as code, min(i.product_name) as name,
        min(i.label) as label, sum(i.quantity - i.returned_quantity)::int as quantity,
        json_agg(json_build_object('number', o.number, 'quantity', i.quantity - i.returned_quantity)
          order by o.placed_at, length(o.number), o.number) as orders
      from order_items i join orders o on o.id = i.order_id
      where i.order_id = any(${orders.map(({ id }) => id)}::uuid[]) and i.quantity > i.returned_quantity
      group by i.item_id) l
    join product_items i on i.id = l.item_id
    left join lateral (
      select (select string_agg(up.name, ' / ' order by step.n)
        from unnest(k.path) with ordinality step(id, n) join categories up on up.id = step.id) as category
      from product_categories pc join categories k on k.id = pc.category_id
      where pc.product_id = l.product_id order by pc.position, k.id limit 1) c on true
    order by c.category is null, c.category, l.code, l.label`.execute(db);
  const linesByCategory = Map.groupBy(rows, ({ category }) => category);
  return {
    orders: orders.map(({ number, shipping, billing, items }) => ({
      orderNumber: number,
      purchaseOrder: billing.purchaseOrder ?? '',
      name: personName(shipping),
      units: (items ?? []).reduce((units, { quantity }) => units + quantity, 0),
    })),
    categories: [...linesByCategory].map(([name, lines]) => ({ name, lines })),
  };
}
