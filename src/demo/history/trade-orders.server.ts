import { randomUUID } from 'node:crypto';
import { readSettings } from '#company/settings.server.ts';
import { minuteMs } from '#lib/durations.ts';
import type { Cents } from '#lib/money.ts';
import { type CheckoutBody, checkoutBody } from '#orders/checkout-contract.ts';
import type { makeCheckout } from '#orders/place/checkout.server.ts';
import { priceOrder } from '#orders/place/place-order.server.ts';
import { tradeOrderOf } from '#orders/place/trade-order.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { SiteAccess } from '#trade/accounts/site-access.server.ts';
import { approve } from '#trade/approvals/decide-approval.server.ts';
import { storeRequest } from '#trade/approvals/request-approval.server.ts';
import { blanketPoFault } from '#trade/blanket-pos/take-blanket-po.server.ts';
import { reasonAgainst } from '#trade/credit/credit.ts';
import { readCredit } from '#trade/credit/reserve-credit.server.ts';
import { readLimitReasons, readRuleReasons } from '#trade/limits/approval-reasons.server.ts';
import { followOrder, placedId } from './after-sale.server.ts';
import { billingOf, cartLine, fillCart, type Line } from './cart.server.ts';
import type { Random } from './random.server.ts';
import { acceptNextQuote } from './trade-quotes.server.ts';
import { actorOf, type TradeCustomer, type TradeMember, type World } from './world.server.ts';

/** One order in so many is of a trade account. */
const tradeEvery = 7;

/** Whether the order of a place is one of a trade account, if there is one that can order. */
export const isTradePlace = (place: number): boolean => place % tradeEvery === 3;

interface TradeSale {
  checkOut: ReturnType<typeof makeCheckout>;
  random: Random;
}

/** Places an order on account for a site of a trade account; false if there is no account that can order so much. */
export async function orderOnAccount(world: World, { checkOut, random }: TradeSale): Promise<boolean> {
  const open = world.trade.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return false;
  const customer = open.reduce((first, one) => (one.turn < first.turn ? one : first));
  customer.turn += 1 / customer.weight;
  const ip = `192.0.2.${random.whole(1, 254)}`; // reserved for documentation (RFC 5737)
  const accepted = await acceptNextQuote(world, customer, ip);
  if (accepted) {
    noteOrder(world, customer, accepted);
    return true;
  }
  const member = random.one(customer.members.filter(({ role }) => role !== 'accountsContact'));
  const lines = fillCart(world, member.buyer, random);
  const order = await priced(world, customer, { member, lines, random });
  const credit = await readCredit(world.deps.db, customer.id);
  const { access, poNumber } = order.trade;
  const { total } = order.priced.totals;
  if (!credit || reasonAgainst(credit, total) !== undefined) return false;
  const at = world.deps.clock.now();
  if (await blanketPoFault(world.deps.db, { siteId: access.site.id, poNumber, total, at })) return false;
  const orderId = (await needsApproval(world, { access, total }))
    ? await orderWithApproval(world, customer, { ...order, ip })
    : placedId(await checkOut({ body: order.body, actor: order.actor, key: undefined, ip }));
  if (orderId === null) return false;
  noteOrder(world, customer, { orderId, lines });
  return true;
}

/** Takes an order's goods from the shelf, and plans its payment and what becomes of it. */
export function noteOrder(
  world: World,
  customer: TradeCustomer,
  { orderId, lines }: { orderId: string; lines: readonly Line[] },
): void {
  for (const { item, quantity } of lines) item.onHand -= quantity;
  customer.unpaid.push({ orderId, place: world.timeline.now() });
  followOrder(world, { orderId, isFailing: false, isOnAccount: true, lines: lines.length });
}

interface Cart {
  member: TradeMember;
  lines: readonly Line[];
  random: Random;
}

function bodyOf({ account, poNumbers }: TradeCustomer, { member, lines, random }: Cart): CheckoutBody {
  const { billingInfo } = billingOf(member.buyer, { random, isRegistering: false });
  const ownNumber = (account.poPattern || '99999').replaceAll('9', () => String(random.whole(1, 9)));
  const siteId = random.one(member.siteIds);
  const poNumber = poNumbers.get(siteId) ?? ownNumber;
  return checkoutBody.parse({
    billingInfo: { ...billingInfo, purchaseOrder: account.poRule === 'none' ? '' : poNumber },
    shippingInfo: { shippingMethod: 2, sameAsCheckoutDetails: true },
    trade: { siteId, isOnAccount: true },
    cartItems: lines.map(cartLine),
  });
}

type TradeRequest = Parameters<typeof storeRequest>[1] & { actor: Actor };

/** An order with its price. */
async function priced(world: World, customer: TradeCustomer, cart: Cart): Promise<TradeRequest> {
  const { deps } = world;
  const { buyer } = cart.member;
  const [body, actor] = [bodyOf(customer, cart), actorOf(buyer.id, buyer, 1)];
  const trade = await tradeOrderOf(deps.db, body, actor);
  if (!trade) throw new Error('An order of a trade account has no site.');
  const now = deps.clock.now();
  const { delivery } = await readSettings(deps);
  const order = await priceOrder(deps.db, { body, delivery, trade, now });
  return { key: randomUUID(), body, actor, trade, priced: order.priced };
}

/**
 * Whether an order needs approval; without its lines, as no customer of the demo has rules about items. This is found out beforehand, as an
 * order that is refused would be rolled back, which the one transaction of the history does not allow.
 */
export async function needsApproval({ deps }: World, order: { access: SiteAccess; total: Cents }): Promise<boolean> {
  const limited = { ...order, at: deps.clock.now() };
  const limits = await readLimitReasons(deps.db, limited);
  return limits.length > 0 || (await readRuleReasons(deps.db, { ...limited, lines: [] })).length > 0;
}

/** Asks for approval, forty minutes before now, and approves the order; null if nobody else may approve it. */
async function orderWithApproval(
  { deps }: World,
  { members }: TradeCustomer,
  { ip, ...request }: TradeRequest & { ip: string },
): Promise<string | null> {
  const asker = request.trade.access.memberId;
  const approver = members.find(({ role, memberId }) => /^a(pprover|dministrator)$/.test(role) && memberId !== asker);
  if (!approver) return null;
  const now = deps.clock.now();
  deps.clock.set(new Date(now.getTime() - 40 * minuteMs));
  const { id } = await storeRequest(deps, request);
  deps.clock.set(now);
  const { hash } = await deps.db.selectFrom('approvals').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
  return (await approve(deps, { id, reader: { memberId: approver.memberId, mayApprove: true }, ip }, hash)).orderId;
}

/** Plans a large order of the first person with a limit for each order, which still waits for approval at the end. */
export function planRequests(world: World, customer: TradeCustomer): void {
  const { timeline, orders, deps } = world;
  const member = customer.members.find(({ limit, limitPeriod }) => limit !== undefined && limitPeriod === 'order');
  if (!member) return;
  const random = world.random.part(`request of ${customer.account.name}`);
  timeline.at((0.98 + 0.015 * random.share()) * orders, async () => {
    const carts = Array.from({ length: 8 }, () => fillCart(world, member.buyer, random));
    const largest = carts.reduce((most, cart) => (valueOf(cart) > valueOf(most) ? cart : most));
    const lines = largest.map(({ item, quantity }) => ({ item, quantity: Math.min(2 * quantity, item.onHand) }));
    await storeRequest(deps, await priced(world, customer, { member, lines, random }));
  });
}

const valueOf = (lines: readonly Line[]): number =>
  lines.reduce((value, { item, quantity }) => value + item.price * quantity, 0);
