import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { dayMs } from '#lib/durations.ts';
import type { Day } from '#lib/day.ts';
import { isSameToken, signedToken } from '#platform/process/signed-token.server.ts';
import { trackingUrl } from '../stored/tracking-link.server.ts';
import { demandOrder } from '../stored/read-orders.server.ts';
import type { Delivery, DeliveryState, OpenLine, OrderDeliveries } from './contract.ts';

/** A delivery as it is stored. */
export interface StoredDelivery extends Omit<Delivery, 'dispatchedAt' | 'deliveredAt' | 'failedAt' | 'plannedDay'> {
  orderId: string;
  plannedDay: Day | null;
  dispatchedAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  linkNumber: number;
  reportId: string | null;
}

/** Deliveries for which `condition` holds for `deliveries d`, the first of an order first. */
export async function readStored(db: Db | Tx, condition: RawBuilder<unknown>): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select d.id, d.order_id as "orderId", d.number, d.state, d.carrier, d.consignment_number as "consignmentNumber",
      d.planned_day as "plannedDay", d.dispatched_at as "dispatchedAt", d.delivered_at as "deliveredAt",
      d.received_by as "receivedBy", d.has_photo as "hasPhoto", d.has_signature as "hasSignature",
      d.failed_at as "failedAt", d.failure, d.link_number as "linkNumber", d.report_id as "reportId", d.version,
      (select coalesce(json_agg(json_build_object('orderItemId', i.id, 'productName', i.product_name, 'variation', i.label,
        'productCode', i.product_code, 'quantity', l.quantity) order by i.position), '[]')
        from delivery_lines l join order_items i on i.id = l.order_item_id where l.delivery_id = d.id) as lines
    from deliveries d where ${condition} order by d.order_id, d.number`.execute(db);
  return rows;
}

/**
 * The lines of an order with the units that are in no delivery yet, apart from those of the delivery `except`. To decide by it, call it
 * after the order is locked.
 */
export async function readOpenLines(db: Db | Tx, orderId: string, except?: string): Promise<OpenLine[]> {
  return (await readOpenLinesOf(db, [orderId], except)).get(orderId) ?? [];
}

/** `readOpenLines` of many orders, by their ids. */
export async function readOpenLinesOf(
  db: Db | Tx,
  orderIds: readonly string[],
  except?: string,
): Promise<Map<string, OpenLine[]>> {
  const { rows } = await sql<OpenLine & { orderId: string }>`
    select i.order_id as "orderId", i.id as "orderItemId", i.product_name as "productName", i.label as variation, i.product_code as "productCode",
      i.quantity - i.returned_quantity as ordered, greatest(0, i.quantity - i.returned_quantity - coalesce((
        select sum(l.quantity)::int from delivery_lines l join deliveries d on d.id = l.delivery_id
        where l.order_item_id = i.id and d.state <> 'cancelled' and d.id is distinct from ${except ?? null}::uuid), 0)) as left,
      b.expected_day as "expectedDay"
    from order_items i left join back_orders b on b.order_item_id = i.id
    where i.order_id = any(${orderIds}::uuid[]) order by i.order_id, i.position`.execute(db);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A delivery as JSON. */
export function deliveryOf(stored: StoredDelivery): Delivery {
  const { orderId: _o, linkNumber: _l, reportId: _r, dispatchedAt, deliveredAt, failedAt, ...rest } = stored;
  return { ...rest, dispatchedAt: iso(dispatchedAt), deliveredAt: iso(deliveredAt), failedAt: iso(failedAt) };
}

/** How long the driver's page stays after the delivery, for questions about the proof. */
const driverLinkLifeMs = 7 * dayMs;
const driverStates: readonly DeliveryState[] = ['packing', 'dispatched', 'failed', 'delivered'];

/** Whether the driver's link of a delivery works now. */
export const isDriverLinkAlive = ({ state, deliveredAt }: StoredDelivery, now: Date): boolean =>
  driverStates.includes(state) && (deliveredAt === null || now.getTime() - deliveredAt.getTime() < driverLinkLifeMs);

type LinkOf = Pick<StoredDelivery, 'id' | 'linkNumber'>;

const driverToken = (env: Pick<Env, 'sessionSecret'>, { id, linkNumber }: LinkOf): string =>
  signedToken(env, 'driver', { id, about: `${id}.${linkNumber}` });

/** Whether the token is the delivery's present one. */
export const isDriverToken = (env: Pick<Env, 'sessionSecret'>, delivery: LinkOf, token: string): boolean =>
  isSameToken(token, driverToken(env, delivery));

/** An order's deliveries and what is left of it, for staff; throws 404 for an unknown order. */
export async function readOrderDeliveries(
  { db, env, now }: { db: Db; env: Env; now: Date },
  orderId: string,
): Promise<OrderDeliveries> {
  const [stored, lines] = await Promise.all([
    readStored(db, sql`d.order_id = ${orderId}`),
    readOpenLines(db, orderId),
    demandOrder(db, orderId),
  ]);
  const driverUrl = (one: StoredDelivery): string | null =>
    isDriverLinkAlive(one, now) && one.state !== 'delivered'
      ? `${env.publicUrl}/deliver?t=${driverToken(env, one)}`
      : null;
  const deliveries = stored.map((one) => ({ ...deliveryOf(one), driverUrl: driverUrl(one) }));
  return { deliveries, lines, trackingUrl: trackingUrl(env, orderId) };
}
