import { sql } from 'kysely';
import { restartUnusedCounter } from '#platform/db/counters.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { type ProofIds, proofKey, type ProofPicture, proofPictures } from './proof-key.server.ts';

/**
 * Removes orders of the demo content with their invoices, refunds and test payments. Orders of real buyers are never
 * removed. If no orders are left, the numbers start again, so that the shop's first real order gets the first numbers.
 * Returns the file keys of the removed invoices, adjustment notes and proofs of delivery.
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
  const proofs = await sql<ProofIds & Record<ProofPicture, boolean>>`
    delete from deliveries where order_id = ${orders}
    returning id, report_id as "reportId", has_photo as photo, has_signature as signature`.execute(tx);
  await sql`delete from orders where id = ${orders}`.execute(tx);
  // In the sequence in which a new order locks the counters.
  await restartUnusedCounter(tx, 'order', sql`exists (select from orders where number is not null)`);
  await restartUnusedCounter(tx, 'invoice', sql`exists (select from tax_invoices)`);
  await restartUnusedCounter(tx, 'adjustment', sql`exists (select from adjustment_notes)`);
  const pictures = proofs.rows.flatMap((proof) =>
    proofPictures.filter((picture) => proof[picture]).map((picture) => proofKey(proof, picture)),
  );
  return [...[...notes.rows, ...invoices.rows].flatMap(({ key }) => key ?? []), ...pictures];
}

/** Turns the orders of real buyers that were added to demo accounts back into guest orders. */
export const leaveToGuests = (tx: Tx, userIds: readonly string[]): Promise<unknown> =>
  sql`update orders set user_id = null, version = version + 1 where user_id = any(${userIds}::uuid[])`.execute(tx);
