import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { type Cents, cents, sum } from '#lib/money.ts';
import { firstOpenDay, lockAccount, type LockedAccount, recordEntry } from '../credit/account-entries.server.ts';
import { allocate, allocateOldestFirst, type Allocating } from '../credit/allocate.server.ts';
import { creditSentences as sentences } from '../credit/credit-sentences.ts';
import { ledgerSentences } from './contract.ts';

export type LedgerDeps = Pick<Deps, 'db' | 'clock'>;

/** What a change to the ledger of a locked account works with. */
export interface LedgerChange {
  tx: Tx;
  account: LockedAccount;
  by: Allocating;
}

interface ChangeOptions {
  accountId: string;
  /** A verb for the history. */
  action: string;
  /** The id of the entry to add; if there is one already, the request is a repeated one and changes nothing. */
  entryId?: string;
}

/**
 * Changes the ledger of an account, which is locked meanwhile, and records who did so. `work` returns what the history says; it does not
 * run if the entry is there already.
 */
export async function changeLedger(
  { db, clock }: LedgerDeps,
  { accountId, action, entryId }: ChangeOptions,
  { actor, requestId }: ActionContext,
  work: (change: LedgerChange) => Promise<object>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (entryId !== undefined && (await isKnown(tx, { accountId, entryId }))) return;
    const at = clock.now();
    const after = await work({ tx, account, by: { actorId: actor.id, at, today: dayOf(at) } });
    const entry = { actor, action, entity: 'trade-account', entityId: accountId, at, requestId };
    await audit(tx, { ...entry, after: { name: account.name, ...after } });
  });
}

async function isKnown(tx: Tx, { accountId, entryId }: { accountId: string; entryId: string }): Promise<boolean> {
  const known = await tx
    .selectFrom('account_entries')
    .select('account_id')
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (known && known.account_id !== accountId) throw conflict(ledgerSentences.takenTwice);
  return known !== undefined;
}

/** Throws 400 for a day of a closed month or in the future. */
export function requireOpenDay(onDay: Day, today: Day): void {
  const first = firstOpenDay(today);
  if (onDay < first) throw badInput({ path: 'onDay', message: sentences.monthClosed(first) });
  if (onDay > today) throw badInput({ path: 'onDay', message: sentences.future });
}

export interface NewPayment {
  id?: string;
  amount: Cents;
  onDay: Day;
  reference: string;
  note: string;
  /** The invoices to pay, with amounts; without them the oldest due first. */
  allocations?: readonly { entryId: string; amount: Cents }[] | undefined;
}

/** Adds a payment to a locked account and allocates it as it says. Returns its id. */
export async function postPayment({ tx, account, by }: LedgerChange, payment: NewPayment): Promise<string> {
  const { amount, onDay, reference, note, allocations } = payment;
  if (allocations && sum(allocations.map((one) => one.amount)) > amount)
    throw badInput({ path: 'allocations', message: ledgerSentences.moreThanAmount });
  const values = { kind: 'payment' as const, onDay, cents: cents(-amount), document: reference, note };
  const id = await recordEntry(tx, account, {
    ...(payment.id && { id: payment.id }),
    ...values,
    actorId: by.actorId,
    at: by.at,
  });
  if (!allocations) await allocateOldestFirst(tx, account, by, [id]);
  else {
    const chosen = allocations.map((one) => ({ creditId: id, debitId: one.entryId, cents: one.amount }));
    await allocate(tx, account, chosen, by);
  }
  return id;
}
