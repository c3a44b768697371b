import { maxQuantity } from '#lib/cart-limits.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type Cents, cents, shareOut, sum, times, zero } from '#lib/money.ts';
import { dayOf } from '#lib/day.ts';
import { itemName } from '#lib/text/item-name.ts';
import { type Discount, discountOf, nothingOff, type Totals, totalsOf } from '#promos/discount.ts';
import {
  findPromo,
  issueInWords,
  type PromoIssue,
  type PromoOfCode,
  validityIssue,
} from '#promos/promo-validity.server.ts';
import type { Settings } from '#company/contract.ts';
import { multipleOf, type ListsOfSite, priceAt } from '#trade/prices/item-price.ts';
import { readItemTerms } from '#trade/prices/read-item-terms.server.ts';
import { type CartItem, type IssueKind, type ShippingMethod, shippingMethods } from './contract.ts';
import { readLines, readReservedUnits, type ReservedUnits, type StoredLine } from './read-cart-lines.server.ts';

export interface CartRequest {
  items: readonly CartItem[];
  promoCode?: string | null | undefined;
  shippingMethod?: ShippingMethod | null | undefined;
  /** Key of the buyer's own pending checkout, whose reserved units count as available. */
  attemptKey?: string | null | undefined;
  delivery: Settings['delivery'];
  /** The price lists of the site of a trade account that orders. */
  lists?: ListsOfSite | undefined;
  /** For an accepted quote. Never from a request: the caller has read it from the database. */
  quoted?: QuotedAmounts | undefined;
  now: Date;
}

/** What a quote promises. It replaces the shop's and all lists' prices, cartons, promo and delivery fee. */
export interface QuotedAmounts {
  /** By item. */
  prices: ReadonlyMap<string, Cents>;
  /** At most the sum of the lines. */
  discount: Cents;
  shippingFee: Cents;
}

/** A line that can be sold, at the available quantity. Amounts are in cents. */
export interface SoldLine {
  /** Index in the requested lines. */
  place: number;
  stored: StoredLine & { itemId: string; productId: string; productName: string };
  quantity: number;
  /** The promo's discount on the line. */
  discount: Cents;
}

/** `id` and `variationItemId` identify the requested line, and are null for the promo. */
export interface CartIssue {
  id: string | null;
  variationItemId: string | null;
  kind: IssueKind;
  reason: string;
}

export interface PricedCart {
  lines: SoldLine[];
  totals: Totals;
  issues: CartIssue[];
  promo: PromoOfCode | null;
}

/**
 * Prices a cart from the database alone (contract, section 5): prices, stock, promo, delivery and GST. Lines of the same
 * item share its stock on hand, in their order.
 */
export async function priceItems(db: Db | Tx, request: CartRequest): Promise<PricedCart> {
  if (request.quoted) return priceQuoted(db, request, request.quoted);
  const code = request.promoCode ?? '';
  const reserved = request.attemptKey ? await readReservedUnits(db, request.attemptKey) : undefined;
  const promo = code === '' ? undefined : await findPromo(db, code, reserved?.orderId);
  const stored = withReserved(await readLines(db, request.items, promo?.id ?? null), reserved);
  const own = request.lists && (await ownTerms(db, stored, request.lists, request.now));
  const { lines, issues } = sell(request.items, stored, own);
  own?.setPrices(lines);
  const discount = code === '' ? nothingOff(lines) : discountFor(lines, promo, request.now);
  lines.forEach((line, place) => {
    line.discount = discount.lineDiscounts[place] ?? zero;
  });
  if (discount.issue) issues.push(promoIssue(discount.issue, promo));
  const goods = totalsOf(lines.map(priceOf), discount.discount, zero);
  const fee = lines.length === 0 ? zero : shippingFee(request, goods.total);
  const totals = fee === 0 ? goods : totalsOf(lines.map(priceOf), discount.discount, fee);
  return { lines, totals, issues, promo: discount.discount > 0 ? (promo ?? null) : null };
}

/** The lines of a quote at its prices, as far as they can be sold now. */
async function priceQuoted(
  db: Db | Tx,
  { items }: CartRequest,
  { prices, discount, shippingFee: fee }: QuotedAmounts,
): Promise<PricedCart> {
  const { lines, issues } = sell(items, await readLines(db, items, null), undefined);
  for (const line of lines) {
    const price = prices.get(line.stored.itemId);
    if (price === undefined) throw new Error(`The quote has no price of item ${line.stored.itemId}.`);
    line.stored = { ...line.stored, price };
  }
  const weights = lines.map(({ stored, quantity }) => times(stored.price, quantity));
  const off = cents(Math.min(discount, sum(weights))); // some of the lines may not be left
  const shares = shareOut(off, weights);
  for (const [place, line] of lines.entries()) line.discount = shares[place] ?? zero;
  return { lines, totals: totalsOf(lines.map(priceOf), off, fee), issues, promo: null };
}

const withReserved = (lines: StoredLine[], reserved: ReservedUnits | undefined): StoredLine[] =>
  reserved
    ? lines.map((line) => ({ ...line, onHand: line.onHand + (reserved.units.get(line.itemId ?? '') ?? 0) }))
    : lines;

const priceOf = ({ stored, quantity }: SoldLine) => ({ price: stored.price, quantity });

const shippingFee = ({ shippingMethod, delivery }: CartRequest, goods: Cents): Cents =>
  shippingMethod === shippingMethods.delivery ? deliveryFee(delivery, goods) : zero;

/** The flat fee of standard delivery. Delivery is free if the goods after discount reach the threshold. */
export const deliveryFee = ({ fee, freeFrom }: Settings['delivery'], goods: Cents): Cents =>
  freeFrom !== null && goods >= freeFrom ? zero : fee;

/** What price lists say of a cart's items. */
interface OwnTerms {
  /** In multiples of how many units an item is sold. */
  multipleOf(itemId: string): number;
  /** Sets each line's price by the units of its item in all lines. */
  setPrices(lines: readonly SoldLine[]): void;
}

async function ownTerms(db: Db | Tx, stored: readonly StoredLine[], lists: ListsOfSite, now: Date): Promise<OwnTerms> {
  const day = dayOf(now);
  const ids = stored.flatMap(({ itemId }) => itemId ?? []);
  const items = await readItemTerms(db, ids, { lists, day });
  const multiple = (itemId: string): number => {
    const terms = items.get(itemId);
    return terms ? multipleOf(terms, day) : 1;
  };
  const setPrices = (lines: readonly SoldLine[]): void => {
    const units = new Map<string, number>();
    for (const { stored: line, quantity } of lines) units.set(line.itemId, (units.get(line.itemId) ?? 0) + quantity);
    for (const line of lines) {
      const { itemId } = line.stored;
      const terms = items.get(itemId);
      if (!terms) continue;
      line.stored = { ...line.stored, price: priceAt(terms, { quantity: units.get(itemId) ?? line.quantity, day }) };
    }
  };
  return { multipleOf: multiple, setPrices };
}

/** The lines that can be sold. A line that can't be sold as requested is reduced, rounded up or left out, with an issue. */
function sell(
  requested: readonly CartItem[],
  stored: readonly StoredLine[],
  own: OwnTerms | undefined,
): { lines: SoldLine[]; issues: CartIssue[] } {
  const lines: SoldLine[] = [];
  const issues: CartIssue[] = [];
  const left = new Map<string, number>();
  requested.forEach(({ id, variationItemId, qty }, place) => {
    const line = stored[place];
    const addIssue = (kind: IssueKind, reason: string) =>
      issues.push({ id, variationItemId: variationItemId ?? null, kind, reason });
    if (!line || !isSold(line)) {
      addIssue('NotAvailable', `${line?.productName ?? 'An item in your cart'} is no longer available.`);
      return;
    }
    const carton = own?.multipleOf(line.itemId) ?? 1;
    const inStock = line.allowsSaleWithoutStock ? maxQuantity : (left.get(line.itemId) ?? Math.max(line.onHand, 0));
    const available = Math.min(inStock, maxQuantity - (maxQuantity % carton));
    const quantity = Math.min(Math.ceil(qty / carton) * carton, available - (available % carton));
    if (!line.allowsSaleWithoutStock) left.set(line.itemId, inStock - quantity);
    if (quantity < qty) addIssue(...shortage(line, available, carton));
    else if (quantity > qty) addIssue('OrderMultiple', roundedUp(line, qty, { quantity, carton }));
    if (quantity > 0) lines.push({ place, stored: line, quantity, discount: zero });
  });
  return { lines, issues };
}

const isSold = (line: StoredLine): line is SoldLine['stored'] => line.itemId !== null;

export const lineName = ({ productName, label }: Pick<StoredLine, 'productName' | 'label'>): string =>
  itemName(productName ?? '', label);

/** The items of lines, each with its name for people, as rules of approval quote it. */
export const namedItems = (lines: readonly SoldLine[]) =>
  lines.map(({ stored }) => ({ ...stored, name: lineName(stored) }));

function roundedUp(
  line: StoredLine,
  asked: number,
  { quantity, carton }: { quantity: number; carton: number },
): string {
  return `${lineName(line)} comes in cartons of ${carton}, so ${asked} became ${quantity}.`;
}

function shortage(line: StoredLine, inStock: number, carton: number): [IssueKind, string] {
  if (!line.allowsSaleWithoutStock && line.onHand < 1) return ['OutOfStock', `${lineName(line)} is out of stock.`];
  const available = inStock - (inStock % carton);
  if (carton > 1 && available < 1)
    return ['InsufficientStock', `${lineName(line)} comes in cartons of ${carton}, and no whole carton is left.`];
  if (available < 1) return ['InsufficientStock', `No more of ${lineName(line)} is available.`];
  return ['InsufficientStock', `Only ${available} of ${lineName(line)} ${available === 1 ? 'is' : 'are'} available.`];
}

function discountFor(
  lines: readonly SoldLine[],
  promo: PromoOfCode | undefined,
  now: Date,
): Omit<Discount, 'issue'> & { issue?: PromoIssue } {
  const issue = validityIssue(promo, now);
  if (!promo || issue) return { ...nothingOff(lines), ...(issue && { issue }) };
  if (lines.length === 0) return nothingOff(lines); // the issues of the lines say why
  const isEligible = ({ stored }: SoldLine) => promo.isForAllProducts || stored.isPromoProduct;
  return discountOf(
    lines.map((line) => ({ ...priceOf(line), isEligible: isEligible(line) })),
    promo,
  );
}

const promoIssue = (kind: PromoIssue, promo: PromoOfCode | undefined): CartIssue => ({
  id: null,
  variationItemId: null,
  kind,
  reason: issueInWords(kind, promo),
});
