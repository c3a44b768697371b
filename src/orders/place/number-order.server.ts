import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { storeMails } from '#platform/mail/mail-queue.server.ts';
import { newId } from '#lib/uuid.ts';
import { enterInvoice, type InvoiceEntry } from '#trade/credit/order-entries.server.ts';
import type { InvoiceContent } from '../documents/invoice.server.ts';
import type { Paid } from '../payment/payment-provider.ts';

/** What a paid order gets. */
export interface Confirmation {
  orderId: string;
  /** Null if there was nothing to pay. */
  paid: Paid | null;
  content: InvoiceContent;
  /** For an order on account: what it adds to the account's ledger. */
  entry: InvoiceEntry | null;
  /** Rows for `storeMails`. */
  mails: readonly object[];
  at: Date;
}

/**
 * Makes a waiting order a paid one, with its invoice and mails, and takes the next order and invoice numbers, without gaps. Returns the
 * order's number; undefined if the order no longer waits. One statement, so that the counters, which all orders take in turn, are
 * locked only while the database works, not while it waits for this process. The order's number is always taken before the invoice's. It
 * commits without waiting for the disk.
 */
export async function numberAndIssue(
  db: Db | Tx,
  { orderId, paid, content, entry, mails, at }: Confirmation,
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string | null }>`
    with waiting as materialized (
      select o.id, set_config('synchronous_commit', 'off', true) from orders o
      where o.id = ${orderId} and o.payment = 'awaiting' for update
    ), searched as materialized (
      select order_words(id) as words from waiting
    ), next_order as (
      update counters set value = value + 1 where name = 'order' and exists (select from searched) returning value
    ), next_invoice as (
      update counters set value = value + 1 where name = 'invoice' and exists (select from next_order) returning value
    ), confirmed as (
      update orders o set payment = 'paid', number = 'SO-' || n.value, settled_at = ${at}, amount_paid_cents = total_cents,
        payment_reference = ${paid?.reference ?? null}, card_brand = ${paid?.card?.brand ?? null},
        card_last4 = ${paid?.card?.lastFour ?? null}, words = s.words
      from searched s, next_order n where o.id = ${orderId}
    ), issued as (
      insert into tax_invoices (id, order_id, number, issued_at, content)
      select ${newId(at.getTime())}::uuid, ${orderId}::uuid, 'INV-' || i.value, ${at}::timestamptz,
        ${JSON.stringify(content)}::jsonb || jsonb_build_object('number', 'INV-' || i.value, 'orderNumber', 'SO-' || o.value)
      from next_invoice i, next_order o
    ), ${entry ? sql`${enterInvoice(entry)}, ` : sql``}mailed as (
      ${storeMails(mails, sql`exists (select from next_order)`)}
    )
    select 'SO-' || (select value from next_order) as number from waiting, (select count(*) from next_invoice) issue`.execute(
    db,
  );
  const [row] = rows;
  if (row?.number === null) throw new Error('The counters for orders and invoices are missing.');
  return row?.number;
}
