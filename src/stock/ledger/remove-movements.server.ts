import { type RawBuilder, sql } from 'kysely';
import { rebuildListingsOfItems } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { lockItems } from './record-movements.server.ts';
import { setOnHand } from './set-on-hand.server.ts';

/** Who removes movements, when, and the reason of the movements that are written instead. */
interface Removal {
  reason: string;
  at: Date;
  by: string;
}

/**
 * Removes the demo's made-up movements. An item's stock on hand becomes the sum of its remaining movements, and its average
 * purchase price that of the last of them. Where somebody has since counted, imported or corrected the stock, that result
 * included the made-up movements before it, so one movement with `reason` replaces these and keeps their sum. If the stock
 * on hand would be negative, because more has been sold than remains, another movement with `reason` raises it to 0, unless
 * the product may be sold without stock. `isMadeUp` is a condition on `stock_movements m`.
 */
export async function removeMovements(tx: Tx, isMadeUp: RawBuilder<unknown>, removal: Removal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.item_id as id from stock_movements m where ${isMadeUp}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await lockItems(tx, ids);
  const confirmed = await readConfirmedSums(tx, isMadeUp);
  await sql`delete from stock_movements m where ${isMadeUp}`.execute(tx);
  await addSums(tx, confirmed, removal);
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
  if (none.length > 0) await setOnHand(tx, none, removal);
  await rebuildListingsOfItems(tx, ids);
}

interface Sum {
  itemId: string;
  units: number;
  /** The time of the last of the summed movements. */
  at: Date;
}

/** The sums of the made-up movements after which somebody entered a real movement without an order, relying on the stock they saw. */
async function readConfirmedSums(tx: Tx, isMadeUp: RawBuilder<unknown>): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with made_up as (
      select m.id, m.item_id, m.created_at, case m.direction when 0 then m.quantity else -m.quantity end as units
      from stock_movements m where ${isMadeUp}
    )
    select u.item_id as "itemId", sum(u.units)::int as units, max(u.created_at) as at from made_up u
    where exists (
      select from stock_movements s where s.item_id = u.item_id and s.order_id is null
        and (s.created_at, s.id) > (u.created_at, u.id) and s.id not in (select id from made_up))
    group by u.item_id having sum(u.units) <> 0`.execute(tx);
  return rows;
}

/** Adds a movement for each sum, dated at the last of the movements it replaces, so that the stock at all later times is unchanged. */
async function addSums(tx: Tx, sums: readonly Sum[], { reason, by }: Removal): Promise<void> {
  if (sums.length === 0) return;
  const rows = sums.map(({ itemId, units, at }) => ({ id: newId(at.getTime()), item_id: itemId, units, at }));
  await sql`
    insert into stock_movements (id, item_id, direction, quantity, reason, purchase_price_cents, average_cost_cents, created_by, created_at)
    select r.id, i.id, case when r.units > 0 then 0 else 2 end, abs(r.units), ${reason},
      case when r.units > 0 then round(i.average_cost_cents) end, i.average_cost_cents, ${by}, r.at
    from ${recordset(rows, 'id uuid, item_id uuid, units int, at timestamptz')} join product_items i on i.id = r.item_id`.execute(
    tx,
  );
}
