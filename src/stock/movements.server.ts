import { sql } from 'kysely';
import { audit } from '#infra/audit.server.ts';
import { inTransaction, type Tx } from '#infra/db.server.ts';
import type { Deps } from '#infra/deps.server.ts';
import { zero } from '#lib/money.ts';
import { badInput, conflict, notFound } from '#lib/problem.ts';
import { productMissing } from '#products/detail.server.ts';
import { readItem } from '#products/items.server.ts';
import type { VariationItem } from '#products/items-contract.ts';
import type { Doer } from '#settings/service.server.ts';
import { directions, type StockMovement } from '#products/movement-contract.ts';
import { add, remove } from './ledger.server.ts';

interface Item {
  id: string;
  /** Of its product. */
  name: string;
  onHand: number;
}

/**
 * Writes a movement entered by hand into the ledger. Throws `Problem` 404 where the product is gone, 400 where the item is
 * not one of its own, 409 where more is removed than is on hand.
 */
export function moveStock(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  movement: StockMovement,
  { actor, requestId }: Doer,
): Promise<VariationItem> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { id, onHand, name } = await itemOf(tx, movement);
    const { quantity, inventoryDirection, purchasePrice } = movement;
    const about = { reason: movement.reason || null, at, by: actor.id };
    if (inventoryDirection === directions.add) {
      await add(tx, { itemId: id, quantity }, { ...about, purchasePrice: purchasePrice ?? zero });
    } else if (!(await remove(tx, { itemId: id, quantity }, about))) {
      throw conflict(`Only ${Math.max(onHand, 0)} are on hand.`);
    }
    const item = await readItem(tx, id);
    if (!item) throw notFound(productMissing);
    const entry = { action: 'stock', entity: 'product', entityId: movement.productId, at, requestId };
    const after = { name, stockOnHand: item.stockOnHand, item: item.value || item.productCode, reason: about.reason };
    await audit(tx, { actor, ...entry, before: { name, stockOnHand: item.stockOnHand - signed(movement) }, after });
    return item;
  });
}

const signed = ({ inventoryDirection, quantity }: StockMovement): number =>
  inventoryDirection === directions.add ? quantity : -quantity;

async function itemOf(tx: Tx, { productId, productVariationItemId: itemId }: StockMovement): Promise<Item> {
  const { rows } = await sql<Item & { hasVariations: boolean }>`
    select i.id, i.on_hand as "onHand", p.name, exists (select from variations v where v.product_id = p.id) as "hasVariations"
    from products p join product_items i on i.product_id = p.id
    where p.id = ${productId} and p.archived_at is null and i.archived_at is null
    order by i.position, i.id`.execute(tx);
  const [first] = rows;
  if (!first) throw notFound(productMissing);
  const found = itemId ? rows.find(({ id }) => id === itemId) : first.hasVariations ? undefined : first;
  if (!found) throw badInput({ path: 'productVariationItemId', message: 'This variation item no longer exists.' });
  return found;
}
