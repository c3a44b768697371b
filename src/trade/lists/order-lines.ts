import { useEffect, useMemo, useState } from 'react';
import { maxLines } from '#lib/cart-limits.ts';
import { addToCart } from '#storefront/cart/browser-cart.ts';
import { askPrices } from '#storefront/cart/ask-prices.ts';
import { type Priced, reasonsOf } from '#storefront/cart/priced-cart.ts';
import { Problem } from '#lib/api/problem.ts';
import { chosenSiteId } from '../site-choice.ts';
import type { OrderItem } from './contract.ts';
import { listSentences as sentences } from './sentences.ts';

/** An item with the units to order. */
export interface OrderLine {
  item: Pick<OrderItem, 'itemId' | 'productId' | 'variationItemId'>;
  units: number;
}

/** The prices of the site whose cart the lines go to. */
const price = (lines: readonly OrderLine[], signal?: AbortSignal): Promise<Priced> => {
  const cartItems = lines.map(({ item, units }) => ({
    id: item.productId,
    variationItemId: item.variationItemId,
    qty: units,
  }));
  return askPrices({ cartItems }, chosenSiteId(), signal);
};

/** Adds what is available to the site's cart. Returns the reasons for what is missing, and whether anything was added. */
export async function addLines(lines: readonly OrderLine[]): Promise<{ reasons: string[]; isAdded: boolean }> {
  if (lines.length > maxLines) throw new Problem(400, sentences.cartFull);
  const { cartItems, issues } = await price(lines);
  try {
    addToCart(...cartItems);
  } catch {
    throw new Problem(400, sentences.cartFull);
  }
  return { reasons: reasonsOf(issues), isAdded: cartItems.length > 0 };
}

/** Milliseconds without a change before the prices are asked for. */
const pauseMs = 500;

interface Prices {
  key: string;
  priced: Priced;
}

/** What lines would become in the cart. */
export interface LinePrices {
  /** Of what can be had, in dollars. */
  total: number;
  items: number;
  units: number;
  /** Why not all of an item can be had, by its id. */
  shortages: ReadonlyMap<string, string>;
}

interface KnownPrices {
  /** What the lines cost; undefined until it is known, and without a connection. */
  prices: LinePrices | undefined;
  /** The unit prices of items in dollars, by item id; those of the last answer, while a new one is awaited. */
  unitPrices: ReadonlyMap<string, number>;
}

/** The prices of lines, asked for once nothing has changed for a moment. */
export function usePrices(lines: readonly OrderLine[]): KnownPrices {
  const [prices, setPrices] = useState<Prices>();
  const key = JSON.stringify(
    lines.map(({ item, units }) => [item.itemId, item.productId, item.variationItemId, units]),
  );
  useEffect(() => {
    const asked = linesOf(key);
    if (asked.length === 0 || asked.length > maxLines) return;
    const control = new AbortController();
    const ask = () =>
      price(asked, control.signal).then(
        (priced) => setPrices({ key, priced }),
        () => undefined, // the cart says it later
      );
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key]);
  const result = useMemo(
    () => (prices?.key === key ? resultOf(prices.priced, linesOf(key)) : undefined),
    [prices, key],
  );
  const unitPrices = useMemo(() => unitPricesOf(prices), [prices]);
  return { prices: result, unitPrices };
}

const linesOf = (key: string): OrderLine[] =>
  (JSON.parse(key) as [string, string, string | null, number][]).map(([itemId, productId, variationItemId, units]) => ({
    item: { itemId, productId, variationItemId },
    units,
  })); // written above

function unitPricesOf(prices: Prices | undefined): Map<string, number> {
  const lines = prices ? linesOf(prices.key) : [];
  const found = lines.map(({ item }) => [item.itemId, prices?.priced.cartItems.find(isOf(item))?.price] as const);
  return new Map(found.filter((one): one is readonly [string, number] => one[1] !== undefined));
}

/** Whether a line or an issue of a cart is about an item. */
const isOf =
  (item: OrderLine['item']) =>
  ({ id, variationItemId }: { id: string | null; variationItemId: string | null }): boolean =>
    item.productId === id && item.variationItemId === variationItemId;

function resultOf({ subTotal, cartItems, issues }: Priced, lines: readonly OrderLine[]): LinePrices {
  const shortages = new Map<string, string>();
  for (const issue of issues) {
    const line = lines.find(({ item }) => isOf(item)(issue));
    if (line) shortages.set(line.item.itemId, issue.reason);
  }
  const units = cartItems.reduce((sum, { qty }) => sum + qty, 0);
  return { total: subTotal, items: cartItems.length, units, shortages };
}
