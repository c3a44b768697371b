import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** The goods reserved by an order with an undecided payment. */
export interface CartItemStock {
  orderId: string;
  /** Units by item. */
  units: ReadonlyMap<string, number>;
}

/**
 * The reservation of a buyer's own pending checkout, by its secret Idempotency-Key; undefined once it is decided. Its
 * goods are already taken from stock, but are available to this buyer.
 */
export async function stockOfItem(db: Db | Tx, key: string): Promise<CartItemStock | undefined> {
  if (key.includes('\0')) return undefined; // the database can't even be asked
  const { rows } = await sql<{ orderId: string; itemId: string; units: number }>`
    select o.id as "orderId", i.item_id as "itemId", sum(i.quantity)::int as units
    from checkout_attempts a join orders o on o.id = a.order_id join order_items i on i.order_id = o.id
    where a.key = ${key} and o.payment = 'awaiting' group by o.id, i.item_id`.execute(db);
  const [first] = rows;
  return first && { orderId: first.orderId, units: new Map(rows.map(({ itemId, units }) => [itemId, units])) };
}
