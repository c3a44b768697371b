import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import type { Units } from '#stock/ledger/record-movements.server.ts';

/** An order line with the values that services need for calculations. */
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

/** The lines of an order. Call it after the order is locked, so that the result includes the last change. */
export async function readOrderLines(tx: Tx, orderId: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select id, item_id as "itemId", product_name as name, product_code as code, label, quantity,
      returned_quantity as returned, price_cents * quantity - discount_cents as total
    from order_items where order_id = ${orderId} order by position`.execute(tx);
  return rows;
}

/** How many units of an order's item (i) are on their way or delivered. */
export const unitsOut = sql<number>`coalesce((select sum(l.quantity)::int from delivery_lines l
  join deliveries d on d.id = l.delivery_id where l.order_item_id = i.id and d.state in ('dispatched', 'delivered')), 0)`;

/** Sums the units of each item, because the ledger takes each item once. */
export function unitsByItem(lines: readonly Units[]): Units[] {
  const units = new Map<string, number>();
  for (const { itemId, quantity } of lines) {
    if (quantity > 0) units.set(itemId, (units.get(itemId) ?? 0) + quantity);
  }
  return [...units].map(([itemId, quantity]) => ({ itemId, quantity }));
}
