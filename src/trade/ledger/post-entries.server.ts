import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { badInput, conflict, notFound } from '#lib/api/problem.ts';
import { type Cents, cents, format } from '#lib/money.ts';
import { firstOpenDay, lockAccount, type LockedAccount, recordEntry } from '../credit/account-entries.server.ts';
import { allocate, allocateOldestFirst, type Allocating, takeBack as takeBackFrom } from '../credit/allocate.server.ts';
import { creditSentences as sentences } from '../credit/credit-sentences.ts';
import { ledgerSentences } from './contract.ts';

export type LedgerDeps = Pick<Deps, 'db' | 'clock'>;

/** What a change to a ledger works with. */
interface Change extends Allocating {
  account: LockedAccount;
  tx: Tx;
}

interface Recorded {
  /** A verb for the history. */
  action: string;
  after: object;
}

/** Changes the ledger of an account, which is locked meanwhile, and records who did so. */
async function changeLedger<T>(
  { db, clock }: LedgerDeps,
  accountId: string,
  { actor, requestId }: ActionContext,
  work: (change: Change) => Promise<Recorded & { result: T }>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    const at = clock.now();
    const change = { tx, account, actorId: actor.id, at, today: dayOf(at) };
    const { action, after, result } = await work(change);
    const entry = { actor, action, entity: 'trade-account', entityId: accountId, at, requestId };
    await audit(tx, { ...entry, after: { name: account.name, ...after } });
    return result;
  });
}

export interface Payment {
  accountId: string;
  amount: Cents;
  onDay: Day;
  reference: string;
  note: string;
  /** The invoices to pay, with amounts; without them the oldest due first. */
  allocations?: readonly { entryId: string; amount: Cents }[] | undefined;
}

/** Throws 400 for a day of a closed month or in the future. */
export function requireOpenDay(onDay: Day, today: Day): void {
  const first = firstOpenDay(today);
  if (onDay < first) throw badInput({ path: 'onDay', message: sentences.monthClosed(first) });
  if (onDay > today) throw badInput({ path: 'onDay', message: sentences.future });
}

/** Records a payment that has arrived, and allocates it. Returns the id of its entry. */
export function recordPayment(deps: LedgerDeps, payment: Payment, context: ActionContext): Promise<{ id: string }> {
  return changeLedger(deps, payment.accountId, context, async (change) => {
    requireOpenDay(payment.onDay, change.today);
    const id = await postPayment(change, payment);
    const after = { payment: format(payment.amount), reference: payment.reference };
    return { action: 'payment', after, result: { id } };
  });
}

/** Adds a payment to a locked account and allocates it as it says. */
export async function postPayment(
  { tx, account, ...by }: Change,
  { amount, onDay, reference, note, allocations }: Omit<Payment, 'accountId'>,
): Promise<string> {
  const entry = { kind: 'payment' as const, onDay, cents: cents(-amount), document: reference, note, ...by };
  const id = await recordEntry(tx, account, entry);
  if (!allocations) await allocateOldestFirst(tx, account, by, [id]);
  else {
    const chosen = allocations.map((one) => ({ creditId: id, debitId: one.entryId, cents: one.amount }));
    await allocate(tx, account, chosen, by);
  }
  return id;
}

interface PaidBack {
  accountId: string;
  amount: Cents;
  onDay: Day;
  reference: string;
  note: string;
}

/** Records that credit was paid back to the customer; never more than is not allocated. */
export function recordPayBack(
  deps: LedgerDeps,
  { accountId, amount, ...paid }: PaidBack,
  context: ActionContext,
): Promise<{ id: string }> {
  return changeLedger(deps, accountId, context, async ({ tx, account, ...by }) => {
    requireOpenDay(paid.onDay, by.today);
    const { rows } = await sql<{ credit: Cents }>`
      select coalesce(-sum(open_cents), 0)::bigint as credit from open_entries where account_id = ${accountId} and open_cents < 0`.execute(
      tx,
    );
    const credit = rows[0]?.credit ?? cents(0);
    if (amount > credit) throw badInput({ path: 'amount', message: ledgerSentences.tooMuchBack(credit) });
    const { reference: document, note, onDay } = paid;
    const id = await recordEntry(tx, account, { kind: 'refund', onDay, cents: amount, document, note, ...by });
    await payFromCredit(tx, account, { debitId: id, amount }, by);
    return { action: 'pay-back', after: { paidBack: format(amount), reference: document }, result: { id } };
  });
}

/** Lets the open credits pay one debit, the oldest first. */
async function payFromCredit(
  tx: Tx,
  account: LockedAccount,
  { debitId, amount }: { debitId: string; amount: Cents },
  by: Allocating,
): Promise<void> {
  const { rows } = await sql<{ id: string; open: Cents }>`
    select entry_id as id, -open_cents as open from open_entries
    where account_id = ${account.id} and open_cents < 0 order by due_day, entry_id`.execute(tx);
  let left: number = amount;
  const allocations = rows.map(({ id, open }) => {
    const part = Math.min(open, left);
    left -= part;
    return { creditId: id, debitId, cents: cents(part) };
  });
  await allocate(
    tx,
    account,
    allocations.filter((one) => one.cents > 0),
    by,
  );
}

interface WriteOff {
  accountId: string;
  entryId: string;
  amount: Cents;
  reason: string;
}

/** Writes off an amount of an invoice that will not be paid: at most what is open of it. */
export function writeOff(
  deps: LedgerDeps,
  { accountId, entryId, amount, reason }: WriteOff,
  context: ActionContext,
): Promise<{ id: string }> {
  return changeLedger(deps, accountId, context, async ({ tx, account, ...by }) => {
    const { document, siteId, orderId } = await readDebit(tx, accountId, entryId);
    const entry = {
      kind: 'writeOff' as const,
      siteId,
      orderId,
      onDay: by.today,
      cents: cents(-amount),
      document,
      note: reason,
    };
    const id = await recordEntry(tx, account, { ...entry, ...by });
    await allocate(tx, account, [{ creditId: id, debitId: entryId, cents: amount }], by);
    return { action: 'write-off', after: { writtenOff: format(amount), document, reason }, result: { id } };
  });
}

async function readDebit(tx: Tx, accountId: string, entryId: string) {
  const { rows } = await sql<{ kind: string; document: string; siteId: string | null; orderId: string | null }>`
    select kind, document, site_id as "siteId", order_id as "orderId" from account_entries
    where id = ${entryId} and account_id = ${accountId}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound(sentences.noEntry);
  if (row.kind !== 'invoice') throw conflict(ledgerSentences.onlyInvoices);
  return row;
}

interface Pair {
  accountId: string;
  creditId: string;
  debitId: string;
}

/** Lets a credit pay an invoice, with at most what is open on both sides. */
export function allocateCredit(
  deps: LedgerDeps,
  { accountId, amount, ...pair }: Pair & { amount: Cents },
  context: ActionContext,
): Promise<void> {
  return changeLedger(deps, accountId, context, async ({ tx, account, ...by }) => {
    await allocate(tx, account, [{ ...pair, cents: amount }], by);
    return {
      action: 'allocate',
      after: { allocated: format(amount), ...(await documentsOf(tx, pair)) },
      result: undefined,
    };
  });
}

/** Takes back what a credit has paid of an invoice. */
export function takeBackAllocation(
  deps: LedgerDeps,
  { accountId, ...pair }: Pair,
  context: ActionContext,
): Promise<void> {
  return changeLedger(deps, accountId, context, async ({ tx, account, ...by }) => {
    const amount = await takeBackFrom(tx, account, pair, by);
    return {
      action: 'take-back',
      after: { takenBack: format(amount), ...(await documentsOf(tx, pair)) },
      result: undefined,
    };
  });
}

/** Allocates all open credit, the oldest due first. */
export function allocateAll(deps: LedgerDeps, accountId: string, context: ActionContext): Promise<void> {
  return changeLedger(deps, accountId, context, async ({ tx, account, ...by }) => {
    await allocateOldestFirst(tx, account, by);
    return { action: 'allocate', after: { allocated: 'All credit, oldest invoices first' }, result: undefined };
  });
}

async function documentsOf(tx: Tx, { creditId, debitId }: Omit<Pair, 'accountId'>): Promise<object> {
  const { rows } = await sql<{ from: string; to: string }>`
    select c.document as "from", d.document as "to" from account_entries c, account_entries d
    where c.id = ${creditId} and d.id = ${debitId}`.execute(tx);
  return rows[0] ?? {};
}
