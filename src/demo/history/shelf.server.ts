import type { Db } from '#platform/db/db.server.ts';
import { type Cents, zero } from '#lib/money.ts';

/** An item of the shop with its stock on hand, so that nobody orders what the shop would refuse. */
export interface ShelfItem {
  id: string;
  productId: string;
  url: string;
  code: string;
  hasVariations: boolean;
  price: Cents;
  /** What a unit was bought for at the beginning. */
  cost: number;
  supplierId: string | null;
  onHand: number;
  /** Units ordered from the supplier and not delivered yet. */
  due: number;
  /** The stock that the shop aims at; 0 for an item that it does not restock. */
  usual: number;
}

export interface Shelf {
  items: readonly ShelfItem[];
  ofProduct(url: string): readonly ShelfItem[];
  item(id: string): ShelfItem;
}

/** Below this price, in cents, the shop stocks most items even if it had none of them at the beginning. */
const cheap = 6_000;
const firstStock = 14;

/** Reads the items on sale with their stock. */
export async function readShelf(db: Db): Promise<Shelf> {
  const rows = await db
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['i.id', 'i.product_id as productId', 'i.code', 'i.price_cents as price', 'i.average_cost_cents as cost'])
    .select(['i.on_hand as onHand', 'p.url', 'p.supplier_id as supplierId', 'p.has_variations as hasVariations'])
    .where('i.archived_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('p.is_shown', '=', true)
    .orderBy('i.code')
    .execute();
  const items = rows.map(({ code, cost, ...stored }, place): ShelfItem => {
    const row = { ...stored, price: stored.price ?? zero };
    const isTaken = row.price < cheap && place % 5 !== 0;
    const usual = row.onHand > 0 ? row.onHand : isTaken ? firstStock : 0;
    return { ...row, code: code ?? '', cost: Number(cost), due: 0, usual };
  });
  const byUrl = Map.groupBy(items, ({ url }) => url);
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    items,
    ofProduct: (url) => byUrl.get(url) ?? [],
    item(id) {
      const item = byId.get(id);
      if (!item) throw new Error(`No item has the id ${id}.`);
      return item;
    },
  };
}
