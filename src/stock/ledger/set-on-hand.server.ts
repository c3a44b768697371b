import { sql } from 'kysely';
import type { StockMove } from '#catalogue/products/listings/rebuild-listings.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';

interface CountedItem {
  itemId: string;
  quantity: number;
  /** The purchase price of each added unit; null for the item's average cost. */
  purchasePrice: Cents | null;
}

/**
 * Sets items to a counted quantity: the difference from the stock on hand becomes a movement with `reason`, in a few
 * statements for any number of items. Returns the items whose stock changed. Items are locked in id order, as everywhere
 * in the ledger.
 */
export async function setOnHand(
  tx: Tx,
  counted: readonly CountedItem[],
  { reason, at, by = null }: { reason: string; at: Date; by?: string | null },
): Promise<StockMove[]> {
  const targets = counted.map(({ itemId, quantity, purchasePrice }) => ({
    id: itemId,
    movement_id: newId(at.getTime()),
    quantity,
    price: purchasePrice,
  }));
  // A separate statement, because two statements that both lock and write could deadlock.
  await sql`select id from product_items where id = any(${counted.map(({ itemId }) => itemId)}::uuid[])
    order by id for no key update`.execute(tx);
  const { rows } = await sql<StockMove>`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as w(id uuid, movement_id uuid, quantity int, price bigint)
    ), differing as (
      select i.id, i.on_hand, i.average_cost_cents as cost, w.movement_id, w.quantity, w.price, w.quantity - i.on_hand as difference
      from product_items i join counted w on w.id = i.id where i.on_hand <> w.quantity
    ), averaged as (
      select *, round(case when difference <= 0 then cost else
        (greatest(on_hand, 0) * cost + difference * coalesce(price, cost)) / (greatest(on_hand, 0) + difference) end, 4) as average
      from differing
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, reason, purchase_price_cents, average_cost_cents, created_by, created_at)
      select movement_id, id, case when difference > 0 then 0 else 2 end, abs(difference), ${reason},
        case when difference > 0 then coalesce(price, round(cost)) end, average, ${by}::uuid, ${at}
      from averaged
    )
    update product_items i set on_hand = h.quantity, average_cost_cents = h.average
    from averaged h where h.id = i.id
    returning i.id as "itemId", h.on_hand as before, i.on_hand as after`.execute(tx);
  return rows;
}
