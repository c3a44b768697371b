import { type RawBuilder, sql } from 'kysely';
import { type Day, dayOf } from '#lib/day.ts';
import { cents, type Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { lockAccount, type LockedAccount, recordEntry } from './account-entries.server.ts';
import { allocate } from './allocate.server.ts';

/** The invoice of an order on account, for the ledger. */
export interface InvoiceEntry {
  orderId: string;
  dueDay: Day;
  amount: Cents;
  at: Date;
}

/**
 * The parts of a statement `with` that enter an order's invoice in the ledger of its account; its number is in `next_invoice`. The exposure
 * stays the same, because the order was part of it already, so the account is not locked.
 */
export const enterInvoice = ({ orderId, dueDay, amount, at }: InvoiceEntry): RawBuilder<unknown> => sql`
    invoice_entry as (
      insert into account_entries (id, account_id, site_id, order_id, kind, on_day, due_day, cents, document, at)
      select ${newId(at.getTime())}::uuid, t.account_id, t.site_id, t.order_id, 'invoice', ${dayOf(at)}::date, ${dueDay}::date,
        ${amount}::bigint, 'INV-' || i.value, ${at}::timestamptz
      from next_invoice i, trade_orders t where t.order_id = ${orderId}
      returning id, account_id, on_day, due_day, cents
    ), opened as (
      insert into open_entries (entry_id, account_id, on_day, due_day, open_cents)
      select id, account_id, on_day, due_day, cents from invoice_entry
    )`;

/** The account on which an order was placed, with the order's site. */
export type AccountOfOrder = LockedAccount & { siteId: string };

/** Locks the account on which an order was placed; undefined for an order that is paid by card. */
export async function lockAccountOfOrder(tx: Tx, orderId: string): Promise<AccountOfOrder | undefined> {
  const order = await tx
    .selectFrom('trade_orders')
    .select(['account_id as accountId', 'site_id as siteId'])
    .where('order_id', '=', orderId)
    .where('is_on_account', '=', true)
    .executeTakeFirst();
  return order && { ...(await lockAccount(tx, order.accountId)), siteId: order.siteId };
}

interface OrderCredit {
  orderId: string;
  amount: Cents;
  /** The number of the adjustment note. */
  document: string;
  note: string;
  actorId: string;
  at: Date;
}

/**
 * Credits an account for what is refunded of an order: first against the order's invoice, then against what was written off of it, which
 * nobody has paid and is taken back, and the rest stays as credit.
 */
export async function creditOrder(
  tx: Tx,
  account: AccountOfOrder,
  { orderId, amount, at, ...credit }: OrderCredit,
): Promise<void> {
  const onDay = dayOf(at);
  const of = { siteId: account.siteId, orderId, onDay, at };
  const creditId = await recordEntry(tx, account, { ...credit, ...of, kind: 'adjustment', cents: cents(-amount) });
  const { rows } = await sql<{ id: string; document: string; open: Cents; writtenOff: Cents }>`
    select e.id, e.document, coalesce(o.open_cents, 0)::bigint as open, (
      select coalesce(-sum(w.cents), 0)::bigint from account_entries w where w.order_id = e.order_id and w.kind = 'writeOff') as "writtenOff"
    from account_entries e left join open_entries o on o.entry_id = e.id
    where e.order_id = ${orderId} and e.kind = 'invoice'`.execute(tx);
  const [invoice] = rows;
  if (!invoice) return;
  const ofInvoice = cents(Math.min(invoice.open, amount));
  const ofWriteOff = cents(Math.min(invoice.writtenOff, amount - ofInvoice));
  const allocations = [{ creditId, debitId: invoice.id, cents: ofInvoice }];
  if (ofWriteOff > 0) {
    const { actorId, document: note } = credit;
    const back = { ...of, kind: 'writeOff' as const, cents: ofWriteOff, document: invoice.document, note, actorId };
    allocations.push({ creditId, debitId: await recordEntry(tx, account, back), cents: ofWriteOff });
  }
  const used = allocations.filter((one) => one.cents > 0);
  await allocate(tx, account, used, { actorId: credit.actorId, today: onDay, at });
}
