import { sql } from 'kysely';
import { accountMail, registeredJob } from '#accounts/mail/account-mail-jobs.server.ts';
import { releaseEmailReservation } from '#accounts/profile/taken-emails.server.ts';
import { insertUnlessTaken } from '#accounts/profile/write-users.server.ts';
import { dayOf } from '#lib/day.ts';
import { zero } from '#lib/money.ts';
import { dueDay as dueDayOf } from '#trade/trading-terms.ts';
import { type Db, inTransaction, retried, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { unredeem } from '#promos/redemptions.server.ts';
import { readSupplier } from '#company/letterhead.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { confirmedMails } from '#trade/limits/confirmed-mails.server.ts';
import { uncountSpend } from '#trade/limits/spend.server.ts';
import { spendOpenCredit } from '#trade/credit/allocate.server.ts';
import { releaseCredit } from '#trade/credit/reserve-credit.server.ts';
import { releaseUnits } from '#stock/ledger/record-movements.server.ts';
import { type StoredDecision, type Decision, storeDecision } from './checkout-attempts.server.ts';
import { invoiceContentOf } from '../documents/invoice.server.ts';
import { type Confirmation, numberAndIssue } from './number-order.server.ts';
import { accountInvoiceJob, orderMailJob, orderNoticeJob } from './order-mail-jobs.server.ts';
import type { Paid } from '../payment/payment-provider.ts';
import { orderColumns, type StoredOrder } from '../stored/stored-order.server.ts';

export type PlacedDecision = Extract<Decision, { kind: 'placed' }>;

/**
 * The last step of a paid order: assigns the numbers and creates invoice, account and mails. Returns undefined if another process decided
 * the order first. `paid` is null if there was nothing to pay. Because every order waits for the row locks of the counters, this commits
 * without waiting for the disk. The decision is stored afterwards by a commit that waits until both are on disk; only then does the caller
 * get the answer.
 */
export async function confirmOrder(
  deps: Deps,
  orderId: string,
  paid: Paid | null,
): Promise<PlacedDecision | undefined> {
  const order = await readWaitingOrder(deps.db, orderId);
  if (!order) return undefined;
  const at = deps.clock.now();
  const confirmation = await confirmationOf(deps, order, { paid, at });
  const placed =
    order.passwordHash === null
      ? await retried(() => confirm(deps.db, order, confirmation))
      : await inTransaction(deps.db, async (tx): Promise<PlacedDecision | undefined> => {
          if (!(await readWaitingOrder(tx, orderId, true))) return undefined;
          const newUserId = await registerBuyer(tx, order, at);
          if (newUserId !== null) {
            await deps.jobs.enqueue(tx, accountMail, { mail: 'welcome', userId: newUserId });
            await deps.jobs.enqueue(tx, registeredJob, { userId: newUserId });
          }
          const confirmed = await confirm(tx, order, confirmation);
          return confirmed && { ...confirmed, userId: newUserId ?? order.userId, isRegistered: newUserId !== null };
        });
  if (!placed) return undefined;
  if (confirmation.entry) await spendOpenCredit(deps, orderId);
  deps.mails.wake(); // after that, as the invoice's mail says what is left to pay
  await storeDecision(deps.db, orderId, { reasons: [], isRegistered: placed.isRegistered });
  return placed;
}

async function confirm(
  db: Db | Tx,
  { id: orderId, userId }: WaitingOrder,
  confirmation: Confirmation,
): Promise<PlacedDecision | undefined> {
  const number = await numberAndIssue(db, confirmation);
  return number === undefined ? undefined : { kind: 'placed', orderId, number, userId, isRegistered: false };
}

async function confirmationOf(
  deps: Deps,
  order: WaitingOrder,
  { paid, at }: Pick<Confirmation, 'paid' | 'at'>,
): Promise<Confirmation> {
  const [{ notifications }, supplier] = await Promise.all([readSettings(deps), readSupplier(deps)]);
  const { id: orderId, trade } = order;
  const dueDay = trade?.isOnAccount && order.total > 0 ? dueDayOf(dayOf(at), trade.terms) : null;
  const payment = {
    amountPaid: dueDay === null ? order.total : zero,
    cardBrand: paid?.card?.brand ?? null,
    cardLastFour: paid?.card?.lastFour ?? null,
  };
  const notices = [...notifications.orders.keys()].map((place) => orderNoticeJob.row({ orderId, place }, at));
  return {
    orderId,
    paid,
    content: invoiceContentOf({ ...order, ...payment, trade: trade && { ...trade, dueDay } }, supplier, at),
    entry: dueDay === null ? null : { orderId, dueDay, amount: order.total, at },
    mails: [
      orderMailJob.row({ orderId }, at),
      ...(dueDay === null ? [] : [accountInvoiceJob.row({ orderId }, at)]),
      ...confirmedMails({ approvalId: order.approvalId, quoteId: trade?.quoteId ?? null }, at),
      ...notices,
    ],
    at,
  };
}

/** An order that awaits its payment. */
type WaitingOrder = StoredOrder & {
  /** The hash of the password if the buyer wants an account. */
  passwordHash: string | null;
  /** The approval with which it was placed. */
  approvalId: string | null;
};

async function readWaitingOrder(db: Db | Tx, orderId: string, isLocked = false): Promise<WaitingOrder | undefined> {
  const { rows } = await sql<WaitingOrder>`
    select ${orderColumns}, o.registration_hash as "passwordHash",
      (select a.id from approvals a where a.order_id = o.id) as "approvalId" from orders o
    where o.id = ${orderId} and o.payment = 'awaiting' ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Creates the account that the buyer requested; the order has reserved its e-mail. An order that is older than such
 * reservations stays a guest's order if somebody has registered the e-mail since.
 */
async function registerBuyer(tx: Tx, order: WaitingOrder, at: Date): Promise<string | null> {
  const { id, passwordHash, billing } = order;
  if (passwordHash === null) return null;
  await releaseEmailReservation(tx, id); // so that this account can use the e-mail; nobody else can before this transaction ends
  const userId = (await insertUnlessTaken(tx, { ...billing, passwordHash, at, address: billing })) ?? null;
  await tx.updateTable('orders').set({ user_id: userId, registration_hash: null }).where('id', '=', id).execute();
  return userId;
}

/** Releases the goods, promo, credit and e-mail of an unpaid order. False if another process decided the order first. */
export async function releaseOrder(
  deps: Pick<Deps, 'db' | 'clock'>,
  orderId: string,
  reason: string,
): Promise<boolean> {
  const answer: StoredDecision = { reasons: [reason], isRegistered: false };
  return inTransaction(deps.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ payment: 'released', settled_at: deps.clock.now(), registration_hash: null })
      .where('id', '=', orderId)
      .where('payment', '=', 'awaiting')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await releaseEmailReservation(tx, orderId);
    await unredeem(tx, orderId);
    await releaseUnits(tx, orderId);
    await uncountSpend(tx, orderId);
    await releaseCredit(tx, orderId);
    await storeDecision(tx, orderId, answer);
    return true;
  });
}
