import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';

/**
 * Removes orders that were made up, with their invoices, refunds and test payments. Orders of real buyers are never removed. Numbers
 * begin again if no order is left, so that a shop's first order has the first ones. Returns the keys of the files of their papers.
 */
export async function removeOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const orders = sql`any(${orderIds}::uuid[])`;
  const refunds = sql`(select id from refunds where order_id = ${orders})`;
  const notes = await sql<{ key: string | null }>`
    delete from adjustment_notes where refund_id in ${refunds} returning file_key as key`.execute(tx);
  await sql`delete from refunds where order_id = ${orders}`.execute(tx);
  const invoices = await sql<{ key: string | null }>`
    delete from tax_invoices where order_id = ${orders} returning file_key as key`.execute(tx);
  const charges = sql`(select c.reference from test_charges c join checkout_attempts a on a.key = c.key where a.order_id = ${orders})`;
  await sql`delete from test_refunds where reference in ${charges}`.execute(tx);
  await sql`delete from test_charges where reference in ${charges}`.execute(tx);
  await sql`delete from checkout_attempts where order_id = ${orders}`.execute(tx);
  await sql`delete from orders where id = ${orders}`.execute(tx);
  const firsts = { order: 'orders where number is not null', invoice: 'tax_invoices', adjustment: 'adjustment_notes' };
  for (const [name, rest] of Object.entries(firsts))
    await sql`update counters set value = ${firstNumber} where name = ${name} and not exists (select from ${sql.raw(rest)})`.execute(
      tx,
    );
  return [...notes.rows, ...invoices.rows].flatMap(({ key }) => key ?? []);
}

/** Makes the orders that others have placed and that were joined to made-up accounts guests' orders again. */
export const leaveToGuests = (tx: Tx, userIds: readonly string[]): Promise<unknown> =>
  sql`update orders set user_id = null, version = version + 1 where user_id = any(${userIds}::uuid[])`.execute(tx);

/** What the counters start from (migration 0001). */
const firstNumber = 100_000;
