import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { MadeProduct } from './make.ts';

/** Stock on hand of a product's first item, by its column and by the ledger's sum; the two must never differ. */
export async function onHandOf(
  db: Db,
  { itemIds: [id = ''] }: MadeProduct,
): Promise<{ onHand: number; ledger: number }> {
  const { rows } = await sql<{ onHand: number; ledger: number }>`
    select i.on_hand as "onHand", (select coalesce(sum(case direction when 0 then quantity else -quantity end), 0)::int
      from stock_movements m where m.item_id = i.id) as ledger
    from product_items i where i.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no item ${id}.`);
  return row;
}

/** The test provider's charges for an order, in cents. */
export async function chargesOf(db: Db, orderId: string | null): Promise<{ amount: number; outcome: string }[]> {
  return db
    .selectFrom('test_charges as c')
    .innerJoin('checkout_attempts as a', 'a.key', 'c.key')
    .select(['c.amount_cents as amount', 'c.outcome'])
    .where('a.order_id', '=', orderId)
    .execute();
}

/** Counts the traces that a failed order must not leave (contract, section 5). */
export async function tracesOf(db: Db): Promise<object> {
  const { rows } = await sql<object>`
    select (select count(*) from orders where payment <> 'released')::int as orders,
      (select count(*) from stock_movements)::int as movements,
      (select sum(on_hand) from product_items)::int as "onHand",
      (select count(*) from redemptions)::int as redemptions,
      (select count(*) from test_charges where outcome = 'paid')::int as charges,
      (select count(*) from tax_invoices)::int as invoices,
      (select count(*) from users)::int as users,
      (select sum(value) from counters)::int as numbers`.execute(db);
  return rows[0] ?? {};
}

/** The amounts charged and refunded for an order, in cents, by the test provider's records. */
export async function paymentsOf(db: Db, orderId: string): Promise<{ charged: number; refunded: number }> {
  const { rows } = await sql<{ charged: number; refunded: number }>`
    select coalesce(sum(c.amount_cents), 0)::bigint as charged, coalesce(sum((
      select sum(amount_cents) from test_refunds r where r.reference = c.reference)), 0)::bigint as refunded
    from test_charges c join checkout_attempts a on a.key = c.key where a.order_id = ${orderId} and c.outcome = 'paid'`.execute(
    db,
  );
  return rows[0] ?? { charged: 0, refunded: 0 };
}

export const noDiscrepancies = {
  awaiting: 0,
  chargesWithoutOrder: 0,
  ordersWithoutCharge: 0,
  missingNumbers: 0,
  missingInvoices: 0,
  unfilledMovements: 0,
};

/** Counts that must be 0 once every checkout is settled: orders, charges, numbers and movements that do not match. */
export async function discrepanciesOf(db: Db, { itemIds: [itemId = ''] }: MadeProduct): Promise<object> {
  const { rows } = await sql<object>`
    select (select count(*) from orders where payment = 'awaiting')::int as awaiting,
      (select count(*) from test_charges c where c.outcome = 'paid' and not exists (
        select from checkout_attempts a join orders o on o.id = a.order_id
        where a.key = c.key and o.payment = 'paid' and o.total_cents = c.amount_cents))::int as "chargesWithoutOrder",
      (select count(*) from orders o where o.payment = 'paid' and (
        select count(*) from test_charges c join checkout_attempts a on a.key = c.key
        where a.order_id = o.id and c.outcome = 'paid') <> 1)::int as "ordersWithoutCharge",
      (select c.value - 100000 - (select count(distinct number) from orders where payment = 'paid')
        from counters c where c.name = 'order')::int as "missingNumbers",
      (select c.value - 100000 - (select count(distinct number) from tax_invoices) from counters c where c.name = 'invoice')::int
        as "missingInvoices",
      (select count(*) from stock_movements m join orders o on o.id = m.order_id
        where m.item_id = ${itemId} and o.payment <> 'paid')::int as "unfilledMovements"`.execute(db);
  return rows[0] ?? {};
}
