import { useSyncExternalStore } from 'react';
import { maxLines, maxQuantity } from '#lib/cart-limits.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { storageEvents, windowEvents } from '#lib/window-events.ts';
import { chosenSiteId, siteChosen } from '#trade/site-choice.ts';
import type { priceCart } from './contract.ts';

type PricedLine = ReplyOf<typeof priceCart>['cartItems'][number];
type AddedByPricing = 'discountedPrice' | 'total' | 'hasDiscount' | 'rowUpdateId';

/** A cart line in local storage (specification, section 3); amounts are dollars, as in JSON. */
export type CartLine = Omit<PricedLine, AddedByPricing> & Partial<Pick<PricedLine, AddedByPricing>>;

/** The promo code has an entry of its own (specification, section 4). Each site of a trade account has its own cart and code: `shop.cart.<id>`. */
export const cartEntry = 'shop.cart';
export const promoEntry = 'shop.promo';
const ofSite = (entry: string): string => [entry, chosenSiteId()].filter(Boolean).join('.');
/** The key of a pending checkout that may reserve the cart's items. All tabs share it, like the cart. */
const attemptEntry = 'shop.attempt';
export const storageMissing = 'localStorage is not supported by your browser.';

/** The browser sends storage events only to other tabs; this event is for the tab that wrote. */
const changed = 'shop:cart';

/** Whether the browser has local storage and lets the site read it. Only reads, since a write would notify other tabs. */
export function isStorageSupported(): boolean {
  try {
    window.localStorage.getItem(cartEntry);
    return true;
  } catch {
    return false; // forbidden (an error) or switched off (null)
  }
}

function readEntry(name: string): string {
  try {
    return window.localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Throws if there is no storage or it is full. */
function writeEntry(name: string, value: string): void {
  if (value === '') {
    window.localStorage.removeItem(name);
    delete document.documentElement.dataset['cart']; // the header reserves no space for an empty cart's count
  } else window.localStorage.setItem(name, value);
  window.dispatchEvent(new Event(changed));
}

function isVariation(value: unknown): boolean {
  const entry = value as Partial<CartLine['variations'][number]> | null; // read only through the checks below
  return typeof entry?.id === 'string' && typeof entry.fieldText === 'string' && typeof entry.selected === 'string';
}

/** Whether a stored value is a valid line; users and older versions may have written anything. */
function isLine(value: unknown): value is CartLine {
  const line = value as Partial<CartLine> | null; // read only through the checks below
  return (
    typeof line === 'object' &&
    line !== null &&
    [line.id, line.productName, line.productCode, line.image, line.url].every((text) => typeof text === 'string') &&
    (line.variationItemId === null || typeof line.variationItemId === 'string') &&
    Number.isInteger(line.qty) &&
    (line.qty ?? 0) >= 1 &&
    (line.qty ?? 0) <= maxQuantity &&
    typeof line.price === 'number' &&
    Array.isArray(line.variations) &&
    line.variations.every(isVariation)
  );
}

/** Parses the stored cart; invalid lines are left out. */
export function parseCart(text: string): CartLine[] {
  try {
    const stored: unknown = JSON.parse(text || '[]');
    return Array.isArray(stored) ? stored.filter(isLine).slice(0, maxLines) : [];
  } catch {
    return [];
  }
}

/** Identifies a line by product and variation. */
export const lineKey = (line: Pick<CartLine, 'id' | 'variationItemId'>): string =>
  `${line.id}/${line.variationItemId ?? ''}`;

/** A line whose price is not what it was priced at, because its quantity or its site has changed. */
const toPrice = ({ rowUpdateId: _, ...line }: CartLine): CartLine => line;

/** Adds a line to the end. If the cart has the item already, adds to its quantity and takes the new price instead. */
export function merge(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const key = lineKey(added);
  if (!lines.some((line) => lineKey(line) === key)) return [...lines, toPrice(added)];
  return lines.map((line) =>
    lineKey(line) === key
      ? toPrice({ ...line, qty: Math.min(line.qty + added.qty, maxQuantity), price: added.price })
      : line,
  );
}

export const readCart = (): CartLine[] => parseCart(readEntry(ofSite(cartEntry)));
export const writeCart = (lines: readonly CartLine[]): void =>
  writeEntry(ofSite(cartEntry), lines.length === 0 ? '' : JSON.stringify(lines));

/** Adds all lines, or throws and adds none if storage is full. */
export const addToCart = (...added: CartLine[]): void => {
  const lines = added.reduce(merge, readCart());
  if (lines.length > maxLines) throw new Error('The cart is full.');
  writeCart(lines);
};

export const changeQuantity = (key: string, qty: number): void =>
  writeCart(readCart().map((line) => (lineKey(line) === key ? toPrice({ ...line, qty }) : line)));

export const removeLine = (key: string): void => writeCart(readCart().filter((line) => lineKey(line) !== key));

/** Restores a removed line at its place. If the item has been added again in the meantime, the two are merged. */
export function restoreLine(line: CartLine, index: number): void {
  const lines = readCart();
  const isThere = lines.some((other) => lineKey(other) === lineKey(line));
  writeCart(isThere ? merge(lines, line) : lines.toSpliced(index, 0, line));
}

/** Moves what a visitor has put into the cart to the site that they order for once they have signed in, unless that site has a cart. */
export function moveCartToSite(): void {
  const lines = parseCart(readEntry(cartEntry));
  if (lines.length === 0 || readCart().length > 0) return;
  writeCart(lines.map(toPrice));
  writePromo(readEntry(promoEntry));
  writeEntry(cartEntry, '');
  writeEntry(promoEntry, '');
}

export const readPromo = (): string => readEntry(ofSite(promoEntry));
export const writePromo = (code: string): void => writeEntry(ofSite(promoEntry), code);

export const readAttemptKey = (): string => readEntry(attemptEntry);

/** Stores the key of a checkout, so that the items it reserves count as available for this cart. */
export function storeAttemptKey(key: string): void {
  try {
    window.localStorage.setItem(attemptEntry, key);
  } catch {
    // Storage is full or not allowed.
  }
}

/** Forgets the key of a checkout that is decided. A key that another tab has stored since then stays. */
export function forgetAttemptKey(key: string): void {
  if (readAttemptKey() === key) window.localStorage.removeItem(attemptEntry);
}

export function clearCart(): void {
  writeCart([]);
  writePromo('');
}

/** Identifies what a price depends on: items, quantities and the code. A cart with the same key is not priced again. */
export const pricingKey = (lines: readonly CartLine[], promo: string): string =>
  JSON.stringify([lines.map((line) => [lineKey(line), line.qty]), promo]);

const subscribe = windowEvents(...storageEvents, changed, siteChosen);

const never = () => () => {};
const unknown = (): null => null;

/** The stored cart as text (for `parseCart`), in sync with other tabs; null on the server. */
export const useStoredCart = (): string | null =>
  useSyncExternalStore<string | null>(subscribe, () => readEntry(ofSite(cartEntry)), unknown);
export const useStoredPromo = (): string => useSyncExternalStore<string | null>(subscribe, readPromo, unknown) ?? '';

/** How many items are in the cart, for the badge in the header. */
export const useCartCount = (): number => parseCart(useStoredCart() ?? '').reduce((count, line) => count + line.qty, 0);

/** Whether the cart can be stored; true on the server, so that the page never opens with a warning. */
export const useStorageSupport = (): boolean => useSyncExternalStore(never, isStorageSupported, () => true);
