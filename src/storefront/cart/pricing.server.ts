import type { Db, Tx } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';
import { type Cents, format, zero } from '#lib/money.ts';
import { itemName } from '#lib/text/item-name.ts';
import { type Discount, type DiscountIssue, discountOf, nothingOff, type Totals, totalsOf } from '#promos/discount.ts';
import { findPromo, type FoundPromo } from '#promos/service.server.ts';
import type { Settings } from '#company/contract.ts';
import { type CartItem, type IssueKind, maxQuantity, type ShippingMethod, shippingMethods } from './contract.ts';
import { sql, CompiledQuery } from 'kysely';

export interface CartRequest {
  items: readonly CartItem[];
  promoCode?: string | null | undefined;
  shippingMethod?: ShippingMethod | null | undefined;
  /** Key of the buyer's own pending checkout, whose reserved goods count as available. */
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
  promo: FoundPromo | null;
}

/**
 * Prices a cart from the database alone (contract, section 5): prices, stock, promo, delivery and GST. Lines of the same
 * item share what is on hand, in their order.
 */
export async function priceItems(db: Db | Tx, request: CartRequest): Promise<PricedCart> {
  const code = request.promoCode ?? '';
  const held = request.attemptKey ? await stockOfItem(db, request.attemptKey) : undefined;
  const promo = code === '' ? undefined : await findPromo(db, code, held?.orderId);
  const stored = withReserved(await readLines(db, request.items, promo?.id ?? null), held);
  const { lines, issues } = sell(request.items, stored);
  const reduction = code === '' ? nothingOff(lines) : reduce(lines, promo, request.now);
  lines.forEach((line, place) => {
    line.discount = reduction.lineDiscounts[place] ?? zero;
  });
  if (reduction.issue) issues.push(promoIssue(reduction.issue, promo));
  const goods = totalsOf(lines.map(priceOf), reduction.discount, zero);
  const fee = lines.length === 0 ? zero : shippingFee(request, goods.total);
  const totals = fee === 0 ? goods : totalsOf(lines.map(priceOf), reduction.discount, fee);
  return { lines, totals, issues, promo: reduction.discount > 0 ? (promo ?? null) : null };
}

const withReserved = (lines: StoredLine[], held: CartItemStock | undefined): StoredLine[] =>
  held ? lines.map((line) => ({ ...line, onHand: line.onHand + (held.units.get(line.itemId ?? '') ?? 0) })) : lines;

const priceOf = ({ stored, quantity }: SoldLine) => ({ price: stored.price, quantity });

/** The flat fee of standard delivery, free from the threshold; the threshold looks at the goods after discount. */
function shippingFee({ shippingMethod, delivery }: CartRequest, goods: Cents): Cents {
  if (shippingMethod !== shippingMethods.delivery) return zero;
  return delivery.freeFrom !== null && goods >= delivery.freeFrom ? zero : delivery.fee;
}

/** Removes or reduces lines that can't be sold as requested. */
function sell(asked: readonly CartItem[], stored: readonly StoredLine[]): { lines: SoldLine[]; issues: CartIssue[] } {
  const lines: SoldLine[] = [];
  const issues: CartIssue[] = [];
  const left = new Map<string, number>();
  asked.forEach(({ id, variationItemId, qty }, place) => {
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

export const nameOf = ({ productName, label }: Pick<StoredLine, 'productName' | 'label'>): string =>
  itemName(productName ?? '', label);

function shortage(line: StoredLine, available: number): [IssueKind, string] {
  if (line.onHand < 1) return ['OutOfStock', `${nameOf(line)} is out of stock.`];
  if (available < 1) return ['InsufficientStock', `No more of ${nameOf(line)} is available.`];
  return ['InsufficientStock', `Only ${available} of ${nameOf(line)} ${available === 1 ? 'is' : 'are'} available.`];
}

type PromoIssue = Extract<IssueKind, `Promo${string}`>;
type Reduction = Omit<Discount, 'issue'> & { issue?: PromoIssue };

function reduce(lines: readonly SoldLine[], promo: FoundPromo | undefined, now: Date): Reduction {
  const issue = promo ? unfit(promo, now) : 'PromoNotFound';
  if (!promo || issue) return { ...nothingOff(lines), ...(issue && { issue }) };
  if (lines.length === 0) return nothingOff(lines); // its lines' issues say why
  const isEligible = ({ stored }: SoldLine) => promo.isForAllProducts || stored.isPromoProduct;
  return discountOf(
    lines.map((line) => ({ ...priceOf(line), isEligible: isEligible(line) })),
    promo,
  );
}

function unfit(promo: FoundPromo, now: Date): PromoIssue | undefined {
  if (promo.expiryDay !== null && promo.expiryDay < dayOf(now)) return 'PromoExpired';
  return promo.isUsedUp ? 'PromoAlreadyUsed' : undefined;
}

/** An issue of the promo has a kind and a sentence, but no line. */
function promoIssue(kind: PromoIssue | DiscountIssue, promo: FoundPromo | undefined): CartIssue {
  return { id: null, variationItemId: null, kind, reason: promoReason(kind, promo) };
}

function promoReason(kind: PromoIssue, promo: FoundPromo | undefined): string {
  const code = promo?.code ?? '';
  switch (kind) {
    case 'PromoNotFound':
      return 'This promo code is not valid.';
    case 'PromoExpired':
      return `The promo code ${code} has expired.`;
    case 'PromoAlreadyUsed':
      return `The promo code ${code} has already been used.`;
    case 'PromoMinimumSpend':
      return `The promo code ${code} needs a spend of at least ${format(promo?.minimumSpend ?? zero)}.`;
    case 'PromoNotApplicable':
      return `The promo code ${code} does not apply to the items in your cart.`;
  }
}

/** The goods reserved by an order with an undecided payment. */
interface CartItemStock {
  orderId: string;
  /** Units by item. */
  units: ReadonlyMap<string, number>;
}

/**
 * The reservation of a buyer's own pending checkout, by its secret Idempotency-Key; undefined once it is decided. Its
 * goods are already taken from stock, but are available to this buyer.
 */
async function stockOfItem(db: Db | Tx, key: string): Promise<CartItemStock | undefined> {
  if (key.includes('\0')) return undefined; // the database can't even be asked
  const { rows } = await sql<{ orderId: string; itemId: string; units: number }>`
    select o.id as "orderId", i.item_id as "itemId", sum(i.quantity)::int as units
    from checkout_attempts a join orders o on o.id = a.order_id join order_items i on i.order_id = o.id
    where a.key = ${key} and o.payment = 'awaiting' group by o.id, i.item_id`.execute(db);
  const [first] = rows;
  return first && { orderId: first.orderId, units: new Map(rows.map(({ itemId, units }) => [itemId, units])) };
}

/** The stored data of a requested line; null if the product or the item is not sold. */
interface StoredLine {
  productId: string | null;
  productName: string | null;
  url: string;
  hasVariations: boolean;
  itemId: string | null;
  code: string;
  /** "Small / Blue", '' for a plain product. */
  label: string;
  price: Cents;
  onHand: number;
  allowsSaleWithoutStock: boolean;
  imageKey: string | null;
  variations: { id: string; fieldText: string; selected: string }[] | null;
  /** Whether the promo applies to this product. */
  isPromoProduct: boolean;
}

/**
 * One statement for any number of lines. A limit that the planner can't see makes it expect few rows and reuse its
 * plan; planning again costs three times as much as running it.
 */
const statement = `
  select p.id as "productId", p.name as "productName", p.url, p.has_variations as "hasVariations", i.id as "itemId",
    coalesce(i.code, '') as code, i.label, i.price_cents as price, i.on_hand as "onHand", p.allow_sale_without_stock as "allowsSaleWithoutStock",
    coalesce((select m.file_key from product_images m where m.product_id = p.id and m.is_primary),
      (select m.file_key from product_images m where m.product_id = p.id order by m.position, m.id limit 1)) as "imageKey",
    case when p.has_variations then (
      select json_agg(json_build_object('id', v.id, 'fieldText', v.name, 'selected', o.label) order by v.position, v.id)
      from item_options c join variations v on v.id = c.variation_id join variation_options o on o.id = c.option_id
      where c.item_id = i.id) end as variations,
    $3::uuid is not null and exists (
      select from promo_products s where s.promo_id = $3 and s.product_id = p.id) as "isPromoProduct"
  from (select * from unnest($1::uuid[], $2::uuid[]) with ordinality limit $4) as w(product_id, item_id, place)
  left join products p on p.id = w.product_id
  left join product_items i on i.product_id = p.id and p.is_shown and i.archived_at is null and i.price_cents is not null
    and case when w.item_id is null then not p.has_variations else i.id = w.item_id end
  order by w.place`;

/** Reads the requested lines in their sequence. `promoId` is the promo whose products are marked. */
async function readLines(
  db: Db | Tx,
  asked: readonly { id: string; variationItemId?: string | null | undefined }[],
  promoId: string | null,
): Promise<StoredLine[]> {
  if (asked.length === 0) return [];
  const products = asked.map(({ id }) => id);
  const items = asked.map(({ variationItemId }) => variationItemId ?? null);
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [products, items, promoId, asked.length]));
  return rows as StoredLine[]; // as the statement names its columns
}
