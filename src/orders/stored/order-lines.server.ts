import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import type { Units } from '#stock/ledger/record-movements.server.ts';

/** A line of an order as services calculate with it. */
export interface OrderLine {
  id: string;
  itemId: string;
  name: string;
  code: string;
  /** "Small / Blue", '' for a plain product. */
  label: string;
  quantity: number;
  /** Units that were returned or written off. */
  returned: number;
  /** Net of discount. */
  total: Cents;
}

/** The lines of a locked order. Read after it is locked, so that they are as the last change left them. */
export async function linesOf(tx: Tx, orderId: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select id, item_id as "itemId", product_name as name, product_code as code, label, quantity,
      returned_quantity as returned, price_cents * quantity - discount_cents as total
    from order_items where order_id = ${orderId} order by position`.execute(tx);
  return rows;
}

/** Sums units by item, since the ledger takes each item once. */
export function unitsOf(lines: readonly Units[]): Units[] {
  const units = new Map<string, number>();
  for (const { itemId, quantity } of lines) {
    if (quantity > 0) units.set(itemId, (units.get(itemId) ?? 0) + quantity);
  }
  return [...units].map(([itemId, quantity]) => ({ itemId, quantity }));
}
