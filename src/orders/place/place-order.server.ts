import { sql } from 'kysely';
import { reserveEmail } from '#accounts/profile/taken-emails.server.ts';
import {
  type CartRequest,
  lineName,
  namedItems,
  type PricedCart,
  priceItems,
} from '#storefront/cart/pricing.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { namesOf, recordset } from '#platform/db/recordset.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import { type Cents, format, maxCents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { redeem } from '#promos/redemptions.server.ts';
import { listsOf } from '#trade/prices/item-price.ts';
import { takeBlanketPo } from '#trade/blanket-pos/take-blanket-po.server.ts';
import { countApproved, countOrExplain } from '#trade/limits/approval-reasons.server.ts';
import { limitSentences } from '#trade/limits/limit-sentences.ts';
import { takeApproval } from '#trade/limits/take-approval.server.ts';
import { takeQuote } from '#trade/limits/take-quote.server.ts';
import { takeStandingRun } from '#trade/limits/take-standing-run.server.ts';
import { reserveCredit } from '#trade/credit/reserve-credit.server.ts';
import { takeUnits } from '#stock/ledger/record-movements.server.ts';
import { cardMissing } from '../payment/checkout-payment-method.server.ts';
import { recipientOf } from '../checkout-form.ts';
import type { CheckoutBody } from '../checkout-contract.ts';
import { sentences } from '../contract.ts';
import { unitsByItem } from '../stored/order-lines.server.ts';
import type { PaymentProvider } from '../payment/payment-provider.ts';
import { billedAccount, insertTradeOrder, recipientOfSite, type TradeOrder } from './trade-order.server.ts';

/** A validated checkout; the caller has checked that `userId` may order. */
export interface NewOrder {
  key: string;
  fingerprint: Buffer;
  body: CheckoutBody;
  delivery: CartRequest['delivery'];
  userId: string | null;
  /** For an order of a trade account. */
  trade: TradeOrder | null;
  /** The hash of the password if the buyer wants an account. */
  passwordHash: string | null;
  ip: string;
  provider: PaymentProvider;
  /** An order of $0 needs no payment method; on account there always is one. */
  hasPaymentMethod: boolean;
  now: Date;
}

/** `refused`: nothing was stored. `taken`: another request with the same key was first. */
export type PlaceResult =
  | { kind: 'awaiting'; orderId: string; total: Cents }
  | { kind: 'refused'; reasons: string[]; needsApproval?: true }
  | { kind: 'taken' };

/** Somebody else took the goods or the promo after they were priced. */
class LostRace extends Error {}

/** The account's credit is not enough, or the approval or quote has been used. The message says so to the buyer. */
class OrderRefused extends Error {}

/** The order is above a budget or limit, or a rule of the account wants somebody else's approval. */
class ApprovalNeeded extends Error {
  readonly reasons: string[];
  constructor(reasons: string[]) {
    super(reasons.join(' '));
    this.reasons = reasons;
  }
}

/** Somebody else reserved the e-mail of the requested account. */
class EmailTaken extends Error {}

/** Also true if the promo was deleted before the order referred to it. */
const isLostRace = (error: unknown): boolean =>
  error instanceof LostRace || violatedConstraint(error) === 'orders_promo_id_fkey';

const maxAttempts = 5;

/**
 * The first step of an order. One transaction prices the cart, takes promo and stock, and stores the order as awaiting
 * payment under the attempt's key. If the order is refused, it stores nothing. After a lost race the cart is priced again, which
 * reports what is missing now.
 */
export async function place(db: Db, placing: NewOrder): Promise<PlaceResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (tx) => placeIn(tx, placing));
    } catch (error) {
      if (error instanceof ApprovalNeeded) return { kind: 'refused', reasons: error.reasons, needsApproval: true };
      if (error instanceof OrderRefused) return { kind: 'refused', reasons: [error.message] };
      if (error instanceof EmailTaken) return { kind: 'refused', reasons: [sentences.emailTaken] };
      if (!isLostRace(error)) throw error;
      if (attempt === maxAttempts) return { kind: 'refused', reasons: [sentences.lostRace] };
    }
  }
}

/** Prices an order, and finds why it cannot be placed as the buyer saw it; no reasons if it can. */
export async function priceOrder(
  db: Db | Tx,
  { body, delivery, trade, now }: Pick<NewOrder, 'body' | 'delivery' | 'trade' | 'now'>,
): Promise<{ priced: PricedCart; reasons: string[] }> {
  const priced = await priceItems(db, {
    items: body.cartItems,
    promoCode: body.promoCode,
    shippingMethod: body.shippingInfo.shippingMethod,
    delivery,
    lists: trade ? listsOf(trade.access) : undefined,
    quoted: trade?.quote?.amounts,
    now,
  });
  return { priced, reasons: reasonsAgainst(body, priced) };
}

async function placeIn(tx: Tx, placing: NewOrder): Promise<PlaceResult> {
  const { body, now } = placing;
  const { priced, reasons } = await priceOrder(tx, placing);
  if (reasons.length > 0) return { kind: 'refused', reasons };
  if (priced.totals.total > 0 && !placing.hasPaymentMethod) throw cardMissing(placing.provider);
  const orderId = newId(now.getTime());
  if (!(await insertOrder(tx, { ...placing, orderId, priced }))) return { kind: 'taken' };
  // Orders that reserve the same e-mail wait for each other here, before they lock anything that other orders wait for.
  const { email } = body.billingInfo;
  if (placing.trade) await insertTradeOrder(tx, orderId, { ...placing.trade, placedAt: now });
  if (placing.passwordHash !== null && !(await reserveEmail(tx, email, orderId))) throw new EmailTaken();
  // The promo comes before the goods: this may wait for another order with the promo, and no goods should be locked meanwhile.
  if (priced.promo && !(await redeem(tx, orderId, { promoId: priced.promo.id, at: now }))) throw new LostRace();
  const units = unitsByItem(priced.lines.map(({ stored, quantity }) => ({ itemId: stored.itemId, quantity })));
  if (!(await takeUnits(tx, orderId, { units, at: now }))) throw new LostRace();
  await takeFromBlanketPo(tx, placing, { orderId, total: priced.totals.total });
  await keepLimits(tx, placing, { orderId, priced });
  await reserveOnAccount(tx, placing, priced.totals.total);
  return { kind: 'awaiting', orderId, total: priced.totals.total };
}

/** Uses the blanket PO that the order's PO number names, or throws why it cannot. */
async function takeFromBlanketPo(
  tx: Tx,
  { trade, now: at }: NewOrder,
  { orderId, total }: { orderId: string; total: Cents },
): Promise<void> {
  if (!trade) return;
  const { access, poNumber } = trade;
  const reason = await takeBlanketPo(tx, { orderId, siteId: access.site.id, poNumber, total, at });
  if (reason !== undefined) throw new OrderRefused(reason);
}

/** Counts an order of a trade account in the spend of its site and buyer, or throws why it cannot be placed without approval. */
async function keepLimits(
  tx: Tx,
  { trade, now: at }: NewOrder,
  { orderId, priced }: { orderId: string; priced: PricedCart },
): Promise<void> {
  if (!trade) return;
  const { access, approval, quote, standing } = trade;
  const order = { access, total: priced.totals.total, at };
  if (approval) {
    if (!(await takeApproval(tx, approval, { orderId, at }))) throw new OrderRefused(limitSentences.decided);
    return countApproved(tx, order);
  }
  if (quote && !(await takeQuote(tx, quote, { orderId, at }))) throw new OrderRefused(limitSentences.quoteGone);
  if (quote?.isApproved) return countApproved(tx, order);
  if (standing && !(await takeStandingRun(tx, standing, { orderId, at })))
    throw new OrderRefused(limitSentences.runGone);
  const lines = namedItems(priced.lines);
  const reasons = await countOrExplain(tx, { ...order, lines });
  if (reasons.length > 0) throw new ApprovalNeeded(reasons);
}

/** Reserves the total in the account's credit. Last, so that the orders of one account wait for each other as briefly as possible. */
async function reserveOnAccount(tx: Tx, { trade }: NewOrder, total: Cents): Promise<void> {
  if (!trade?.isOnAccount || total === 0) return;
  const reason = await reserveCredit(tx, { accountId: trade.access.account.id, total });
  if (reason !== undefined) throw new OrderRefused(reason);
}

/** The reasons why the order cannot be placed as the buyer saw it; empty if it can. */
function reasonsAgainst({ cartItems, expectedTotal }: CheckoutBody, { lines, totals, issues }: PricedCart): string[] {
  const reasons = issues.map(({ reason }) => reason);
  for (const { place: at, stored } of lines) {
    const seen = cartItems[at]?.price ?? stored.price;
    if (seen !== stored.price) {
      reasons.push(sentences.priceChanged(lineName(stored), format(seen), format(stored.price)));
    }
  }
  if (reasons.length > 0) return reasons;
  if (totals.total > maxCents) return [sentences.tooLarge];
  const seen = expectedTotal ?? totals.total;
  return seen === totals.total ? [] : [sentences.totalChanged(format(seen), format(totals.total))];
}

interface OrderToInsert extends NewOrder {
  orderId: string;
  priced: PricedCart;
}

const orderColumns = `id uuid, payment text, user_id uuid, registration_hash text, first_name text, last_name text, email text,
  billing jsonb, shipping jsonb, shipping_method smallint, sub_total_cents bigint, discount_cents bigint,
  shipping_fee_cents bigint, total_cents bigint, gst_cents bigint, promo_id uuid, promo_code text, ip_address text,
  payment_provider text, placed_at timestamptz`;
const itemColumns = `id uuid, position int, product_id uuid, item_id uuid, product_name text, product_code text,
  product_url text, label text, image_key text, quantity int, price_cents bigint, discount_cents bigint`;

/** Inserts attempt, order and items; inserts nothing and returns false if the key already exists. */
async function insertOrder(tx: Tx, writing: OrderToInsert): Promise<boolean> {
  const { key, fingerprint, orderId, now } = writing;
  const { numAffectedRows } = await sql`
    with attempt as (
      insert into checkout_attempts (key, fingerprint, order_id, created_at)
      values (${key}, ${fingerprint}, ${orderId}, ${now}) on conflict do nothing returning key
    ), placed as (
      insert into orders (${namesOf(orderColumns)})
      select r.* from ${recordset([orderRow(writing)], orderColumns)}, attempt
    )
    insert into order_items (order_id, ${namesOf(itemColumns)})
    select ${orderId}::uuid, r.* from ${recordset(itemRows(writing), itemColumns)}, attempt`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

function orderRow({ orderId, body, priced, trade, ...placing }: OrderToInsert): object {
  const { registerAccount: _r, password: _p, confirmPassword: _c, fullAddress: _f, ...typed } = body.billingInfo;
  const billing = { ...typed, ...(trade && billedAccount(trade)) };
  const { firstName, lastName, email, mobile } = billing;
  const { totals, promo } = priced;
  const recipient = recipientOf(body.billingInfo, body.shippingInfo);
  return {
    id: orderId,
    payment: 'awaiting',
    user_id: placing.userId,
    registration_hash: placing.passwordHash,
    first_name: firstName,
    last_name: lastName,
    email,
    billing,
    // A pick-up has a name and a phone number, and no address.
    shipping: recipient
      ? trade
        ? recipientOfSite(trade, billing)
        : recipient
      : { firstName, lastName, email, mobile },
    shipping_method: body.shippingInfo.shippingMethod,
    sub_total_cents: totals.subTotal,
    discount_cents: totals.discount,
    shipping_fee_cents: totals.shippingFee,
    total_cents: totals.total,
    gst_cents: totals.totalIncludedGst,
    promo_id: promo?.id ?? null,
    promo_code: promo?.code ?? null,
    ip_address: placing.ip,
    payment_provider: placing.provider,
    placed_at: placing.now,
  };
}

/** Sorted by item id, so that the referenced rows are always locked in the same order. */
function itemRows({ priced, now }: OrderToInsert): object[] {
  const rows = priced.lines.map(({ place: position, stored, quantity, discount }) => ({
    id: newId(now.getTime()),
    position,
    product_id: stored.productId,
    item_id: stored.itemId,
    product_name: stored.productName,
    product_code: stored.code,
    product_url: stored.url,
    label: stored.label,
    image_key: stored.imageKey,
    quantity,
    price_cents: stored.price,
    discount_cents: discount,
  }));
  return rows.sort((a, b) => (a.item_id < b.item_id ? -1 : 1));
}
