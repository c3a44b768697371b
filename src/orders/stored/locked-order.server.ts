import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { Units } from '#stock/ledger/ledger.server.ts';

/** A line of a locked order. */
export interface LockedItem {
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

/** A paid order, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: string;
  status: number;
  version: number;
  promoId: string | null;
  promoCode: string | null;
  shippingFee: Cents;
  amountPaid: Cents;
  amountRefunded: Cents;
  provider: string;
  items: LockedItem[];
}

/**
 * Locks a paid order. Lock order, as in placing an order: the order first, then promo, goods by id, and counters.
 * Undefined where there is none.
 */
export async function lockOrder(tx: Tx, orderId: string): Promise<LockedOrder | undefined> {
  const { rows } = await sql<Omit<LockedOrder, 'items'>>`
    select id, number, status, version, promo_id as "promoId", promo_code as "promoCode",
      shipping_fee_cents as "shippingFee", amount_paid_cents as "amountPaid",
      amount_refunded_cents as "amountRefunded", payment_provider as provider
    from orders where id = ${orderId} and payment = 'paid' for update`.execute(tx);
  const [order] = rows;
  // A second statement, since the first one sees the lines as they were before it waited for the lock.
  return order && { ...order, items: await itemsOf(tx, orderId) };
}

async function itemsOf(tx: Tx, orderId: string): Promise<LockedItem[]> {
  const { rows } = await sql<LockedItem>`
    select id, item_id as "itemId", product_name as name, product_code as code, label, quantity,
      returned_quantity as returned, price_cents * quantity - discount_cents as total
    from order_items where order_id = ${orderId} order by position`.execute(tx);
  return rows;
}

export interface StatusChange {
  order: Pick<LockedOrder, 'id' | 'status'>;
  to: number;
  at: Date;
  /** Null for automatic changes. */
  by: string | null;
  /** What happened, where the status does not say it; the status may then be unchanged. */
  note?: string;
}

/** Records a status change for the order's timeline. */
export async function noteStatus(tx: Tx, { order, to, at, by, note }: StatusChange): Promise<void> {
  const change = { from_status: order.status, to_status: to, note: note ?? null };
  await tx
    .insertInto('order_status_events')
    .values({ id: newId(at.getTime()), order_id: order.id, at, actor_id: by, ...change })
    .execute();
}

/** Sums units by item, since the ledger takes each item once. */
export function unitsOf(lines: readonly Units[]): Units[] {
  const units = new Map<string, number>();
  for (const { itemId, quantity } of lines) {
    if (quantity > 0) units.set(itemId, (units.get(itemId) ?? 0) + quantity);
  }
  return [...units].map(([itemId, quantity]) => ({ itemId, quantity }));
}
