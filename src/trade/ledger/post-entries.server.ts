import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { Day } from '#lib/day.ts';
import { badInput, conflict, notFound } from '#lib/api/problem.ts';
import { type Cents, cents, format, sum } from '#lib/money.ts';
import { type EntryKind, type LockedAccount, recordEntry } from '../credit/account-entries.server.ts';
import { allocate, allocateOldestFirst, type Allocating, takeBack } from '../credit/allocate.server.ts';
import { creditSentences as sentences } from '../credit/credit-sentences.ts';
import {
  changeLedger,
  type LedgerChange,
  type LedgerDeps,
  type NewPayment,
  postPayment,
  requireOpenDay,
} from './change-ledger.server.ts';
import { ledgerSentences } from './contract.ts';

/** A new entry; the caller has made its id, so that a repeated request adds nothing. */
interface NewEntry {
  accountId: string;
  id: string;
  amount: Cents;
}

/** Records a payment that has arrived, and allocates it. */
export async function recordPayment(
  deps: LedgerDeps,
  { accountId, ...payment }: NewEntry & NewPayment,
  context: ActionContext,
): Promise<{ id: string }> {
  const { id, amount, onDay, reference, note } = payment;
  const entry = { id, kind: 'payment' as const, cents: cents(-amount), onDay, document: reference, note };
  await changeLedger(deps, { accountId, action: 'payment', entry }, context, async (change) => {
    requireOpenDay(payment.onDay, change.by.today);
    await postPayment(change, payment);
    return { payment: format(amount), reference };
  });
  return { id };
}

interface PaidBack extends NewEntry {
  onDay: Day;
  reference: string;
  note: string;
  /** The payment that has bounced; undefined if credit was paid back. */
  bouncedId?: string | undefined;
}

/**
 * Records that credit was paid back to the customer; 400 if more than is not allocated. If a payment has bounced, what it has paid is taken
 * back in the same transaction, so that no order of that moment uses it.
 */
export async function recordPayBack(
  deps: LedgerDeps,
  { accountId, id, amount, onDay, reference: document, note, bouncedId }: PaidBack,
  context: ActionContext,
): Promise<{ id: string }> {
  const entry = { id, kind: 'refund' as const, onDay, cents: amount, document, note };
  await changeLedger(deps, { accountId, action: 'pay-back', entry }, context, async ({ tx, account, by }) => {
    requireOpenDay(onDay, by.today);
    if (bouncedId !== undefined) await takeBackPayment({ tx, account, by }, bouncedId);
    const credits = (await openCredits(tx, account)).filter((one) => bouncedId === undefined || one.id === bouncedId);
    const credit = sum(credits.map(({ open }) => open));
    const tooMuch = bouncedId === undefined ? ledgerSentences.tooMuchBack : ledgerSentences.tooMuchBounced;
    if (amount > credit) throw badInput({ path: 'amount', message: tooMuch(credit) });
    const { actorId, at } = by;
    await recordEntry(tx, account, { ...entry, isBounced: bouncedId !== undefined, actorId, at });
    await payFrom(credits, { tx, account, by }, { debitId: id, amount });
    if (bouncedId !== undefined) await allocateOldestFirst(tx, account, by, [bouncedId]); // what did not bounce of it
    return { paidBack: format(amount), reference: document };
  });
  return { id };
}

/** Takes back all that a payment has paid of invoices. Throws 404 for a payment of another account, 409 for another entry. */
async function takeBackPayment({ tx, account, by }: LedgerChange, paymentId: string): Promise<void> {
  const payment = await tx
    .selectFrom('account_entries')
    .select('kind')
    .where('id', '=', paymentId)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow(() => notFound(sentences.noEntry));
  if (payment.kind !== 'payment') throw conflict(ledgerSentences.onlyPayments);
  const { rows } = await sql<{ debitId: string }>`
    select l.debit_id as "debitId" from allocations l join account_entries e on e.id = l.debit_id
    where l.credit_id = ${paymentId} and e.kind = 'invoice' group by l.debit_id having sum(l.cents) > 0`.execute(tx);
  for (const { debitId } of rows) await takeBack(tx, account, { creditId: paymentId, debitId }, by);
}

interface OpenCredit {
  id: string;
  open: Cents;
}

/** The credits that are not allocated, the oldest first, without write-offs, which nobody has paid. */
async function openCredits(tx: Tx, { id }: LockedAccount): Promise<OpenCredit[]> {
  const { rows } = await sql<OpenCredit>`
    select o.entry_id as id, -o.open_cents as open from open_entries o join account_entries e on e.id = o.entry_id
    where o.account_id = ${id} and o.open_cents < 0 and e.kind <> 'writeOff' order by o.due_day, o.entry_id`.execute(
    tx,
  );
  return rows;
}

async function payFrom(
  credits: readonly OpenCredit[],
  { tx, account, by }: { tx: Tx; account: LockedAccount; by: Allocating },
  { debitId, amount }: { debitId: string; amount: Cents },
): Promise<void> {
  let left: number = amount;
  const allocations = credits.map(({ id, open }) => {
    const part = cents(Math.min(open, left));
    left -= part;
    return { creditId: id, debitId, cents: part };
  });
  const used = allocations.filter((one) => one.cents > 0);
  await allocate(tx, account, used, by);
}

interface WriteOff extends NewEntry {
  /** The invoice. */
  entryId: string;
  reason: string;
}

/** Writes off an amount of an invoice that will not be paid; 409 if more than is open of it. */
export async function writeOff(
  deps: LedgerDeps,
  { accountId, id, entryId, amount, reason }: WriteOff,
  context: ActionContext,
): Promise<{ id: string }> {
  const { document, siteId, orderId } = await readInvoice(deps.db, accountId, entryId);
  const entry = { id, kind: 'writeOff' as const, cents: cents(-amount), document, note: reason };
  await changeLedger(deps, { accountId, action: 'write-off', entry }, context, async ({ tx, account, by }) => {
    const { actorId, at, today: onDay } = by;
    await recordEntry(tx, account, { ...entry, siteId, orderId, onDay, actorId, at });
    await allocate(tx, account, [{ creditId: id, debitId: entryId, cents: amount }], by);
    return { writtenOff: format(amount), document, reason };
  });
  return { id };
}

async function readInvoice(db: Db, accountId: string, entryId: string) {
  const row = await db
    .selectFrom('account_entries')
    .select(['kind', 'document', 'site_id as siteId', 'order_id as orderId'])
    .where('id', '=', entryId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow(() => notFound(sentences.noEntry));
  if (row.kind !== 'invoice') throw conflict(ledgerSentences.onlyInvoices);
  return row;
}

interface Pair {
  creditId: string;
  debitId: string;
}

/** Lets credits pay invoices; 409 if less is open on either side. */
export const allocateCredit = (
  deps: LedgerDeps,
  { accountId, allocations }: { accountId: string; allocations: readonly (Pair & { amount: Cents })[] },
  context: ActionContext,
): Promise<void> =>
  changeLedger(deps, { accountId, action: 'allocate' }, context, async ({ tx, account, by }) => {
    const parts = allocations.map(({ amount, ...pair }) => ({ ...pair, cents: amount }));
    await allocate(tx, account, parts, by);
    return { allocated: format(sum(parts.map((part) => part.cents))) };
  });

/** Lets all open credit pay the oldest due invoices. */
export const allocateOldest = (deps: LedgerDeps, accountId: string, context: ActionContext): Promise<void> =>
  changeLedger(deps, { accountId, action: 'allocate' }, context, async ({ tx, account, by }) => {
    await allocateOldestFirst(tx, account, by);
    return { allocated: 'Oldest first' };
  });

/**
 * Takes back what a credit has paid of an invoice. A write-off that is taken back is owed again: an entry of the opposite amount settles it,
 * so that it pays nothing else; what a refund took back of it stays. 409 if nothing is allocated, or nothing is written off any more.
 */
export const takeBackAllocation = (
  deps: LedgerDeps,
  { accountId, ...pair }: Pair & { accountId: string },
  context: ActionContext,
): Promise<void> =>
  changeLedger(deps, { accountId, action: 'take-back' }, context, async ({ tx, account, by }) => {
    const { rows } = await sql<SettledEntry>`
      select id, kind, document, site_id as "siteId", order_id as "orderId", (
          select coalesce(-sum(w.cents), 0)::bigint from account_entries w where w.order_id = e.order_id and w.kind = 'writeOff') as "writtenOff"
      from account_entries e where id in (${pair.creditId}, ${pair.debitId}) and account_id = ${accountId}`.execute(tx);
    if (rows.some(({ id, kind }) => id === pair.debitId && kind === 'writeOff'))
      throw conflict(sentences.writeOffTakenBack);
    const writtenOff = rows.find(({ id, kind }) => id === pair.creditId && kind === 'writeOff');
    if (writtenOff && writtenOff.writtenOff <= 0) throw conflict(sentences.writeOffTakenBack);
    const amount = await takeBack(tx, account, { ...pair, atMost: writtenOff?.writtenOff }, by);
    if (writtenOff) await oweAgain({ tx, account, by }, writtenOff, amount);
    return { takenBack: format(amount), ...(writtenOff && { writtenOff: writtenOff.document }) };
  });

interface SettledEntry {
  id: string;
  kind: EntryKind;
  document: string;
  siteId: string | null;
  orderId: string | null;
  /** What is still written off of the order. */
  writtenOff: Cents;
}

/** Settles a write-off whose allocation was taken back by an entry of the opposite amount. */
async function oweAgain({ tx, account, by }: LedgerChange, entry: SettledEntry, amount: Cents): Promise<void> {
  const { id: creditId, document, siteId, orderId } = entry;
  const { actorId, at, today: onDay } = by;
  const values = { kind: 'writeOff' as const, onDay, cents: amount, document, note: 'Taken back' };
  const debitId = await recordEntry(tx, account, { siteId, orderId, ...values, actorId, at });
  await allocate(tx, account, [{ creditId, debitId, cents: amount }], by);
}
