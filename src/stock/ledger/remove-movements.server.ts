import { type RawBuilder, sql } from 'kysely';
import { rebuildListingsOfItems } from '#catalogue/products/listings/rebuild-listings.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { lockItems } from './record-movements.server.ts';
import { setOnHand } from './set-on-hand.server.ts';

/**
 * Removes movements that were made up, as if the goods had never moved: each item has again what the sum of its other movements is, at
 * the average purchase price of the last of them. If more than that has been sold since, the difference becomes a movement with `reason`.
 * `isMadeUp` is a condition on `stock_movements m`.
 */
export async function removeMovements(
  tx: Tx,
  isMadeUp: RawBuilder<unknown>,
  about: { reason: string; at: Date; by: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.item_id as id from stock_movements m where ${isMadeUp}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await lockItems(tx, ids);
  await sql`delete from stock_movements m where ${isMadeUp}`.execute(tx);
  const { rows: items } = await sql<{ id: string; onHand: number; mayLack: boolean }>`
    update product_items i set on_hand = s.units, average_cost_cents = coalesce(s.cost, i.average_cost_cents)
    from products p, (
      select w.id, coalesce(sum(case m.direction when 0 then m.quantity else -m.quantity end), 0)::int as units,
        (array_agg(m.average_cost_cents order by m.created_at desc, m.id desc))[1] as cost
      from unnest(${ids}::uuid[]) as w(id) left join stock_movements m on m.item_id = w.id group by w.id) s
    where i.id = s.id and p.id = i.product_id
    returning i.id, i.on_hand as "onHand", p.allow_sale_without_stock as "mayLack"`.execute(tx);
  const lacking = items.filter(({ onHand, mayLack }) => onHand < 0 && !mayLack);
  const none = lacking.map(({ id }) => ({ itemId: id, quantity: 0, purchasePrice: null }));
  if (none.length > 0) await setOnHand(tx, none, about);
  await rebuildListingsOfItems(tx, ids);
}
