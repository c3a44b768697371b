import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { zero } from '#lib/money.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { productMissing } from '#catalogue/products/records/read-product.server.ts';
import { readItem } from '#catalogue/products/variations/variation-items.server.ts';
import type { VariationItem } from '#catalogue/products/variations/items-contract.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { directions, type StockMovement } from '#catalogue/products/variations/stock-movement-contract.ts';
import type { StockRow } from '../contract.ts';
import { addUnits, removeUnits } from './record-movements.server.ts';
import { readStockRow } from './stock-row.server.ts';

type MovementDeps = Pick<Deps, 'db' | 'clock'>;

interface ItemOfProduct {
  id: string;
  /** The product's name. */
  name: string;
  onHand: number;
}

/**
 * Records a movement that staff entered by hand. Throws `Problem` 404 if the product no longer exists, 400 if the item
 * belongs to another product, 409 if more is removed than is on hand.
 */
export function moveStock(deps: MovementDeps, movement: StockMovement, context: ActionContext): Promise<VariationItem> {
  return inTransaction(deps.db, (tx) => move(tx, movement, context, deps.clock.now()));
}

/** Like `moveStock`, but returns the item's row of the stock list. */
export function updateStocks(deps: MovementDeps, movement: StockMovement, context: ActionContext): Promise<StockRow> {
  return inTransaction(deps.db, async (tx) => {
    const { id } = await move(tx, movement, context, deps.clock.now());
    return readStockRow(tx, id);
  });
}

async function move(tx: Tx, movement: StockMovement, context: ActionContext, at: Date): Promise<VariationItem> {
  const { id, onHand, name } = await readItemOfProduct(tx, movement);
  const { quantity, inventoryDirection, purchasePrice } = movement;
  const details = { reason: movement.reason || null, at, by: context.actor.id };
  if (inventoryDirection === directions.add) {
    await addUnits(tx, { itemId: id, quantity }, { ...details, purchasePrice: purchasePrice ?? zero });
  } else if (!(await removeUnits(tx, { itemId: id, quantity }, details))) {
    const message = onHand === 1 ? 'Only 1 is on hand.' : `Only ${Math.max(onHand, 0)} are on hand.`;
    throw new Problem(409, message, [{ path: 'quantity', message }]);
  }
  const item = await readItem(tx, id);
  if (!item) throw notFound(productMissing);
  const entry = { ...context, action: 'stock', entity: 'product', entityId: movement.productId, at };
  const after = { name, stockOnHand: item.stockOnHand, item: item.value || item.productCode, reason: details.reason };
  await audit(tx, { ...entry, before: { name, stockOnHand: item.stockOnHand - signedQuantity(movement) }, after });
  return item;
}

const signedQuantity = ({ inventoryDirection, quantity }: StockMovement): number =>
  inventoryDirection === directions.add ? quantity : -quantity;

/**
 * Reads the given item of a product, or its only item. Throws `Problem` 404 if the product no longer exists, 400 if the
 * item belongs to another product.
 */
export async function readItemOfProduct(
  tx: Tx,
  { productId, productVariationItemId: itemId }: Pick<StockMovement, 'productId' | 'productVariationItemId'>,
): Promise<ItemOfProduct> {
  const { rows } = await sql<ItemOfProduct & { hasVariations: boolean }>`
    select i.id, i.on_hand as "onHand", p.name, exists (select from variations v where v.product_id = p.id) as "hasVariations"
    from products p join product_items i on i.product_id = p.id
    where p.id = ${productId} and p.archived_at is null and i.archived_at is null
    order by i.position, i.id`.execute(tx);
  const [first] = rows;
  if (!first) throw notFound(productMissing);
  const item = itemId ? rows.find(({ id }) => id === itemId) : first.hasVariations ? undefined : first;
  if (!item) throw badInput({ path: 'productVariationItemId', message: 'This variation item no longer exists.' });
  return item;
}
