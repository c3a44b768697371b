import { sql } from 'kysely';
import { accountMail, registeredJob } from '#accounts/mail/account-mail-jobs.server.ts';
import { releaseEmailReservation } from '#accounts/profile/taken-emails.server.ts';
import { insertUnlessTaken } from '#accounts/profile/write-users.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { unredeem } from '#promos/redemptions.server.ts';
import { readSupplier } from '#company/letterhead.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { releaseUnits } from '#stock/ledger/record-movements.server.ts';
import { type StoredDecision, type Decision, storeDecision } from './checkout-attempts.server.ts';
import { invoiceContentOf } from '../documents/invoice.server.ts';
import { numberAndIssue } from './number-order.server.ts';
import { orderMailJob, orderNoticeJob } from './order-mail-jobs.server.ts';
import type { Paid } from '../payment/payment-provider.ts';
import { orderColumns, type StoredOrder } from '../stored/stored-order.server.ts';

export type PlacedDecision = Extract<Decision, { kind: 'placed' }>;

/**
 * The last step of a paid order: one transaction that assigns the numbers and creates invoice, account and jobs.
 * Returns undefined if another process decided the order first. `paid` is null if there was nothing to pay. Because
 * every order waits for the row locks of the counters, this transaction commits without waiting for the disk. The
 * decision is stored afterwards by a commit that waits until both are on disk; only then does the caller get the
 * answer.
 */
export async function confirmOrder(
  deps: Deps,
  orderId: string,
  paid: Paid | null,
): Promise<PlacedDecision | undefined> {
  const [{ notifications }, supplier] = await Promise.all([readSettings(deps), readSupplier(deps)]);
  const at = deps.clock.now();
  const placed = await inTransaction(deps.db, async (tx): Promise<PlacedDecision | undefined> => {
    const order = await markPaid(tx, orderId, paid, at);
    if (!order) return undefined;
    const newUserId = await registerBuyer(tx, order, at);
    if (newUserId !== null) {
      await deps.jobs.enqueue(tx, accountMail, { mail: 'welcome', userId: newUserId });
      await deps.jobs.enqueue(tx, registeredJob, { userId: newUserId });
    }
    await deps.jobs.enqueue(tx, orderMailJob, { orderId });
    for (const place of notifications.orders.keys()) {
      await deps.jobs.enqueue(tx, orderNoticeJob, { orderId, place });
    }
    const number = await numberAndIssue(tx, orderId, invoiceContentOf(order, supplier, at), at);
    return { kind: 'placed', orderId, number, userId: newUserId ?? order.userId, isRegistered: newUserId !== null };
  });
  if (placed) await storeDecision(deps.db, orderId, { reasons: [], isRegistered: placed.isRegistered });
  return placed;
}

/** A paid order, with the hash of the password if the buyer wants an account. */
type PaidOrder = StoredOrder & { passwordHash: string | null };

async function markPaid(tx: Tx, orderId: string, paid: Paid | null, at: Date): Promise<PaidOrder | undefined> {
  const { rows } = await sql<PaidOrder>`
    update orders o set payment = 'paid', settled_at = ${at}, amount_paid_cents = total_cents,
      payment_reference = ${paid?.reference ?? null}, card_brand = ${paid?.card?.brand ?? null},
      card_last4 = ${paid?.card?.lastFour ?? null}, words = order_words(o.id)
    where o.id = ${orderId} and o.payment = 'awaiting'
    returning ${orderColumns}, o.registration_hash as "passwordHash",
      set_config('synchronous_commit', 'off', true)`.execute(tx);
  return rows[0];
}

/**
 * Creates the account that the buyer requested; the order has reserved its e-mail. An order that is older than such
 * reservations stays a guest's order if somebody has registered the e-mail since.
 */
async function registerBuyer(tx: Tx, order: PaidOrder, at: Date): Promise<string | null> {
  const { id, passwordHash, billing } = order;
  if (passwordHash === null) return null;
  await releaseEmailReservation(tx, id); // so that this account can use the e-mail; nobody else can before this transaction ends
  const userId = (await insertUnlessTaken(tx, { ...billing, passwordHash, at, address: billing })) ?? null;
  await tx.updateTable('orders').set({ user_id: userId, registration_hash: null }).where('id', '=', id).execute();
  return userId;
}

/** Releases the goods, promo and e-mail of an unpaid order. False if another process decided the order first. */
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
    await storeDecision(tx, orderId, answer);
    return true;
  });
}
