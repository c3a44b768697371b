import { sql } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { freePromo, isPromoFree, redeemAgain } from '#promos/redemptions.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { returnUnits, lockItems, takeUnits, type Units } from '#stock/ledger/record-movements.server.ts';
import { blanketPoFaultOfOrder } from '#trade/blanket-pos/take-blanket-po.server.ts';
import { spendOpenCredit } from '#trade/credit/allocate.server.ts';
import { recountSpend, uncountSpend } from '#trade/limits/spend.server.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { itemName } from '#lib/text/item-name.ts';
import { changeOrder, type LockedOrder } from '../stored/change-order.server.ts';
import { readOrderLines, unitsByItem, unitsOut } from '../stored/order-lines.server.ts';
import { demandOrder, personName } from '../stored/read-orders.server.ts';
import { mailOfChange } from '../mail/status-mail.ts';
import { type changeStatus as endpoint, type StatusEvent, sentences } from './status-contract.ts';
import { queueBuyerMail } from '../mail/buyer-mails.server.ts';

const { cancelled, refunded } = orderStatuses;

type StatusRequest = z.output<(typeof endpoint)['shapes']['body']>;

/**
 * Changes the status of a paid order, and returns or takes its goods and promo accordingly. Throws `Problem` 404, and 409
 * for an outdated version, a status that cannot be set, or goods or a promo that are no longer available. Does nothing if
 * the order already has the status.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { orderId, orderStatus: to, version, notify }: StatusRequest,
  { actor, requestId }: ActionContext,
): Promise<void> {
  const { db, clock } = deps;
  const isDone = ({ status }: LockedOrder) => status === to;
  let isReopened = false;
  const work = inTransaction(db, (tx) =>
    changeOrder(tx, orderId, { clock, actor, requestId, version, isDone }, async (order, at) => {
      if (order.status === refunded.value) throw conflict(sentences.refunded);
      if (to === refunded.value) throw conflict(sentences.byRefundOnly);
      if (to === cancelled.value) await cancel(tx, order, { at, by: actor.id });
      isReopened = order.status === cancelled.value;
      if (isReopened) await reopen(tx, order, at);
      const kind = mailOfChange(order.status, to);
      if (notify && kind) await queueBuyerMail(deps, tx, { orderId, kind, by: personName(actor) });
      const before = { status: statusName(order.status) };
      return { action: 'status', values: { status: to }, before, after: { status: statusName(to) } };
    }),
  );
  await work.catch((error: unknown) => {
    // A lost race: another order took the promo after `promoFaults` had found it free.
    throw violatedConstraint(error) === 'redemptions_one_time' ? conflict(sentences.promoUsedNow) : error;
  });
  if (isReopened) await spendOpenCredit({ db, clock }, orderId);
}

/**
 * Frees the promo and returns the goods that have not left the warehouse; deliveries that have not arrived are cancelled. Locks the promo
 * before the goods, as placing an order does.
 */
async function cancel(tx: Tx, order: LockedOrder, { at, by }: { at: Date; by: string }): Promise<void> {
  await freePromo(tx, order.id, at);
  const { rows } = await sql<Units>`
    with back as (select i.id, greatest(i.quantity - i.returned_quantity - ${unitsOut}, 0) as units from order_items i
      where i.order_id = ${order.id})
    update order_items i set returned_quantity = i.returned_quantity + b.units from back b where i.id = b.id
    returning i.item_id as "itemId", b.units as quantity`.execute(tx);
  await sql`
    update deliveries set state = 'cancelled', version = version + 1
    where order_id = ${order.id} and state in ('packing', 'failed')`.execute(tx);
  const back = unitsByItem(rows);
  if (back.length > 0) {
    await returnUnits(tx, back, { reason: `Order ${order.number} cancelled`, at, orderId: order.id, by });
  }
  await uncountSpend(tx, order.id); // after the goods, as placing an order does
}

/** Takes the promo and the goods that were returned again; throws 409 with all reasons if they are not available. */
async function reopen(tx: Tx, order: LockedOrder, at: Date): Promise<void> {
  await demandUnrefunded(tx, order.id);
  const lines = await readOrderLines(tx, order.id);
  const units = unitsByItem(lines.map(({ itemId, returned }) => ({ itemId, quantity: returned })));
  const promo = await promoFaults(tx, order);
  if (promo.length === 0) await redeemAgain(tx, order.id, at);
  const faults = [...promo, ...(await shortages(tx, order, units)), ...(await blanketPoFaults(tx, order))];
  if (faults.length > 0) throw new Problem(409, faults.map(({ message }) => message).join(' '), faults);
  if (!(await takeUnits(tx, order.id, { units, at }))) throw new Error('Goods were taken although they were locked.');
  await sql`update order_items set returned_quantity = 0 where order_id = ${order.id}`.execute(tx);
  await recountSpend(tx, order.id);
}

async function demandUnrefunded(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ isDone: boolean }>`
    select bool_or(state = 'done') as "isDone" from refunds where order_id = ${orderId} and state <> 'withdrawn'
    having count(*) > 0`.execute(tx);
  const [refunds] = rows;
  if (refunds) throw conflict(refunds.isDone ? sentences.reopenRefunded : sentences.reopenRefunding);
}

async function promoFaults(tx: Tx, { id, promoCode }: LockedOrder): Promise<Fault[]> {
  if (promoCode === null || (await isPromoFree(tx, id))) return [];
  return [{ path: 'orderStatus', message: sentences.promoUsed(promoCode) }];
}

/** An order uses its blanket PO again, unless that has ended. */
async function blanketPoFaults(tx: Tx, { id }: LockedOrder): Promise<Fault[]> {
  const message = await blanketPoFaultOfOrder(tx, id);
  return message === undefined ? [] : [{ path: 'orderStatus', message }];
}

/** Faults for items with too little stock. The items stay locked until they are taken. */
async function shortages(tx: Tx, order: LockedOrder, units: readonly Units[]): Promise<Fault[]> {
  await lockItems(
    tx,
    units.map(({ itemId }) => itemId),
  );
  const { rows } = await sql<{ name: string; label: string; needed: number; onHand: number }>`
    select min(o.product_name) as name, min(o.label) as label, sum(o.returned_quantity)::int as needed, i.on_hand as "onHand"
    from order_items o join product_items i on i.id = o.item_id join products p on p.id = i.product_id
    where o.order_id = ${order.id} and not p.allow_sale_without_stock
    group by i.id having sum(o.returned_quantity) > i.on_hand order by min(o.position)`.execute(tx);
  return rows.map((row) => ({
    path: 'orderStatus',
    message: sentences.tooFew(itemName(row.name, row.label), row.needed, Math.max(row.onHand, 0)),
  }));
}

/** The status changes of an order, oldest first; 404 for an unknown order. */
export async function statusEventsOf(db: Db, orderId: string): Promise<StatusEvent[]> {
  type EventRow = Pick<StatusEvent, 'id' | 'byId' | 'by' | 'note'> & { at: Date; from: number; to: number };
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.actor_id as "byId", coalesce(u.first_name || ' ' || u.last_name, 'System') as by,
      e.from_status as from, e.to_status as to, e.note
    from order_status_events e left join users u on u.id = e.actor_id
    where e.order_id = ${orderId} order by e.id`.execute(db);
  if (rows.length === 0) await demandOrder(db, orderId);
  return rows.map(({ at, from, to, ...row }) => ({
    ...row,
    at: at.toISOString(),
    fromStatus: from,
    fromStatusValue: statusName(from),
    toStatus: to,
    toStatusValue: statusName(to),
  }));
}
