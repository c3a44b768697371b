import { sql } from 'kysely';
import { type Day, firstOfMonth } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { creditSentences as sentences } from './credit-sentences.ts';

export type EntryKind = 'invoice' | 'adjustment' | 'payment' | 'refund' | 'writeOff';

/** An account whose ledger only this transaction may change, but for invoices, which are only added. */
export interface LockedAccount {
  id: string;
  number: number;
  name: string;
}

/**
 * Locks the account until the transaction ends, so that nobody else allocates or pays meanwhile. Rows are locked in this sequence: order,
 * promo, goods by id, account, counters.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<LockedAccount> {
  const { rows } = await sql<LockedAccount>`
    select id, number, name from trade_accounts where id = ${accountId} and status in ('open', 'hold', 'closed')
    for no key update`.execute(tx);
  const [account] = rows;
  if (!account) throw notFound(sentences.gone);
  return account;
}

export interface NewEntry {
  /** A new one unless given. */
  id?: string;
  siteId?: string | null;
  orderId?: string | null;
  kind: Exclude<EntryKind, 'invoice'>;
  /** Whether a payment has bounced, for a `refund`. */
  isBounced?: boolean;
  onDay: Day;
  /** Signed: less owed is negative. */
  cents: Cents;
  document?: string;
  note?: string;
  actorId: string | null;
  at: Date;
}

/** The kind of an entry as people read it, for a table with columns `kind` and `is_bounced`: `bounce` for a payment that the bank took back. */
export const shownKind = sql<string>`case when is_bounced then 'bounce' else kind end`;

/** Adds an entry to the ledger of a locked account, and its amount to what is open and to the exposure. Returns its id. */
export async function recordEntry(tx: Tx, { id: accountId }: LockedAccount, entry: NewEntry): Promise<string> {
  const {
    id = newId(entry.at.getTime()),
    siteId = null,
    orderId = null,
    kind,
    isBounced = false,
    onDay,
    cents,
    document = '',
    note = '',
    actorId,
    at,
  } = entry;
  await sql`
    with entered as (
      insert into account_entries (id, account_id, site_id, order_id, kind, is_bounced, on_day, cents, document, note, actor_id, at)
      values (${id}, ${accountId}, ${siteId}, ${orderId}, ${kind}, ${isBounced}, ${onDay}, ${cents}, ${document}, ${note}, ${actorId}, ${at})
    ), opened as (
      insert into open_entries (entry_id, account_id, on_day, due_day, open_cents) values (${id}, ${accountId}, ${onDay}, ${onDay}, ${cents})
    )
    update trade_accounts set exposure_cents = exposure_cents + ${cents} where id = ${accountId}`.execute(tx);
  return id;
}

/** The first day for which entries can be made. Earlier months are closed: their statements may have been sent and are printed again unchanged. */
export const firstOpenDay = firstOfMonth;
