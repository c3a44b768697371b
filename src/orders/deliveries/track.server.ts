import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { notFound } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import { orderStatuses, statusName } from '../contract.ts';
import type { Person } from '../stored/stored-order.server.ts';
import { idInToken, isSameToken } from '#platform/process/signed-token.server.ts';
import { trackingToken } from '../stored/tracking-link.server.ts';
import type { OpenLine } from './contract.ts';
import { deliveryOf, readOpenLines, readStored, type StoredDelivery } from './read-deliveries.server.ts';
import { type Tracking, trackedPhoto, trackSentences } from './track-contract.ts';

type TrackDeps = Pick<Deps, 'db' | 'env' | 'clock'>;

/** How long the link works once everything has been delivered. */
const linkLifeMs = 90 * dayMs;

interface TrackedOrder {
  id: string;
  number: string;
  status: number;
  placedAt: Date;
  shipping: Person;
}

/** An order's deliveries for the holder of its link; throws 404 for a wrong link, or one that has ended. */
export async function readTracking({ db, env, clock }: TrackDeps, token: string): Promise<Tracking> {
  const order = await orderOfToken({ db, env }, token);
  const [stored, lines] = await Promise.all([
    readStored(db, sql`d.order_id = ${order.id} and d.state <> 'cancelled'`),
    readOpenLines(db, order.id),
  ]);
  if (hasEnded(stored, lines, clock.now())) throw notFound(trackSentences.invalid);
  const isEnded = order.status === orderStatuses.cancelled.value || order.status === orderStatuses.refunded.value;
  const left = isEnded ? [] : lines.filter((line) => line.left > 0);
  const isBackOrder = ({ expectedDay }: OpenLine): boolean => stored.length > 0 || expectedDay !== null;
  return {
    orderNumber: order.number,
    orderDate: order.placedAt.toISOString(),
    ended: isEnded ? statusName(order.status) : null,
    destination: destinationOf(order.shipping),
    deliveries: stored.map((one) => trackedOf(one, token)),
    backOrders: left.filter(isBackOrder).map((line) => ({ ...leftOf(line), expectedDay: line.expectedDay })),
    waiting: left.filter((line) => !isBackOrder(line)).map(leftOf),
  };
}

const leftOf = ({ productName, variation, left: quantity }: OpenLine) => ({ productName, variation, quantity });

async function orderOfToken({ db, env }: Pick<Deps, 'db' | 'env'>, token: string): Promise<TrackedOrder> {
  const id = idInToken(token);
  const order = id !== undefined && isSameToken(token, trackingToken(env, id)) ? await readOrder(db, id) : undefined;
  if (!order) throw notFound(trackSentences.invalid);
  return order;
}

async function readOrder(db: Db, id: string): Promise<TrackedOrder | undefined> {
  const { rows } = await sql<TrackedOrder>`
    select id, number, status, placed_at as "placedAt", shipping from orders
    where id = ${id} and payment = 'paid'`.execute(db);
  return rows[0];
}

function hasEnded(deliveries: readonly StoredDelivery[], lines: readonly OpenLine[], now: Date): boolean {
  if (deliveries.length === 0 || lines.some(({ left }) => left > 0)) return false;
  return deliveries.every(
    ({ deliveredAt }) => deliveredAt !== null && now.getTime() - deliveredAt.getTime() >= linkLifeMs,
  );
}

/** Where an order goes, as far as somebody with the link may know. */
const destinationOf = ({ siteName, city, state }: Person): string =>
  [siteName, [city, state].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function trackedOf(stored: StoredDelivery, token: string): Tracking['deliveries'][number] {
  const { hasPhoto, hasSignature: _s, version: _v, lines, state, ...delivery } = deliveryOf(stored);
  const photo = urlOf(trackedPhoto.path, { params: { deliveryId: delivery.id }, query: { token } });
  return {
    ...delivery,
    state: state as Tracking['deliveries'][number]['state'], // cancelled ones are not read
    photo: hasPhoto ? photo : null,
    lines: lines.map(({ productName, variation, quantity }) => ({ productName, variation, quantity })),
  };
}

/** The delivery of an order's link; throws 404 for a wrong link, one that has ended, or a delivery of another order. */
export async function trackedDelivery(
  deps: TrackDeps,
  { token, deliveryId }: { token: string; deliveryId: string },
): Promise<StoredDelivery> {
  const { deliveries } = await readTracking(deps, token);
  const [stored] = deliveries.some(({ id }) => id === deliveryId)
    ? await readStored(deps.db, sql`d.id = ${deliveryId}`)
    : [];
  if (!stored) throw notFound(trackSentences.invalid);
  return stored;
}
