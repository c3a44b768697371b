import { sql } from 'kysely';
import type { Tx } from '#infra/db.server.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { crossesZero, relistItems } from '#products/listing.server.ts';

/*
 * The ledger of stock (contract, section 5). A movement and the item's `on_hand` are written by one statement, and items
 * are locked in id order everywhere, so that the column is always the ledger's sum and nobody waits in a circle.
 */

/** Units of one item. An item stands in a list once. */
export interface Units {
  itemId: string;
  quantity: number;
}

interface Moved {
  id: string;
  before: number;
  after: number;
}

/** Lists anew what crossed between none and some on hand. */
const relistCrossed = (tx: Tx, moved: readonly Moved[]): Promise<void> =>
  relistItems(
    tx,
    moved.filter(({ before, after }) => crossesZero(before, after)).map(({ id }) => id),
  );

const inIdOrder = (units: readonly Units[]): Units[] => units.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));

/** Three parallel lists for `unnest`: items, quantities and ids for their movements. */
function listsOf(units: readonly Units[], at: Date): [string[], number[], string[]] {
  const sorted = inIdOrder(units);
  return [
    sorted.map(({ itemId }) => itemId),
    sorted.map(({ quantity }) => quantity),
    sorted.map(() => newId(at.getTime())),
  ];
}

/**
 * Takes goods for an order ("Remove - Customer"), each item only while enough is on hand or its product is sold without
 * stock. False where anything was refused: the caller then rolls its transaction back.
 */
export async function take(
  tx: Tx,
  orderId: string,
  { units, at }: { units: readonly Units[]; at: Date },
): Promise<boolean> {
  const [ids, quantities, movementIds] = listsOf(units, at);
  const { rows } = await sql<Moved>`
    with wanted as (
      select * from unnest(${ids}::uuid[], ${quantities}::int[], ${movementIds}::uuid[]) as w(item_id, quantity, movement_id)
    ), held as (
      select i.id, w.quantity, w.movement_id, p.allow_sale_without_stock as is_always_sold
      from wanted w join product_items i on i.id = w.item_id join products p on p.id = i.product_id
      order by i.id for no key update of i
    ), taken as (
      update product_items i set on_hand = i.on_hand - h.quantity
      from held h where i.id = h.id and (i.on_hand >= h.quantity or h.is_always_sold)
      returning i.id, i.on_hand, h.quantity, h.movement_id
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, order_id, created_at)
      select movement_id, id, 1, quantity, ${orderId}, ${at} from taken
    )
    select id, on_hand + quantity as before, on_hand as after from taken`.execute(tx);
  if (rows.length < units.length) return false;
  await relistCrossed(tx, rows);
  return true;
}

/** Undoes `take` for an order that came to nothing: it leaves no movement (contract, section 5). */
export async function untake(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<Moved>`
    with held as (
      select i.id, m.quantity from stock_movements m join product_items i on i.id = m.item_id
      where m.order_id = ${orderId} and m.direction = 1 order by i.id for no key update of i
    ), gone as (
      delete from stock_movements where order_id = ${orderId} and direction = 1
    )
    update product_items i set on_hand = i.on_hand + h.quantity from held h where i.id = h.id
    returning i.id, i.on_hand - h.quantity as before, i.on_hand as after`.execute(tx);
  await relistCrossed(tx, rows);
}

export interface Reason {
  /** Told in the ledger, such as an order's number. */
  reason: string | null;
  at: Date;
  orderId?: string;
  /** The administrator who did it. */
  by?: string;
}

/** Puts sold goods back, as Adds at each item's average purchase price, which stays what it was. */
export const giveBack = (tx: Tx, units: readonly Units[], reason: Reason): Promise<void> =>
  addAll(tx, units, { ...reason, purchasePrice: null });

/** Adds units of one item bought at `purchasePrice` each, and moves the item's average purchase price by them. */
export const add = (
  tx: Tx,
  units: Units,
  { purchasePrice, ...reason }: Reason & { purchasePrice: Cents },
): Promise<void> => addAll(tx, [units], { ...reason, purchasePrice });

async function addAll(
  tx: Tx,
  units: readonly Units[],
  { purchasePrice, ...about }: Reason & { purchasePrice: Cents | null },
): Promise<void> {
  const [ids, quantities, movementIds] = listsOf(units, about.at);
  const { rows } = await sql<Moved>`
    with wanted as (
      select * from unnest(${ids}::uuid[], ${quantities}::int[], ${movementIds}::uuid[]) as w(item_id, quantity, movement_id)
    ), held as (
      select i.id, i.on_hand, i.average_cost_cents as cost, w.quantity, w.movement_id
      from wanted w join product_items i on i.id = w.item_id order by i.id for no key update of i
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, reason, purchase_price_cents, order_id, created_by, created_at)
      select movement_id, id, 0, quantity, ${about.reason}, coalesce(${purchasePrice}::bigint, round(cost)),
        ${about.orderId ?? null}, ${about.by ?? null}, ${about.at} from held
    )
    update product_items i set on_hand = h.on_hand + h.quantity,
      average_cost_cents = (greatest(h.on_hand, 0) * h.cost + h.quantity * coalesce(${purchasePrice}::bigint, h.cost))
        / (greatest(h.on_hand, 0) + h.quantity)
    from held h where i.id = h.id
    returning i.id, h.on_hand as before, i.on_hand as after`.execute(tx);
  await relistCrossed(tx, rows);
}

/** Removes units that were not sold ("Remove"). False, and nothing moved, where fewer are on hand. */
export async function remove(tx: Tx, { itemId, quantity }: Units, about: Reason): Promise<boolean> {
  const { rows } = await sql<Moved>`
    with taken as (
      update product_items set on_hand = on_hand - ${quantity} where id = ${itemId} and on_hand >= ${quantity}
      returning id, on_hand
    ), moved as (
      insert into stock_movements (id, item_id, direction, quantity, reason, order_id, created_by, created_at)
      select ${newId(about.at.getTime())}, id, 2, ${quantity}, ${about.reason}, ${about.orderId ?? null}, ${about.by ?? null}, ${about.at} from taken
    )
    select id, on_hand + ${quantity} as before, on_hand as after from taken`.execute(tx);
  await relistCrossed(tx, rows);
  return rows.length === 1;
}
