import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { showStock, type StockMove } from '#catalogue/products/listings/rebuild-listings.server.ts';

/*
 * The stock ledger (contract, section 5). A movement and the item's `on_hand` are written by one statement, and items
 * are locked in id order everywhere, so that the column always equals the ledger's sum and there are no deadlocks. Each
 * movement stores the item's average purchase price after it, which is the cost of a sale.
 */

/** Units of one item. An item may occur only once in a list. */
export interface Units {
  itemId: string;
  quantity: number;
}

/** Units as rows `w`, with an id for each movement. The limit has no effect on the result; it makes the planner expect few rows. */
function unitRows(units: readonly Units[], at: Date): RawBuilder<unknown> {
  const ids = units.map(({ itemId }) => itemId);
  const quantities = units.map(({ quantity }) => quantity);
  const movementIds = units.map(() => newId(at.getTime()));
  return sql`(select * from unnest(${ids}::uuid[], ${quantities}::int[], ${movementIds}::uuid[]) limit ${units.length})
    as w(item_id, quantity, movement_id)`;
}

const idsOf = (units: readonly Units[]): string[] => units.map(({ itemId }) => itemId);

/** A single item needs no separate lock: the statement that moves it locks it. */
const lockMany = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 1) await lockItems(tx, ids);
};

/**
 * Locks items in id order. This is a separate statement, because one that locks and then reads what others change would see it
 * as it was before the wait.
 */
export async function lockItems(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockedItems(ids).execute(tx);
}

const lockedItems = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select i.id from product_items i join (select unnest(${[...ids]}::uuid[]) as id limit ${ids.length}) w on w.id = i.id
  order by i.id for no key update of i`;

/**
 * Removes the units of an order ("Remove - Customer"). An item is refused if too few are on hand, unless its product may
 * be sold without stock. Returns false if any item was refused; the caller must then roll its transaction back. One statement locks the items
 * in id order and changes them: where it had to wait for an item, PostgreSQL checks and changes the row as it is after the wait.
 */
export async function takeUnits(
  tx: Tx,
  orderId: string,
  { units, at }: { units: readonly Units[]; at: Date },
): Promise<boolean> {
  const { rows } = await sql<StockMove>`
    with locked as materialized (
      ${lockedItems(idsOf(units))}
    ), taken as (
      update product_items i set on_hand = i.on_hand - w.quantity
      from locked l, ${unitRows(units, at)}, products p
      where i.id = l.id and i.id = w.item_id and p.id = i.product_id and (i.on_hand >= w.quantity or p.allow_sale_without_stock)
      returning i.id, i.on_hand, i.average_cost_cents as cost, w.quantity, w.movement_id
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, order_id, average_cost_cents, created_at)
      select movement_id, id, 1, quantity, ${orderId}, cost, ${at} from taken
    )
    select id as "itemId", on_hand + quantity as before, on_hand as after from taken`.execute(tx);
  if (rows.length < units.length) return false;
  await showStock(tx, rows);
  return true;
}

/** Undoes `takeUnits` for an order that was not paid, without leaving movements (contract, section 5). */
export async function releaseUnits(tx: Tx, orderId: string): Promise<void> {
  const locked = await sql<{ id: string }>`
    select item_id as id from stock_movements where order_id = ${orderId} and direction = 1`.execute(tx);
  const ids = locked.rows.map(({ id }) => id);
  await lockMany(tx, ids);
  const { rows } = await sql<StockMove>`
    with gone as (
      delete from stock_movements where order_id = ${orderId} and direction = 1 returning item_id, quantity
    )
    update product_items i set on_hand = i.on_hand + g.quantity from gone g where i.id = g.item_id
    returning i.id as "itemId", i.on_hand - g.quantity as before, i.on_hand as after`.execute(tx);
  await showStock(tx, rows);
}

interface MovementDetails {
  /** The reason of the movement, such as an order's number. */
  reason: string | null;
  at: Date;
  orderId?: string;
  /** The id of the administrator who moved the units. */
  by?: string;
}

/** Returns sold units to stock ("Add") at each item's average purchase price, which stays unchanged. */
export async function returnUnits(tx: Tx, units: readonly Units[], details: MovementDetails): Promise<void> {
  await addAll(tx, units, { ...details, purchasePrice: null });
}

/** Less than the column can hold, so that returned units, which are not checked, still fit. */
const mostOnHand = 1_000_000_000;

/**
 * Adds units of one item bought at `purchasePrice` each, which changes the item's average purchase price. Throws
 * `Problem` 409 above the maximum stock.
 */
export async function addUnits(
  tx: Tx,
  units: Units,
  details: MovementDetails & { purchasePrice: Cents },
): Promise<void> {
  const moved = await addAll(tx, [units], details);
  if (moved.some(({ after }) => after > mostOnHand))
    throw conflict(`At most ${mostOnHand.toLocaleString('en-AU')} can be on hand.`);
}

async function addAll(
  tx: Tx,
  units: readonly Units[],
  { purchasePrice, reason, at, orderId, by }: MovementDetails & { purchasePrice: Cents | null },
): Promise<StockMove[]> {
  await lockMany(tx, idsOf(units));
  const { rows } = await sql<StockMove>`
    with added as (
      update product_items i set on_hand = i.on_hand + w.quantity,
        average_cost_cents = (greatest(i.on_hand, 0) * i.average_cost_cents
          + w.quantity * coalesce(${purchasePrice}::bigint, i.average_cost_cents)) / (greatest(i.on_hand, 0) + w.quantity)
      from ${unitRows(units, at)}
      where i.id = w.item_id
      returning i.id, i.on_hand, i.average_cost_cents as cost, w.quantity, w.movement_id
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, reason, purchase_price_cents, average_cost_cents, order_id,
        created_by, created_at)
      select movement_id, id, 0, quantity, ${reason}, coalesce(${purchasePrice}::bigint, round(cost)), cost,
        ${orderId ?? null}, ${by ?? null}, ${at} from added
    )
    select id as "itemId", on_hand - quantity as before, on_hand as after from added`.execute(tx);
  await showStock(tx, rows);
  return rows;
}

/** Removes units that were not sold ("Remove"). Returns false, without a movement, if fewer are on hand. */
export async function removeUnits(
  tx: Tx,
  { itemId, quantity }: Units,
  { reason, at, orderId, by }: MovementDetails,
): Promise<boolean> {
  const { rows } = await sql<StockMove>`
    with taken as (
      update product_items set on_hand = on_hand - ${quantity} where id = ${itemId} and on_hand >= ${quantity}
      returning id, on_hand, average_cost_cents as cost
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, reason, average_cost_cents, order_id, created_by, created_at)
      select ${newId(at.getTime())}, id, 2, ${quantity}, ${reason}, cost, ${orderId ?? null}, ${by ?? null}, ${at}
      from taken
    )
    select id as "itemId", on_hand + ${quantity} as before, on_hand as after from taken`.execute(tx);
  await showStock(tx, rows);
  return rows.length === 1;
}
