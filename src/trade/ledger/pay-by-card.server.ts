import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';
import { conflict } from '#lib/api/problem.ts';
import { type Cents, cents, sum } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { cardMissing, cardPaymentMethod } from '#orders/payment/checkout-payment-method.server.ts';
import type { Charge, ChargeResult, ChargeState, Paid } from '#orders/payment/payment-provider.ts';
import { type OrderDeps, refundLatePayment } from '#orders/place/settle-waiting-orders.server.ts';
import { lockAccount } from '../credit/account-entries.server.ts';
import { allocateOldestFirst, isOfCancelledOrder } from '../credit/allocate.server.ts';
import { postPayment } from './change-ledger.server.ts';
import { ownSentences as sentences } from './own-sentences.ts';

export interface CardPayment {
  accountId: string;
  userId: string;
  /** Whose invoices the payer may pay; undefined for all. */
  siteIds: readonly string[] | undefined;
  /** Undefined if the caller sent none; then the request can't be repeated safely. */
  key: string | undefined;
  entryIds: readonly string[];
  expectedTotal: Cents;
  card: Parameters<typeof cardPaymentMethod>[0];
}

export interface CardPaymentAnswer {
  state: 'paid' | 'declined' | 'pending';
  message: string | null;
  amount: Cents;
  requiresAction?: { clientSecret: string };
}

interface StoredPayment {
  id: string;
  accountId: string;
  state: 'awaiting' | 'paid' | 'declined';
  reason: string;
  amount: Cents;
  fingerprint: Buffer;
  entryIds: string[];
  provider: string;
}

/**
 * Pays what is open of chosen invoices by card, in three steps like a checkout: a transaction stores the payment, the provider charges
 * outside of any transaction, and a second transaction enters the payment in the ledger. A payment of the same payer that still waits for
 * the bank's confirmation is withdrawn first. Throws 409 if the invoices have changed, if another payment of one of them is under way, or if
 * the key was used with another body.
 */
export async function payInvoices(deps: OrderDeps, payment: CardPayment): Promise<CardPaymentAnswer> {
  const { payments, clock, log } = deps;
  const { key = randomUUID(), card, accountId, userId, entryIds, expectedTotal } = payment;
  const body = JSON.stringify({ accountId, userId, entryIds, expectedTotal });
  const fingerprint = fingerprintOf(deps.env, 'account payments', body);
  const known = await readByKey(deps, key);
  if (known) {
    if (!known.fingerprint.equals(fingerprint)) throw conflict(sentences.otherBody);
    return resume(deps, known);
  }
  const method = cardPaymentMethod(card, { provider: payments.provider, now: clock.now() });
  if (!method) throw cardMissing(payments.provider);
  await withdrawUnconfirmed(deps, { ...payment, key });
  const stored = await store(deps, { ...payment, key, fingerprint });
  if (!stored) return payInvoices(deps, { ...payment, key }); // the same request came in twice
  const outcome = await payments.charge(chargeOf(stored), method).catch((error: unknown): ChargeResult => {
    log.error({ err: error, accountPayment: stored.id }, 'a charge failed');
    return { kind: 'noResponse' };
  });
  return apply(deps, stored, outcome);
}

/** The provider knows the payment by an id of its own, since a checkout may have the same key. */
const chargeOf = ({ id, amount }: Pick<StoredPayment, 'id' | 'amount'>): Charge => ({
  key: `account:${id}`,
  orderId: id,
  amount,
});

const columns = sql`id, account_id as "accountId", state, reason, cents as amount, fingerprint, entry_ids as "entryIds", provider`;

async function readByKey({ db }: OrderDeps, key: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`select ${columns} from account_card_payments where key = ${key}`.execute(
    db,
  );
  return rows[0];
}

/** Withdraws what the payer left at the bank's confirmation, as by closing the page, so that the same invoices can be paid at once. */
async function withdrawUnconfirmed(deps: OrderDeps, payment: CardPayment & { key: string }): Promise<void> {
  const { db, payments } = deps;
  const { rows } = await sql<StoredPayment>`
    select ${columns} from account_card_payments where ${isOtherUnderWay(payment, payments)} and user_id = ${payment.userId}`.execute(
    db,
  );
  for (const stored of rows) {
    const state = await readState(deps, stored);
    const outcome = state.kind === 'requiresAction' ? await payments.cancel(chargeOf(stored)) : state;
    if (outcome.kind === 'unknown') continue; // its request may still be on the way
    const answer = await apply(deps, stored, outcome);
    if (answer.state === 'paid') throw conflict(sentences.paidBefore);
  }
}

/** Whether another payment of these invoices waits. What waits with a provider that is no longer used can't be settled, so it doesn't count. */
const isOtherUnderWay = (
  { accountId, entryIds, key }: Pick<NewPayment, 'accountId' | 'entryIds' | 'key'>,
  { provider }: OrderDeps['payments'],
) => sql`
  account_id = ${accountId} and state = 'awaiting' and provider = ${provider} and entry_ids && ${entryIds}::uuid[] and key <> ${key}`;

type NewPayment = CardPayment & { key: string; fingerprint: Buffer };

/** Stores a payment before it is charged; undefined if its key is known. The account is locked, so that an invoice is paid by one person. */
function store({ db, clock, payments }: OrderDeps, payment: NewPayment): Promise<StoredPayment | undefined> {
  const { accountId, userId, key, fingerprint, entryIds, expectedTotal } = payment;
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const open = await openOf(tx, payment);
    if (open.length !== new Set(entryIds).size || sum(open) !== expectedTotal) {
      if (await isKnown(tx, key)) return undefined; // the first request has paid them by now
      throw conflict(sentences.changed);
    }
    const under =
      await sql`select from account_card_payments where ${isOtherUnderWay(payment, payments)} limit 1`.execute(tx);
    if (under.rows.length > 0) throw conflict(sentences.underWay);
    const { rows } = await sql<StoredPayment>`
      insert into account_card_payments (id, key, fingerprint, account_id, user_id, provider, cents, entry_ids, created_at)
      values (${newId()}, ${key}, ${fingerprint}, ${accountId}, ${userId}, ${payments.provider}, ${expectedTotal}, ${entryIds}::uuid[],
        ${clock.now()})
      on conflict (key) do nothing returning ${columns}`.execute(tx);
    return rows[0];
  });
}

async function isKnown(tx: Tx, key: string): Promise<boolean> {
  return Boolean(await tx.selectFrom('account_card_payments').select('id').where('key', '=', key).executeTakeFirst());
}

/** What is open of the chosen invoices; fewer than were chosen if one is paid or cancelled, or not of the account or of the payer's sites. */
async function openOf(tx: Tx, { accountId, entryIds, siteIds }: NewPayment): Promise<Cents[]> {
  const { rows } = await sql<{ open: Cents }>`
    select o.open_cents as open from open_entries o join account_entries e on e.id = o.entry_id
    where o.entry_id = any(${entryIds}::uuid[]) and o.account_id = ${accountId} and e.kind = 'invoice' and not ${isOfCancelledOrder}
      and ${siteIds ? sql`e.site_id = any(${siteIds}::uuid[])` : sql`true`}`.execute(tx);
  return rows.map(({ open }) => open);
}

/** The stored result; the state of an undecided charge is read from the provider. */
async function resume(deps: OrderDeps, stored: StoredPayment): Promise<CardPaymentAnswer> {
  if (stored.state !== 'awaiting') return answerOf(stored);
  const state = await readState(deps, stored);
  return apply(deps, stored, state.kind === 'unknown' ? { kind: 'noResponse' } : state);
}

const readState = ({ payments, log }: OrderDeps, stored: StoredPayment): Promise<ChargeState> =>
  payments.readCharge(chargeOf(stored)).catch((error: unknown) => {
    log.error({ err: error, accountPayment: stored.id }, 'could not read a charge');
    return { kind: 'noResponse' };
  });

async function apply(deps: OrderDeps, stored: StoredPayment, outcome: ChargeResult): Promise<CardPaymentAnswer> {
  const { amount } = stored;
  if (outcome.kind === 'noResponse') return { state: 'pending', message: sentences.noResponse, amount };
  if (outcome.kind === 'requiresAction') {
    const { clientSecret } = outcome;
    return { state: 'pending', message: sentences.furtherStep, amount, requiresAction: { clientSecret } };
  }
  if (outcome.kind === 'paid') await enterPayment(deps, stored, outcome);
  else await decline(deps, stored, outcome.reason);
  const { rows } =
    await sql<StoredPayment>`select ${columns} from account_card_payments where id = ${stored.id}`.execute(deps.db);
  return answerOf(rows[0] ?? stored);
}

const answerOf = ({ state, reason, amount }: StoredPayment): CardPaymentAnswer => ({
  state: state === 'awaiting' ? 'pending' : state,
  message: reason || null,
  amount,
});

/** Enters a charged payment in the ledger, once. What was paid otherwise meanwhile stays as credit, or pays the oldest due. */
async function enterPayment({ db, clock }: OrderDeps, stored: StoredPayment, { card }: Paid): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, stored.accountId);
    const at = clock.now();
    const taken = await tx
      .updateTable('account_card_payments')
      .set({ state: 'paid', settled_at: at })
      .where('id', '=', stored.id)
      .where('state', '=', 'awaiting')
      .returning('user_id as userId')
      .executeTakeFirst();
    if (!taken) return;
    const by = { actorId: taken.userId, at, today: dayOf(at) };
    const note = card ? `${card.brand} ending in ${card.lastFour}` : '';
    const values = { amount: stored.amount, onDay: by.today, reference: 'Card payment', note };
    const allocations = await chosenInvoices(tx, stored);
    const id = await postPayment({ tx, account, by }, { ...values, allocations });
    await allocateOldestFirst(tx, account, by, [id]);
    await tx.updateTable('account_card_payments').set({ entry_id: id }).where('id', '=', stored.id).execute();
  });
}

/** What a payment pays of the chosen invoices. That of an order cancelled meanwhile is left out, as everywhere. */
async function chosenInvoices(
  tx: Tx,
  { entryIds, amount }: StoredPayment,
): Promise<{ entryId: string; amount: Cents }[]> {
  const { rows } = await sql<{ entryId: string; open: Cents }>`
    select o.entry_id as "entryId", o.open_cents as open from open_entries o
    where o.entry_id = any(${entryIds}::uuid[]) and not ${isOfCancelledOrder} order by o.due_day`.execute(tx);
  let left: number = amount;
  return rows.flatMap(({ entryId, open }) => {
    const part = cents(Math.min(open, left));
    left -= part;
    return part > 0 ? [{ entryId, amount: part }] : [];
  });
}

const decline = ({ db, clock }: OrderDeps, { id }: StoredPayment, reason: string): Promise<unknown> =>
  db
    .updateTable('account_card_payments')
    .set({ state: 'declined', reason, settled_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .execute();

/** After a payment has waited this long, its charge is read from the provider. */
const readAfterMs = 10_000;
/** The time that a payer has for the bank's confirmation. */
const confirmWithinMs = 30 * 60_000;

/** Settles payments that have waited because of a crash or because the provider did not respond. Returns how many were decided. */
export async function settleCardPayments(deps: OrderDeps): Promise<number> {
  const { db, clock, payments, log } = deps;
  const now = clock.now().getTime();
  const { rows } = await sql<StoredPayment & { createdAt: Date }>`
    select ${columns}, created_at as "createdAt" from account_card_payments
    where state = 'awaiting' and provider = ${payments.provider} and created_at <= ${new Date(now - readAfterMs)}
    order by random() limit 100`.execute(db); // so that many payers at their bank do not keep others waiting
  let settled = 0;
  for (const { createdAt, ...stored } of rows) {
    try {
      const state = await readState(deps, stored);
      const isLate = now - createdAt.getTime() > confirmWithinMs;
      const isAbandoned = state.kind === 'unknown' || (state.kind === 'requiresAction' && isLate);
      const answer = await apply(deps, stored, isAbandoned ? await payments.cancel(chargeOf(stored)) : state);
      if (answer.state !== 'pending') settled++;
    } catch (error) {
      // The next round tries again; one that always fails must not keep the others waiting.
      log.error({ err: error, accountPayment: stored.id }, 'could not settle a card payment');
    }
  }
  return settled;
}

/**
 * Applies the current state of a payment's charge, when the provider has reported a change. A charge that was paid after the payment had been
 * given up is refunded. False while the provider does not respond; true also for an id of something else.
 */
export async function settleCardPayment(deps: OrderDeps, id: string): Promise<boolean> {
  const { rows } = await sql<StoredPayment>`
    select ${columns} from account_card_payments where id = ${id} and provider = ${deps.payments.provider}`.execute(
    deps.db,
  );
  const [stored] = rows;
  if (!stored || stored.state === 'paid') return true;
  const state = await readState(deps, stored);
  if (state.kind === 'noResponse') return false;
  if (state.kind === 'unknown') return true;
  if (stored.state === 'declined')
    return state.kind === 'paid' ? refundLatePayment(deps, chargeOf(stored), state.reference) : true;
  await apply(deps, stored, state);
  return true;
}
