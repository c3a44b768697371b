import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { type Cents, cents, sum } from '#lib/money.ts';
import {
  type EntryKind,
  firstOpenDay,
  lockAccount,
  type LockedAccount,
  recordEntry,
} from '../credit/account-entries.server.ts';
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
  /** The entry to add; if it is there already, the request is a repeated one and changes nothing. */
  entry?: RepeatableEntry;
}

/** An entry with the id that its caller has made. */
export interface RepeatableEntry {
  id: string;
  kind: EntryKind;
  /** Signed. */
  cents: Cents;
  /** Undefined for the day of the request, which a repeated one may be after. */
  onDay?: Day;
  document: string;
  note: string;
}

/**
 * Changes the ledger of an account, which is locked meanwhile, and records who did so. `work` returns what the history says; it does not
 * run if the entry is there already. Throws 409 if another entry has its id.
 */
export async function changeLedger(
  { db, clock }: LedgerDeps,
  { accountId, action, entry: added }: ChangeOptions,
  { actor, requestId }: ActionContext,
  work: (change: LedgerChange) => Promise<object>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (added && (await isKnown(tx, accountId, added))) return;
    const at = clock.now();
    const after = await work({ tx, account, by: { actorId: actor.id, at, today: dayOf(at) } });
    const entry = { actor, action, entity: 'trade-account', entityId: accountId, at, requestId };
    await audit(tx, { ...entry, after: { name: account.name, ...after } });
  });
}

async function isKnown(tx: Tx, accountId: string, { id, onDay, ...entry }: RepeatableEntry): Promise<boolean> {
  const known = await tx
    .selectFrom('account_entries')
    .select(['account_id', 'kind', 'cents', 'on_day', 'document', 'note'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return false;
  const isSame =
    known.account_id === accountId &&
    known.kind === entry.kind &&
    known.cents === entry.cents &&
    known.document === entry.document &&
    known.note === entry.note &&
    (onDay === undefined || known.on_day === onDay);
  if (!isSame) throw conflict(ledgerSentences.takenTwice);
  return true;
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
