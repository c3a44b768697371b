import { sql } from 'kysely';
import { maxQuantity } from '#lib/cart-limits.ts';
import { readLines } from '#storefront/cart/read-cart-lines.server.ts';
import type { CartItem } from '#storefront/cart/contract.ts';
import { badInput, type Fault } from '#lib/api/problem.ts';
import type { Day } from '#lib/day.ts';
import { type Cents, cents, maxCents, sum, times } from '#lib/money.ts';
import { itemName } from '#lib/text/item-name.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type ListsOfSite, priceInCartons } from '../prices/item-price.ts';
import { costOfItem } from '../prices/lists/read-prices.server.ts';
import { readItemTerms } from '../prices/read-item-terms.server.ts';
import { sentences } from './shapes.ts';

/** A line as it is stored with the quote; amounts in cents. */
export interface FrozenLine {
  itemId: string;
  productId: string;
  /** Whether the item is one of several, which a cart names by their own id. */
  isVariation: boolean;
  name: string;
  code: string;
  quantity: number;
  price: Cents;
  /** What the site pays without a quote. */
  listPrice: Cents;
  /** The average purchase price, without GST; null if it is not known. */
  cost: Cents | null;
  /** Why the price differs from the site's own; lines that were stored before there were reasons have none. */
  reason?: string;
}

export interface Wanted {
  itemId: string;
  quantity: number;
  /** The site's own if left out. */
  price?: Cents;
  /** Why; dropped if the price is the site's own. */
  reason?: string;
}

/** For which site and day prices are. */
export interface PricedFor {
  lists: ListsOfSite;
  day: Day;
}

/** Lines with names, prices and costs as they are now. Throws 400 with all faults for items that are not sold or named twice. */
export async function freezeLines(db: Db | Tx, wanted: readonly Wanted[], of: PricedFor): Promise<FrozenLine[]> {
  const known = await readItems(db, wanted, of);
  const faults: Fault[] = [];
  const lines = wanted.flatMap(({ itemId, quantity, price, reason = '' }, place) => {
    const line = known.get(itemId);
    if (wanted.findIndex((one) => one.itemId === itemId) < place)
      faults.push({ path: `lines.${place}.itemId`, message: sentences.twice });
    if (!line) faults.push({ path: `lines.${place}.itemId`, message: sentences.itemGone });
    if (!line) return [];
    const isOwn = price === undefined || price === line.listPrice;
    return [{ ...line, quantity, price: price ?? line.listPrice, reason: isOwn ? '' : reason }];
  });
  if (faults.length > 0) throw badInput(...faults);
  return lines;
}

/** Lines with the site's prices and the costs of today, and the places of items that are no longer sold, whose lines stay as they are. */
export async function linesAsOfToday(
  db: Db | Tx,
  lines: readonly FrozenLine[],
  of: PricedFor,
): Promise<{ lines: FrozenLine[]; gone: number[] }> {
  const known = await readItems(db, lines, of);
  const renewed = lines.map((line) => {
    const { listPrice, cost } = known.get(line.itemId) ?? line;
    return { ...line, listPrice, cost };
  });
  return { lines: renewed, gone: lines.flatMap(({ itemId }, place) => (known.has(itemId) ? [] : [place])) };
}

/** The items that the shop sells, by id, at the site's prices for these quantities. */
export async function readItems(
  db: Db | Tx,
  wanted: readonly Wanted[],
  { lists, day }: PricedFor,
): Promise<Map<string, Omit<FrozenLine, 'price' | 'reason'>>> {
  const ids = wanted.map(({ itemId }) => itemId);
  const terms = await readItemTerms(db, ids, { lists, day });
  const { rows } = await sql<{ itemId: string; product: string; label: string; code: string; cost: Cents | null }>`
    select i.id as "itemId", p.name as product, i.label, coalesce(i.code, '') as code, ${costOfItem} as cost
    from product_items i join products p on p.id = i.product_id where i.id = any(${ids}::uuid[])`.execute(db);
  const lines = rows.flatMap(({ itemId, product, label, code, cost }) => {
    const item = terms.get(itemId);
    if (!item) return [];
    const quantity = wanted.find((one) => one.itemId === itemId)?.quantity ?? 1;
    const { productId, isVariation } = item;
    const listPrice = priceInCartons(item, { quantity, day });
    return [{ itemId, productId, isVariation, name: itemName(product, label), code, quantity, listPrice, cost }];
  });
  return new Map(lines.map((line) => [line.itemId, line]));
}

/** The items of a cart, each once. Throws 400 for items that the shop does not sell. */
export async function wantedOf(db: Db, items: readonly CartItem[]): Promise<Wanted[]> {
  const stored = await readLines(db, items, null);
  const units = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [place, { qty }] of items.entries()) {
    const itemId = stored[place]?.itemId ?? null;
    const quantity = itemId === null ? 0 : (units.get(itemId) ?? 0) + qty;
    if (itemId === null) faults.push({ path: `items.${place}`, message: sentences.itemGone });
    else if (quantity > maxQuantity) faults.push({ path: `items.${place}.qty`, message: sentences.quantity });
    else units.set(itemId, quantity);
  }
  if (faults.length > 0) throw badInput(...faults);
  return [...units].map(([itemId, quantity]) => ({ itemId, quantity }));
}

export const subTotalOf = (lines: readonly Pick<FrozenLine, 'price' | 'quantity'>[]): Cents =>
  sum(lines.map(({ price, quantity }) => times(price, quantity)));

/** The total of a quote. Throws 400 for a discount above the lines, or a total that no order can have. */
export function totalOf(
  lines: readonly FrozenLine[],
  { discount, shippingFee }: { discount: Cents; shippingFee: Cents },
): Cents {
  const subTotal = subTotalOf(lines);
  if (discount > subTotal) throw badInput({ path: 'discount', message: sentences.discount });
  const total = cents(subTotal - discount + shippingFee);
  if (total > maxCents) throw badInput({ path: 'lines', message: sentences.tooLarge });
  return total;
}
