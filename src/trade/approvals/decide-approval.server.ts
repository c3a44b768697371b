import { badInput, conflict, notFound, Problem } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import type { CheckoutBody } from '#orders/checkout-contract.ts';
import { sentences as orders } from '#orders/contract.ts';
import { nothingToPay, onAccount } from '#orders/payment/payment-provider.ts';
import { place, priceOrder } from '#orders/place/place-order.server.ts';
import { applyChargeResult, type OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import type { TradeOrder } from '#orders/place/trade-order.server.ts';
import { readSiteAccess } from '../accounts/site-access.server.ts';
import { decidedMail } from '../limits/confirmed-mails.server.ts';
import { type Approval, sentences } from './contract.ts';
import { type Reader, readApproval } from './read-approvals.server.ts';
import { addEvent } from './request-approval.server.ts';
import { hashOf, type Snapshot, snapshotOf, withPrices } from './snapshot.server.ts';

interface StoredRequest {
  id: string;
  memberId: string;
  userId: string | null;
  siteId: string;
  state: Approval['state'];
  hash: string;
  body: CheckoutBody;
  snapshot: Snapshot;
}

async function readRequest(db: Db, id: string): Promise<StoredRequest> {
  const row = await db
    .selectFrom('approvals as a')
    .innerJoin('trade_members as m', 'm.id', 'a.member_id')
    .select(['a.id', 'a.member_id as memberId', 'm.user_id as userId', 'a.site_id as siteId', 'a.state', 'a.hash'])
    .select(['a.body', 'a.snapshot'])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return {
    ...row,
    state: row.state as Approval['state'],
    body: row.body as CheckoutBody,
    snapshot: row.snapshot as unknown as Snapshot,
  }; // as `requestApproval` stored them
}

interface Deciding {
  id: string;
  reader: Reader;
  /** The decider's address, which the order stores. */
  ip: string;
}

/** Throws 403 for those who may not decide a request, among them its own buyer. */
function requireMayDecide({ memberId }: StoredRequest, reader: Reader): void {
  if (memberId === reader.memberId) throw new Problem(403, sentences.own);
  if (!reader.mayApprove) throw notFound(sentences.notFound);
}

/**
 * Approves an order as it was seen (`hash`) and places it on account, in the name of its buyer. Throws 409 if it has changed since or was
 * decided. If a price or the stock has changed, the request takes on the new ones, and the approver is asked again.
 */
export async function approve(deps: OrderDeps, { id, reader, ip }: Deciding, hash: string): Promise<Approval> {
  const { db, clock } = deps;
  const request = await readRequest(db, id);
  requireMayDecide(request, reader);
  if (request.state !== 'open') throw conflict(sentences.decided);
  if (request.hash !== hash) throw conflict(sentences.changed);
  const trade = await tradeOf(db, request, { id, hash, approverId: reader.memberId });
  const { body } = request;
  const key = `approval ${id}`; // no client's key has a space
  const now = clock.now();
  const { delivery } = await readSettings(deps);
  const placed = await place(db, {
    key,
    fingerprint: fingerprintOf(deps.env, 'approvals', id),
    body,
    delivery,
    userId: request.userId,
    trade,
    passwordHash: null,
    ip,
    provider: 'account',
    hasPaymentMethod: true,
    now,
  });
  if (placed.kind === 'taken') throw conflict(sentences.decided);
  if (placed.kind === 'refused')
    throw conflict(await refused(deps, request, { reasons: placed.reasons, reader, trade }));
  const charge = { key, orderId: placed.orderId, amount: placed.total, provider: 'account' } as const;
  await applyChargeResult(deps, charge, placed.total === 0 ? nothingToPay : onAccount);
  return readApproval(deps, id, reader);
}

async function tradeOf(
  db: Db,
  { memberId, siteId, snapshot }: StoredRequest,
  approval: NonNullable<TradeOrder['approval']>,
): Promise<TradeOrder> {
  const access = await readSiteAccess(db, { memberId, siteId });
  if (!access) throw conflict(sentences.siteArchived);
  if (access.account.status === 'closed') throw conflict(orders.accountClosed);
  const { poNumber, costCentre } = snapshot;
  return { access, poNumber, costCentre, isOnAccount: true, approval };
}

/** Why an approved order could not be placed. If it would be another order now, the request becomes that. */
async function refused(
  deps: OrderDeps,
  request: StoredRequest,
  { reasons, reader, trade }: { reasons: string[]; reader: Reader; trade: TradeOrder },
): Promise<string> {
  const { db, clock } = deps;
  const at = clock.now();
  const { delivery } = await readSettings(deps);
  const { body } = request;
  const unpriced = {
    ...body,
    expectedTotal: null,
    cartItems: body.cartItems.map((item) => ({ ...item, price: null })),
  };
  const { priced } = await priceOrder(db, { body: unpriced, delivery, trade, now: at });
  const snapshot = snapshotOf(trade, body, priced);
  const hash = hashOf(snapshot);
  if (hash === request.hash || priced.lines.length === 0) return reasons.join(' ');
  const kept = unpriced.cartItems.flatMap((item, place) => {
    const line = priced.lines.find((one) => one.place === place);
    return line ? [{ ...item, qty: line.quantity }] : [];
  });
  const renewed = priced.lines.map((line, place) => ({ ...line, place }));
  const promoCode = priced.promo?.code; // a promo that has ended would be refused each time
  const changed = withPrices({ ...unpriced, cartItems: kept, promoCode }, { ...priced, lines: renewed });
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('approvals')
      .set({
        body: JSON.stringify(changed),
        snapshot: JSON.stringify(snapshot),
        hash,
        total_cents: snapshot.total,
      })
      .where('id', '=', request.id)
      .where('state', '=', 'open')
      .where('hash', '=', request.hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    const note = reasons.join(' ');
    await addEvent(tx, { approvalId: request.id, kind: 'changed', memberId: reader.memberId, note, at });
  });
  return `${reasons.join(' ')} ${sentences.changed}`;
}

/** Declines an order with a reason for its buyer. Throws 409 if it was decided. */
export async function decline(deps: OrderDeps, { id, reader }: Deciding, reason: string): Promise<Approval> {
  if (reason === '') throw badInput({ path: 'reason', message: sentences.reasonMissing });
  requireMayDecide(await readRequest(deps.db, id), reader);
  await end(deps, id, { state: 'declined', reader, note: reason });
  return readApproval(deps, id, reader);
}

/** Withdraws somebody's own request. Throws 409 if it was decided. */
export async function withdraw(deps: OrderDeps, { id, reader }: Deciding): Promise<Approval> {
  const { memberId } = await readRequest(deps.db, id);
  if (memberId !== reader.memberId) throw notFound(sentences.notFound);
  await end(deps, id, { state: 'withdrawn', reader });
  return readApproval(deps, id, reader);
}

async function end(
  { db, clock, jobs }: OrderDeps,
  id: string,
  { state, reader, note = '' }: { state: 'declined' | 'withdrawn'; reader: Reader; note?: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('approvals')
      .set({ state, decided_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw conflict(sentences.decided);
    await addEvent(tx, { approvalId: id, kind: state, memberId: reader.memberId, note, at });
    if (state === 'declined') await jobs.enqueue(tx, decidedMail, { approvalId: id });
  });
}
