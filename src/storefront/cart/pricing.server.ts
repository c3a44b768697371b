import type { Db, Tx } from '#platform/db/db.server.ts';
import { type Cents, zero } from '#lib/money.ts';
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
import { type CartItem, type IssueKind, maxQuantity, type ShippingMethod, shippingMethods } from './contract.ts';
import { readLines, readReservedUnits, type ReservedUnits, type StoredLine } from './read-cart-lines.server.ts';

export interface CartRequest {
  items: readonly CartItem[];
  promoCode?: string | null | undefined;
  shippingMethod?: ShippingMethod | null | undefined;
  /** Key of the buyer's own pending checkout, whose reserved units count as available. */
  attemptKey?: string | null | undefined;
  delivery: Settings['delivery'];
  now: Date;
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
  const code = request.promoCode ?? '';
  const reserved = request.attemptKey ? await readReservedUnits(db, request.attemptKey) : undefined;
  const promo = code === '' ? undefined : await findPromo(db, code, reserved?.orderId);
  const stored = withReserved(await readLines(db, request.items, promo?.id ?? null), reserved);
  const { lines, issues } = sell(request.items, stored);
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

const withReserved = (lines: StoredLine[], reserved: ReservedUnits | undefined): StoredLine[] =>
  reserved
    ? lines.map((line) => ({ ...line, onHand: line.onHand + (reserved.units.get(line.itemId ?? '') ?? 0) }))
    : lines;

const priceOf = ({ stored, quantity }: SoldLine) => ({ price: stored.price, quantity });

/** The flat fee of standard delivery. Delivery is free if the goods after discount reach the threshold. */
function shippingFee({ shippingMethod, delivery }: CartRequest, goods: Cents): Cents {
  if (shippingMethod !== shippingMethods.delivery) return zero;
  return delivery.freeFrom !== null && goods >= delivery.freeFrom ? zero : delivery.fee;
}

/** The lines that can be sold. A line that can't be sold as requested is reduced or left out, with an issue. */
function sell(
  requested: readonly CartItem[],
  stored: readonly StoredLine[],
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
    const available = line.allowsSaleWithoutStock ? maxQuantity : (left.get(line.itemId) ?? Math.max(line.onHand, 0));
    const quantity = Math.min(qty, available);
    if (!line.allowsSaleWithoutStock) left.set(line.itemId, available - quantity);
    if (quantity < qty) addIssue(...shortage(line, available));
    if (quantity > 0) lines.push({ place, stored: line, quantity, discount: zero });
  });
  return { lines, issues };
}

const isSold = (line: StoredLine): line is SoldLine['stored'] => line.itemId !== null;

export const lineName = ({ productName, label }: Pick<StoredLine, 'productName' | 'label'>): string =>
  itemName(productName ?? '', label);

function shortage(line: StoredLine, available: number): [IssueKind, string] {
  if (line.onHand < 1) return ['OutOfStock', `${lineName(line)} is out of stock.`];
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
