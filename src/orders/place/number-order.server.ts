import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import type { InvoiceContent } from '../documents/invoice.server.ts';

/**
 * Takes the next order and invoice numbers, without gaps. The rows of the counters are locked until the transaction ends,
 * so call this last. They are always locked in the same sequence. Returns the order's number; also creates the tax invoice.
 */
export async function numberAndIssue(tx: Tx, orderId: string, content: InvoiceContent, at: Date): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with next_order as (
      update counters set value = value + 1 where name = 'order' returning value
    ), next_invoice as (
      update counters set value = value + 1 where name = 'invoice' and exists (select from next_order) returning value
    ), numbered as (
      update orders set number = 'SO-' || (select value from next_order) where id = ${orderId}
    ), issued as (
      insert into tax_invoices (id, order_id, number, issued_at, content)
      select ${newId(at.getTime())}::uuid, ${orderId}::uuid, 'INV-' || i.value, ${at}::timestamptz,
        ${JSON.stringify(content)}::jsonb || jsonb_build_object('number', 'INV-' || i.value, 'orderNumber', 'SO-' || o.value)
      from next_invoice i, next_order o
    )
    select 'SO-' || value as number from next_order, (select from next_invoice) issue`.execute(tx);
  const number = rows[0]?.number;
  if (number === undefined) throw new Error('The counters for orders and invoices are missing.');
  return number;
}
