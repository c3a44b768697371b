import { sql } from 'kysely';
import { type AuditEntry, auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import type { Cents } from '#lib/money.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { sentences } from '../status/status-contract.ts';

/** A paid order, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: string;
  status: number;
  version: number;
  userId: string | null;
  email: string;
  promoCode: string | null;
  shippingFee: Cents;
  amountPaid: Cents;
  amountRefunded: Cents;
  provider: string;
}

/** What a change writes to the order and to the history. */
export interface OrderChange {
  /** The action's name in the audit entry, such as `status`, `refund` or `join-account`. */
  action: string;
  /** The order's new values, which raise its version. */
  values?: Partial<Pick<LockedOrder, 'status' | 'userId' | 'amountRefunded'>>;
  /** Shown in the timeline if the status alone does not say what happened. */
  note?: string;
  before?: object;
  after: object;
}

interface ChangeContext extends Pick<AuditEntry, 'actor' | 'requestId'> {
  /** Read only after the orders are locked, so that an order's timeline is in sequence. */
  clock: Clock;
}

interface OneChangeContext extends ChangeContext {
  /** The version that the change is based on; if it is outdated, 409 is thrown. */
  version?: number | undefined;
  /** If it returns true, the order stays unchanged, and `version` is not checked. */
  isDone?: (order: LockedOrder) => boolean;
  /** The 404 sentence for an unknown order. */
  gone?: string;
}

/** Makes the change in other tables and returns what to write to the order; undefined if there is nothing to change. */
type Work = (order: LockedOrder, at: Date) => OrderChange | undefined | Promise<OrderChange | undefined>;

/**
 * The only way to change a paid order: locks it, refuses an outdated version, writes the values that `work` returns, raises
 * the version, and adds to the timeline and the history. Returns the time of the change; undefined if nothing was changed.
 * Throws `Problem` 404 and 409.
 */
export async function changeOrder(
  tx: Tx,
  orderId: string,
  { version, isDone, gone, ...context }: OneChangeContext,
  work: Work,
): Promise<Date | undefined> {
  const order = await lockOrder(tx, orderId, gone);
  if (isDone?.(order)) return undefined;
  requireVersion(version, order.version);
  const at = context.clock.now();
  return (await changeLocked(tx, [order], { ...context, at }, work)) === 1 ? at : undefined;
}

/** Like `changeOrder`, for many orders; ignores unknown ones. Returns how many were changed. */
export async function changeOrders(
  tx: Tx,
  orderIds: readonly string[],
  context: ChangeContext,
  work: Work,
): Promise<number> {
  const orders = await lockOrders(tx, orderIds);
  return changeLocked(tx, orders, { ...context, at: context.clock.now() }, work);
}

/**
 * Locks a paid order; throws 404 if it does not exist. Rows are always locked in this sequence: order, promo, goods by
 * id, trade account, counters.
 */
export async function lockOrder(tx: Tx, orderId: string, gone: string = sentences.notFound): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, [orderId]);
  if (!order) throw notFound(gone);
  return order;
}

/**
 * Locks the orders by ascending id, so that concurrent changes do not deadlock. Entries of ledgers may name them meanwhile: a stronger lock
 * would wait for a transaction that holds the account and writes such an entry.
 */
async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrder>`
    select id, number, status, version, user_id as "userId", email, promo_code as "promoCode",
      shipping_fee_cents as "shippingFee", amount_paid_cents as "amountPaid",
      amount_refunded_cents as "amountRefunded", payment_provider as provider
    from orders where id = any(${orderIds}::uuid[]) and payment = 'paid' order by id for no key update`.execute(tx);
  return rows;
}

async function changeLocked(
  tx: Tx,
  orders: readonly LockedOrder[],
  { actor, requestId, at }: ChangeContext & { at: Date },
  work: Work,
): Promise<number> {
  const changes: (OrderChange & { order: LockedOrder })[] = [];
  for (const order of orders) {
    const change = await work(order, at);
    if (change) changes.push({ order, ...change });
  }
  const updates = changes.flatMap(({ order, values }) => (values ? [{ ...order, ...values }] : []));
  if (updates.length > 0) {
    await sql`update orders o set status = r.status, user_id = r."userId", amount_refunded_cents = r."amountRefunded",
        version = o.version + 1
      from ${recordset(updates, 'id uuid, status int, "userId" uuid, "amountRefunded" bigint')}
      where o.id = r.id`.execute(tx);
  }
  const events = changes.flatMap(({ order, values, note }) => {
    const status = values?.status ?? order.status;
    if (status === order.status && note === undefined) return [];
    const event = { from_status: order.status, to_status: status, note: note ?? null };
    return [{ id: newId(at.getTime()), order_id: order.id, at, actor_id: actor?.id ?? null, ...event }];
  });
  if (events.length > 0) await tx.insertInto('order_status_events').values(events).execute();
  const entries = changes.map(({ order: { id: entityId, number: orderNumber }, action, before, after }) => ({
    actor,
    action,
    entity: 'order',
    entityId,
    before: before && { orderNumber, ...before },
    after: { orderNumber, ...after },
    at,
    requestId,
  }));
  await auditAll(tx, entries);
  return changes.length;
}
