import { sql } from 'kysely';
import { type Day, dayOf, startOf } from '#lib/day.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { cents, type Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { firstOpenDay, lockAccount, type LockedAccount } from './account-entries.server.ts';
import { creditSentences as sentences } from './credit-sentences.ts';
import { type Allocation, oldestFirst, type OpenPart } from './oldest-first.ts';

export interface Allocating {
  actorId: string | null;
  /** The business day of `at`. */
  today: Day;
  at: Date;
}

/** What is open of entries; `open` is signed. */
interface OpenEntry {
  id: string;
  onDay: Day;
  dueDay: Day;
  open: Cents;
}

/**
 * Lets credits pay debits of a locked account, each with at most what is open on both sides; 409 otherwise. An allocation counts from the
 * later day of both entries, but never in a closed month, so that earlier statements stay as they were.
 */
export async function allocate(
  tx: Tx,
  account: LockedAccount,
  allocations: readonly Allocation[],
  by: Allocating,
): Promise<void> {
  if (allocations.length === 0) return;
  const ids = [...new Set(allocations.flatMap(({ creditId, debitId }) => [creditId, debitId]))];
  const open = new Map((await readEntries(tx, account, ids)).map((entry) => [entry.id, { ...entry }]));
  for (const { creditId, debitId, cents: amount } of allocations) {
    const [credit, debit] = [open.get(creditId), open.get(debitId)];
    if (!credit || !debit) throw notFound(sentences.noEntry);
    if (amount <= 0 || -credit.open < amount || debit.open < amount) throw conflict(sentences.moreThanOpen);
    credit.open = cents(credit.open + amount);
    debit.open = cents(debit.open - amount);
  }
  await writeAllocations(tx, account, { allocations, entries: open, by });
}

interface TakenBack extends Pick<Allocation, 'creditId' | 'debitId'> {
  /** Undefined for all. */
  atMost?: Cents | undefined;
}

/** Takes back what a credit has paid of a debit, as rows of their own; 409 if that is nothing. Returns the amount. */
export async function takeBack(
  tx: Tx,
  account: LockedAccount,
  { creditId, debitId, atMost }: TakenBack,
  by: Allocating,
): Promise<Cents> {
  const entries = new Map((await readEntries(tx, account, [creditId, debitId])).map((entry) => [entry.id, entry]));
  const [credit, debit] = [entries.get(creditId), entries.get(debitId)];
  if (!credit || !debit) throw notFound(sentences.noEntry);
  const { rows } = await sql<{ amount: Cents }>`
    select coalesce(sum(cents), 0)::bigint as amount from allocations
    where credit_id = ${creditId} and debit_id = ${debitId}`.execute(tx);
  const allocated = rows[0]?.amount ?? cents(0);
  const amount = cents(Math.min(allocated, atMost ?? allocated));
  if (amount <= 0) throw conflict(sentences.notAllocated);
  credit.open = cents(credit.open - amount);
  debit.open = cents(debit.open + amount);
  await writeAllocations(tx, account, { allocations: [{ creditId, debitId, cents: cents(-amount) }], entries, by });
  return amount;
}

/** Whether the open entry `o` is the invoice of a cancelled order (status 2): it stays owed until it is refunded, but nobody has to pay it. */
export const isOfCancelledOrder = sql<boolean>`exists (
  select from account_entries i join orders r on r.id = i.order_id
  where i.id = o.entry_id and i.kind = 'invoice' and r.status = 2)`;

/** Lets the open credits, or only those of `creditIds`, pay what is open and has to be paid, the oldest due first. */
export async function allocateOldestFirst(
  tx: Tx,
  account: LockedAccount,
  by: Allocating,
  creditIds?: readonly string[],
): Promise<void> {
  const { rows } = await sql<Omit<OpenPart, 'open'> & { open: Cents }>`
    select o.entry_id as id, o.due_day as "dueDay", o.open_cents as open from open_entries o
    where o.account_id = ${account.id} and not ${isOfCancelledOrder}`.execute(tx);
  const credits = rows.filter(({ id, open }) => open < 0 && (creditIds?.includes(id) ?? true));
  const parts = credits.map((part) => ({ ...part, open: cents(-part.open) }));
  const allocations = oldestFirst(
    parts,
    rows.filter(({ open }) => open > 0),
  );
  await allocate(tx, account, allocations, by);
}

/**
 * Lets credit that is not allocated pay the invoice that an order on account has just got, or what is due before it. Credit is looked for
 * once the account is locked, so that a payment that is being recorded is not missed.
 */
export async function spendOpenCredit({ db, clock }: Pick<Deps, 'db' | 'clock'>, orderId: string): Promise<void> {
  const order = await db
    .selectFrom('trade_orders')
    .select('account_id')
    .where('order_id', '=', orderId)
    .where('is_on_account', '=', true)
    .executeTakeFirst();
  if (!order) return;
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, order.account_id);
    const at = clock.now();
    await allocateOldestFirst(tx, account, { actorId: null, at, today: dayOf(at) });
  });
}

async function readEntries(tx: Tx, { id }: LockedAccount, ids: readonly string[]): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select e.id, e.on_day as "onDay", coalesce(e.due_day, e.on_day) as "dueDay", coalesce(o.open_cents, 0)::bigint as open
    from account_entries e left join open_entries o on o.entry_id = e.id
    where e.id = any(${ids}::uuid[]) and e.account_id = ${id}`.execute(tx);
  return rows;
}

interface Written {
  allocations: readonly Allocation[];
  /** As they are afterwards. */
  entries: ReadonlyMap<string, OpenEntry>;
  by: Allocating;
}

const latest = (first: Day, ...others: Day[]): Day => others.reduce((one, other) => (other > one ? other : one), first);

async function writeAllocations(tx: Tx, account: LockedAccount, { allocations, entries, by }: Written): Promise<void> {
  const { actorId, today, at } = by;
  const dayIn = (id: string): Day => entries.get(id)?.onDay ?? today;
  const rows = allocations.map(({ creditId, debitId, cents: amount }) => {
    const onDay = latest(dayIn(creditId), dayIn(debitId), firstOpenDay(today));
    // `ageing.server.ts` finds those of a day and later by their ids, also if the day began while this change waited for its lock.
    const id = newId(Math.max(at.getTime(), startOf(onDay).getTime()));
    return { id, credit_id: creditId, debit_id: debitId, cents: amount, on_day: onDay };
  });
  await sql`insert into allocations (id, credit_id, debit_id, cents, on_day, actor_id, at)
    select r.id, r.credit_id, r.debit_id, r.cents, r.on_day, ${actorId}::uuid, ${at}
    from ${recordset(rows, 'id uuid, credit_id uuid, debit_id uuid, cents bigint, on_day date')}`.execute(tx);
  const touched = [...entries.values()];
  const closed = touched.filter(({ open }) => open === 0).map(({ id }) => id);
  await sql`delete from open_entries where entry_id = any(${closed}::uuid[])`.execute(tx);
  const left = touched.filter(({ open }) => open !== 0);
  await sql`insert into open_entries (entry_id, account_id, on_day, due_day, open_cents)
    select r.id, ${account.id}::uuid, r."onDay", r."dueDay", r.open
    from ${recordset(left, 'id uuid, "onDay" date, "dueDay" date, open bigint')}
    on conflict (entry_id) do update set open_cents = excluded.open_cents`.execute(tx);
}
