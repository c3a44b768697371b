import { sql } from 'kysely';
import { conflict, Problem } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import { type Day, startOf } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';
import { sentences as orders } from '#orders/contract.ts';
import { nothingToPay, onAccount } from '#orders/payment/payment-provider.ts';
import { place } from '#orders/place/place-order.server.ts';
import { siteCheckout } from '#orders/place/site-checkout.server.ts';
import { applyChargeResult, type OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { poNumberFault } from '../accounts/po-number.ts';
import { readBuyerAccess, type SiteAccess } from '../accounts/site-access.server.ts';
import { storeRequest } from '../approvals/request-approval.server.ts';
import { limitSentences } from '../limits/limit-sentences.ts';
import { endedSentence } from './change-standing-orders.server.ts';
import { eachOf } from './each-of.server.ts';
import { priceRun, readStoredRun, type StoredRun } from './read-run.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { runMail } from './standing-mails.server.ts';

interface Placing {
  runId: string;
  /** In whose name it is ordered. */
  memberId: string;
  /** The total that they saw; null if it is ordered by itself, at whatever it costs. */
  seenTotal: Cents | null;
  /** Where the request came from, which the order stores. */
  ip: string;
}

/**
 * Orders a run on account, once: its id makes the order's idempotency key, and the state is checked by the update that uses the run. What
 * cannot be sold is left out. Above a budget or limit it becomes a request for approval. If it has been ordered already, nothing happens.
 * Throws 409 with the reasons if it cannot be ordered; then nothing has changed.
 */
export async function placeRun(deps: OrderDeps, { runId, memberId, seenTotal, ip }: Placing): Promise<void> {
  const { db, env, clock } = deps;
  const run = await readStoredRun(db, runId);
  if (run.state === 'ordered' || run.state === 'approval') return;
  if (run.state !== 'open' || run.isEnded) throw conflict(endedSentence(run.state));
  const access = await accessOf(deps, run, memberId);
  const { priced, leftOut } = await priceRun(deps, run.standingOrderId, access);
  const { total } = priced.totals;
  if (priced.lines.length === 0) throw conflict([sentences.nothingLeft, ...leftOut].join(' '));
  if (seenTotal !== null && seenTotal !== total)
    throw conflict(sentences.totalChanged(format(seenTotal), format(total)));
  const lines = priced.lines.map(({ stored, quantity }) => {
    const { productId, itemId, hasVariations: isVariation } = stored;
    return { productId, itemId, isVariation, quantity };
  });
  const { poNumber, siteId } = run;
  const { body, userId } = await siteCheckout(deps, { siteId, memberId, poNumber, lines, total });
  const key = `standing ${runId}`; // no client's key has a space
  const by = seenTotal === null ? null : memberId;
  const left = leftOut.length === 0 ? '' : sentences.leftOut(leftOut);
  const trade = { access, poNumber, costCentre: access.site.costCentre, isOnAccount: true };
  const placed = await place(db, {
    key,
    fingerprint: fingerprintOf(env, 'standing-orders', runId),
    body,
    delivery: (await readSettings(deps)).delivery,
    userId,
    trade: { ...trade, standing: { id: runId, memberId: by, leftOut: left } },
    passwordHash: null,
    ip,
    provider: 'account',
    hasPaymentMethod: true,
    now: clock.now(),
  });
  if (placed.kind === 'taken') return; // somebody else confirmed it at the same moment
  if (placed.kind === 'refused') {
    if (!placed.needsApproval) throw conflict(placed.reasons.join(' '));
    const onStored = (tx: Tx, approvalId: string) =>
      takeForApproval(tx, { runId, approvalId, by, left, at: clock.now() });
    const request = { key, body, actor: { id: userId }, trade, priced, onStored };
    await storeRequest(deps, request);
    return;
  }
  const charge = { key, orderId: placed.orderId, amount: placed.total, provider: 'account' } as const;
  await applyChargeResult(deps, charge, placed.total === 0 ? nothingToPay : onAccount);
}

async function accessOf(
  { db }: OrderDeps,
  { siteId, poNumber, orderer }: StoredRun,
  memberId: string,
): Promise<SiteAccess> {
  const access = await readBuyerAccess(db, { memberId, siteId });
  if (!access) throw conflict(sentences.ordererLeft(orderer));
  if (access.account.status === 'closed') throw conflict(orders.accountClosed);
  const fault = poNumberFault(access.account, poNumber);
  if (fault !== undefined) throw conflict(fault);
  return access;
}

interface Requested {
  runId: string;
  approvalId: string;
  by: string | null;
  left: string;
  at: Date;
}

/** Uses a run for its request for approval. Throws 409 if it has been ordered or skipped meanwhile, so that no request is stored. */
async function takeForApproval(tx: Tx, { runId, approvalId, by, left, at }: Requested): Promise<void> {
  const { numAffectedRows } = await sql`
    update standing_order_runs set state = 'approval', approval_id = ${approvalId}, member_id = ${by}, reason = ${left}, decided_at = ${at}
    where id = ${runId} and state = 'open'`.execute(tx);
  if (numAffectedRows !== 1n) throw conflict(limitSentences.runGone);
}

/**
 * Orders what is due and needs no confirmation, at the earliest on the day after its orderer was notified. What is refused is tried once:
 * the orderer gets the reason by mail, and can still confirm it. A mail says as well what an order leaves out.
 */
export async function placeDueRuns(deps: OrderDeps, today: Day): Promise<void> {
  const { rows } = await sql<{ runId: string; memberId: string }>`
    select r.id as "runId", s.member_id as "memberId" from standing_order_runs r join standing_orders s on s.id = r.standing_order_id
    where r.state = 'open' and r.due_on <= ${today} and r.tried_at is null and r.notified_at < ${startOf(today)}
      and not s.needs_confirm and s.paused_at is null and s.ended_at is null order by r.due_on, r.id`.execute(deps.db);
  await eachOf(deps, rows, async ({ runId, memberId }) => {
    const refusal = await placeRun(deps, { runId, memberId, seenTotal: null, ip: 'standing order' }).then(
      () => '',
      (error: unknown) => {
        if (error instanceof Problem) return error.message;
        throw error;
      },
    );
    await recordTry(deps, runId, refusal);
  });
}

/** Records that a run has been tried, and mails why it was refused or what its order leaves out, once. */
async function recordTry({ db, clock, jobs }: OrderDeps, runId: string, refusal: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ reason: string }>`
      update standing_order_runs set tried_at = ${clock.now()}, reason = case when state = 'open' then ${refusal} else reason end
      where id = ${runId} and tried_at is null returning reason`.execute(tx);
    if (rows[0]?.reason) await jobs.enqueue(tx, runMail, { runId, about: 'result' });
  });
}
