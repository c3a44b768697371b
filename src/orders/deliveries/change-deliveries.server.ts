import { sql } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { AuditEntry } from '#platform/db/audit.server.ts';
import { shippingMethods } from '#storefront/cart/contract.ts';
import { dayOf } from '#lib/day.ts';
import { badInput, conflict, type Fault, notFound, Problem, requireVersion } from '#lib/api/problem.ts';
import { itemName } from '#lib/text/item-name.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { changeOrder, type LockedOrder, type OrderChange } from '../stored/change-order.server.ts';
import { formerStates, type DeliveryState, type deliveryBody, sentences, stateNames } from './contract.ts';
import { dispatchMail } from './delivery-mail-kinds.server.ts';
import { readOpenLines, readStored, type StoredDelivery } from './read-deliveries.server.ts';

/** Who changes a delivery: staff, or nobody who is signed in, which is the driver. */
export type DeliveryContext = Pick<AuditEntry, 'actor' | 'requestId'>;
type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;
type DeliveryInput = z.output<typeof deliveryBody>;
export interface DeliveryIds {
  orderId: string;
  deliveryId: string;
}

const { newOrder, picking, completed, cancelled, refunded } = orderStatuses;

/**
 * Makes a delivery under the given id, or changes it: its items only until it has left. A repeated request changes nothing. Throws
 * `Problem` 404, 409 for more units than are left, an outdated version, a cancelled or refunded order, or an order that is picked up.
 */
export function saveDelivery(
  { db, clock }: ChangeDeps,
  { orderId, deliveryId, version, ...input }: DeliveryInput & DeliveryIds,
  context: DeliveryContext,
): Promise<unknown> {
  return inTransaction(db, (tx) =>
    changeOrder(tx, orderId, { clock, ...context, gone: sentences.gone }, async (order, at) => {
      const stored = await findDelivery(tx, deliveryId);
      if (stored && stored.orderId !== orderId) throw notFound(sentences.gone);
      if (stored && isSame(stored, input)) return undefined;
      if (stored) requireVersion(version, stored.version);
      else if (version !== undefined) throw notFound(sentences.gone);
      const { plannedDay = null } = input;
      if (plannedDay !== null && plannedDay < dayOf(at) && plannedDay !== stored?.plannedDay)
        throw badInput({ path: 'plannedDay', message: sentences.pastDay });
      const isOpen = !stored || stored.state === 'packing';
      if (isOpen) {
        await requireDeliverable(tx, order);
        await requireLeft(tx, order.id, { deliveryId, lines: input.lines });
      } else if (!hasSameLines(stored, input)) throw conflict(sentences.alreadyPacked);
      const number = stored?.number ?? (await nextNumber(tx, orderId));
      await storeDelivery(tx, { id: deliveryId, orderId, number, at, ...input });
      const after = { delivery: number, ...wordsOf(input) };
      const begins = !stored && order.status === newOrder.value;
      return {
        action: stored ? 'update-delivery' : 'make-delivery',
        ...(begins && { values: { status: picking.value } }),
        ...(stored && { before: { delivery: number, ...wordsOf(stored) } }),
        after,
      };
    }),
  );
}

const findDelivery = async (tx: Tx | Db, id: string): Promise<StoredDelivery | undefined> =>
  (await readStored(tx, sql`d.id = ${id}`))[0];

/** The delivery of an order; throws 404 if there is none. */
export async function requireDelivery(tx: Tx | Db, { orderId, deliveryId }: DeliveryIds): Promise<StoredDelivery> {
  const stored = await findDelivery(tx, deliveryId);
  if (!stored || stored.orderId !== orderId) throw notFound(sentences.gone);
  return stored;
}

type Content = Omit<DeliveryInput, 'version'>;

/** The lines in a form that can be compared. */
const lineText = (lines: Content['lines']): string =>
  lines
    .map(({ orderItemId, quantity }) => `${orderItemId} ${quantity}`)
    .toSorted()
    .join();
const hasSameLines = (stored: StoredDelivery, { lines }: Content): boolean =>
  lineText(stored.lines) === lineText(lines);

const isSame = (stored: StoredDelivery, input: Content): boolean =>
  hasSameLines(stored, input) &&
  stored.carrier === input.carrier &&
  stored.consignmentNumber === input.consignmentNumber &&
  stored.plannedDay === (input.plannedDay ?? null);

const wordsOf = ({ carrier, consignmentNumber, plannedDay, lines }: Content | StoredDelivery) => ({
  carrier,
  consignmentNumber,
  plannedDay: plannedDay ?? null,
  units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
});

async function requireDeliverable(tx: Tx, order: LockedOrder): Promise<void> {
  if (order.status === cancelled.value || order.status === refunded.value)
    throw conflict(sentences.ended(statusName(order.status)));
  const row = await tx
    .selectFrom('orders')
    .select('shipping_method')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  if (row.shipping_method === shippingMethods.pickup) throw conflict(sentences.pickup);
}

/** Throws 400 for a line that is not of the order, and 409 with a fault for each line of which too few units are left. */
async function requireLeft(
  tx: Tx,
  orderId: string,
  { deliveryId, lines }: { deliveryId: string; lines: Content['lines'] },
): Promise<void> {
  const open = new Map((await readOpenLines(tx, orderId, deliveryId)).map((line) => [line.orderItemId, line]));
  const seen = new Set<string>();
  const bad: Fault[] = [];
  const tooMany: Fault[] = [];
  for (const [place, { orderItemId, quantity }] of lines.entries()) {
    const line = open.get(orderItemId);
    const path = `lines.${place}.quantity`;
    if (!line) bad.push({ path, message: sentences.unknownLine });
    else if (seen.has(orderItemId)) bad.push({ path, message: sentences.lineTwice });
    else if (quantity > line.left)
      tooMany.push({ path, message: sentences.tooMany(itemName(line.productName, line.variation), line.left) });
    seen.add(orderItemId);
  }
  if (bad.length > 0) throw badInput(...bad);
  if (tooMany.length > 0) throw new Problem(409, tooMany.map(({ message }) => message).join(' '), tooMany);
}

async function nextNumber(tx: Tx, orderId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

async function storeDelivery(
  tx: Tx,
  { id, orderId, number, at, lines, ...input }: Content & { id: string; orderId: string; number: number; at: Date },
): Promise<void> {
  const { carrier, consignmentNumber: consignment_number, plannedDay } = input;
  const values = { carrier, consignment_number, planned_day: plannedDay ?? null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deliveries')
    .values({ id, order_id: orderId, number, state: 'packing', created_at: at, ...values })
    .onConflict((conflicted) =>
      conflicted
        .column('id')
        .doUpdateSet(({ eb }) => ({ ...values, version: eb('deliveries.version', '+', 1) }))
        .where('deliveries.order_id', '=', orderId),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw notFound(sentences.gone); // another order got a delivery under this id meanwhile
  await tx.deleteFrom('delivery_lines').where('delivery_id', '=', id).execute();
  const rows = lines.map(({ orderItemId, quantity }) => ({ orderItemId, quantity }));
  await sql`insert into delivery_lines (delivery_id, order_item_id, quantity)
    select ${id}, "orderItemId", quantity from ${recordset(rows, '"orderItemId" uuid, quantity int')}`.execute(tx);
}

/** A change of state, and what is recorded with it. */
export interface StateChange {
  state: DeliveryState;
  version?: number | undefined;
  receivedBy: string;
  failure: string;
  /** What a driver has recorded. */
  report?: { id: string; hasPhoto: boolean; hasSignature: boolean };
}

/**
 * Changes the state of a delivery; does nothing if it has that state already. Dispatching mails the buyer. The order is Completed once
 * all its units have left. Throws `Problem` 404, and 409 for a state that cannot follow, an outdated version, or units that have been
 * refunded since.
 */
export function changeState(
  deps: ChangeDeps,
  { orderId, deliveryId, ...change }: StateChange & DeliveryIds,
  context: DeliveryContext,
): Promise<unknown> {
  const { db, clock } = deps;
  const { state } = change;
  return inTransaction(db, (tx) =>
    changeOrder(tx, orderId, { clock, ...context, gone: sentences.gone }, async (order, at) => {
      const stored = await requireDelivery(tx, { orderId, deliveryId });
      if (stored.state === state) return undefined;
      requireVersion(change.version, stored.version);
      if (!formerStates[state].includes(stored.state))
        throw conflict(sentences.notPossible(stateNames[stored.state].toLowerCase()));
      if (state === 'failed' && change.failure === '')
        throw badInput({ path: 'failure', message: sentences.reasonMissing });
      if (stored.state === 'packing' || state === 'packing') await requireStillDue(tx, order, { stored, state });
      const isTakenBack = stored.state === 'delivered'; // which only `dispatched` can follow
      if (isTakenBack && (stored.hasPhoto || stored.hasSignature)) throw conflict(sentences.hasProof);
      await storeState(tx, { stored, change, at });
      if (state === 'dispatched' && !isTakenBack) await deps.jobs.enqueue(tx, dispatchMail, { orderId, deliveryId });
      const status = await completedStatus(tx, order);
      return {
        action: `${isTakenBack ? actions.packing : actions[state]}-delivery`,
        ...(status !== undefined && { values: { status } }),
        before: { delivery: stored.number, state: stateNames[stored.state] },
        after: { delivery: stored.number, state: stateNames[state], ...saidOf(change) },
      } satisfies OrderChange;
    }),
  );
}

const actions: Record<DeliveryState, string> = {
  packing: 'restore',
  dispatched: 'dispatch',
  delivered: 'deliver',
  failed: 'fail',
  cancelled: 'cancel',
};

/** What the history says about a change; names of those who took goods stay in the delivery. */
const saidOf = ({ state, failure }: StateChange) => (state === 'failed' ? { reason: failure } : {});

/** Before goods leave, and when a cancelled delivery is taken back: its units must still be due. */
async function requireStillDue(
  tx: Tx,
  order: LockedOrder,
  { stored, state }: { stored: StoredDelivery; state: DeliveryState },
): Promise<void> {
  if (state === 'cancelled') return;
  await requireDeliverable(tx, order);
  await requireLeft(tx, order.id, { deliveryId: stored.id, lines: stored.lines });
}

async function storeState(
  tx: Tx,
  { stored, change, at }: { stored: StoredDelivery; change: StateChange; at: Date },
): Promise<void> {
  const { state, receivedBy, failure, report } = change;
  const isDelivered = state === 'delivered';
  const isTakenBack = stored.state === 'delivered';
  const hasLeft = (state === 'dispatched' && !isTakenBack) || (isDelivered && stored.dispatchedAt === null);
  await tx
    .updateTable('deliveries')
    .set(({ eb }) => ({
      state,
      ...(hasLeft && { dispatched_at: at }),
      ...(isDelivered && { delivered_at: at, received_by: receivedBy }),
      ...(isTakenBack && { delivered_at: null, received_by: '' }),
      ...(isDelivered && report && { has_photo: report.hasPhoto, has_signature: report.hasSignature }),
      ...(state === 'failed' && { failed_at: at, failure }),
      ...(report && { report_id: report.id }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', stored.id)
    .execute();
}

/** Completed, if everything has left and the order's status does not say so yet. */
async function completedStatus(tx: Tx, order: LockedOrder): Promise<number | undefined> {
  if (order.status !== newOrder.value && order.status !== picking.value) return undefined;
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (select from order_items i where i.order_id = ${order.id}
      and i.quantity - i.returned_quantity > coalesce((select sum(l.quantity) from delivery_lines l
        join deliveries d on d.id = l.delivery_id
        where l.order_item_id = i.id and d.state in ('dispatched', 'delivered', 'failed')), 0)) as "isLeft"`.execute(
    tx,
  );
  return rows[0]?.isLeft ? undefined : completed.value;
}

/** Replaces the driver's link of a delivery. Throws 404. */
export function renewLink({ db, clock }: ChangeDeps, ids: DeliveryIds, context: DeliveryContext): Promise<unknown> {
  return inTransaction(db, (tx) =>
    changeOrder(tx, ids.orderId, { clock, ...context, gone: sentences.gone }, async () => {
      const { number } = await requireDelivery(tx, ids);
      await tx
        .updateTable('deliveries')
        .set(({ eb }) => ({ link_number: eb('link_number', '+', 1) }))
        .where('id', '=', ids.deliveryId)
        .execute();
      return { action: 'renew-driver-link', after: { delivery: number } };
    }),
  );
}
