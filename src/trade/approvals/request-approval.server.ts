import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/settings.server.ts';
import type { CheckoutBody } from '#orders/checkout-contract.ts';
import { sentences as orders } from '#orders/contract.ts';
import { requireOwnUser, withoutSecrets } from '#orders/place/checkout.server.ts';
import { priceOrder } from '#orders/place/place-order.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { type TradeOrder, tradeOrderOf } from '#orders/place/trade-order.server.ts';
import { namedItems, type PricedCart } from '#storefront/cart/pricing.server.ts';
import { blanketPoFault } from '../blanket-pos/take-blanket-po.server.ts';
import { readApprovers, readLimitReasons, readRuleReasons } from '../limits/approval-reasons.server.ts';
import { personOf } from '../people/person-name.server.ts';
import { approvalMail } from './approval-mails.server.ts';
import { sentences } from './contract.ts';
import { hashOf, snapshotOf, withPrices } from './snapshot.server.ts';

interface Request {
  key: string;
  body: CheckoutBody;
  actor: Actor;
}

/**
 * Stores an order that waits for approval, and mails those who may approve it. A repeated key returns the first request. Throws 409 for a
 * key of another order, and with the reasons if the order cannot be placed at all, such as for a changed price.
 */
export async function requestApproval(deps: OrderDeps, { key, body, actor }: Request): Promise<{ id: string }> {
  const { db, clock } = deps;
  requireOwnUser({ body, actor });
  const trade = await tradeOrderOf(db, body, actor);
  if (!trade) throw badInput({ path: 'trade', message: sentences.siteMissing });
  if (trade.access.account.status === 'closed') throw conflict(orders.accountClosed);
  const now = clock.now();
  const { delivery } = await readSettings(deps);
  const { priced, reasons } = await priceOrder(db, { body, delivery, trade, now });
  if (reasons.length > 0) throw conflict(reasons.join(' '));
  const { access, poNumber } = trade;
  const fault = await blanketPoFault(db, { siteId: access.site.id, poNumber, total: priced.totals.total, at: now });
  if (fault !== undefined) throw conflict(fault);
  return storeRequest(deps, { key, body, actor, trade, priced });
}

interface NewRequest extends Omit<Request, 'actor'> {
  actor: Pick<Actor, 'id'>;
  trade: TradeOrder;
  priced: PricedCart;
  /** What is stored in the same transaction. */
  onStored?: (tx: Tx, approvalId: string) => Promise<void>;
}

/**
 * Stores a request for the approval of a priced order, and mails those who may approve it. What rules say of it stays as it is now; what is
 * left of budgets and limits is read with the request, and its history says what it was now.
 */
export async function storeRequest(
  { db, clock, jobs }: Pick<OrderDeps, 'db' | 'clock' | 'jobs'>,
  { key, body, actor, trade, priced, onStored }: NewRequest,
): Promise<{ id: string }> {
  const now = clock.now();
  const approved = withPrices(withoutSecrets(body), priced);
  const snapshot = snapshotOf(trade, body, priced);
  const { access } = trade;
  const order = { access, total: snapshot.total, at: now };
  const lines = namedItems(priced.lines);
  return inTransaction(db, async (tx) => {
    const id = newId(now.getTime());
    const reasons = await readRuleReasons(tx, { ...order, lines });
    const { rows } = await sql<{ buyer: string }>`select ${personOf('asker.id')} as buyer from trade_members asker
      where asker.id = ${access.memberId}`.execute(tx);
    const note = [...(await readLimitReasons(tx, order, rows[0]?.buyer)), ...reasons].join(' ');
    const inserted = await tx
      .insertInto('approvals')
      .values({
        id,
        key: `${actor.id}:${key}`,
        account_id: access.account.id,
        site_id: access.site.id,
        member_id: access.memberId,
        reasons,
        body: JSON.stringify(approved),
        snapshot: JSON.stringify(snapshot),
        hash: hashOf(snapshot),
        total_cents: snapshot.total,
        created_at: now,
      })
      .onConflict((conflicting) => conflicting.column('key').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n)
      return requestOf(tx, { key: `${actor.id}:${key}`, hash: hashOf(snapshot) });
    await addEvent(tx, { approvalId: id, kind: 'requested', memberId: access.memberId, note, at: now });
    const which = { accountId: access.account.id, siteId: access.site.id, memberId: access.memberId };
    for (const { memberId } of await readApprovers(tx, which))
      await jobs.enqueue(tx, approvalMail, { approvalId: id, memberId });
    await onStored?.(tx, id);
    return { id };
  });
}

/** The request that was stored under a key. Throws 409 if it is for another order. */
async function requestOf(tx: Tx, { key, hash }: { key: string; hash: string }): Promise<{ id: string }> {
  const known = await tx
    .selectFrom('approvals')
    .select(['id', 'hash'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (known.hash !== hash) throw conflict(orders.otherBody);
  return { id: known.id };
}

export interface NewEvent {
  approvalId: string;
  kind: 'requested' | 'changed' | 'declined' | 'withdrawn';
  memberId: string;
  note?: string;
  at: Date;
}

/** Adds to the history of a request. */
export async function addEvent(tx: Tx, { approvalId, kind, memberId, note = '', at }: NewEvent): Promise<void> {
  await sql`insert into approval_events (id, approval_id, kind, member_id, note, at)
    values (${newId(at.getTime())}, ${approvalId}, ${kind}, ${memberId}, ${note}, ${at})`.execute(tx);
}
