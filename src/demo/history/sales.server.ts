import { randomBytes } from 'node:crypto';
import { checkoutBody } from '#orders/checkout-contract.ts';
import { type CheckoutDecision, makeCheckout } from '#orders/place/checkout.server.ts';
import { followOrder } from './after-sale.server.ts';
import type { Random } from './random.server.ts';
import type { ShelfItem } from './shelf.server.ts';
import { actorOf, type Buyer, type World } from './world.server.ts';

/** Test cards; `other` is a second good one. */
const cards = { good: '4242 4242 4242 4242', other: '5555 5555 5555 4444', refusesRefunds: '4000 0000 0000 5126' };

/** Orders, counted from the end, that are paid by the card that refuses refunds. */
const refusedRefunds = [44, 18];

interface Line {
  item: ShelfItem;
  quantity: number;
}

/** Adds all orders, one at each place of the timeline. */
export function addOrders(world: World): void {
  const { timeline, orders, deps } = world;
  const random = world.random.part('orders');
  const checkOut = makeCheckout(deps);
  for (let place = 0; place < orders; place++) {
    timeline.at(place + random.share(), () => placeOrder(world, { checkOut, random, place }));
  }
}

interface Sale {
  checkOut: ReturnType<typeof makeCheckout>;
  random: Random;
  place: number;
}

async function placeOrder(world: World, { checkOut, random, place }: Sale): Promise<void> {
  const share = place / world.orders;
  const present = world.buyers.filter(({ since, account, id }) => since <= share && (account !== 'registered' || id));
  const buyer = random.weighted(present);
  const lines = fillCart(world, buyer, random);
  const isRegistering = buyer.account === 'checkout' && buyer.id === undefined;
  const isFailing = refusedRefunds.includes(world.orders - place);
  const promoCode = promoFor(lines, { random, isFirst: isRegistering || random.happens(0.04) });
  const body = {
    ...paymentOf(random, isFailing),
    ...deliveryOf(random),
    ...billingOf(buyer, { random, isRegistering }),
  };
  const order = async (promo: string | null) =>
    checkOut({
      key: undefined,
      ip: `192.0.2.${random.whole(1, 254)}`, // reserved for documentation (RFC 5737)
      actor: buyer.id === undefined ? null : actorOf(buyer.id, buyer, 1),
      body: checkoutBody.parse({ ...body, promoCode: promo, cartItems: lines.map(cartLine) }),
    });
  let decision = await order(promoCode);
  if (decision.kind === 'refused' && promoCode !== null) decision = await order(null);
  const orderId = placedId(decision);
  for (const { item, quantity } of lines) item.onHand -= quantity;
  if (decision.kind === 'placed' && decision.isRegistered) buyer.id = decision.userId ?? undefined;
  followOrder(world, { orderId, isFailing, lines: lines.length });
}

function placedId(decision: CheckoutDecision): string {
  if (decision.kind === 'placed') return decision.orderId;
  throw new Error(`An order was not placed: ${JSON.stringify(decision)}`);
}

const cartLine = ({ item, quantity }: Line) => ({
  id: item.productId,
  variationItemId: item.hasVariations ? item.id : null,
  qty: quantity,
});

/** What a customer of this kind usually buys, as far as it is in stock. The same customer mostly takes the same size and colour. */
function fillCart({ content, shelf }: World, buyer: Buyer, random: Random): Line[] {
  const wishes = (content.baskets[buyer.kind] ?? []).map(([url, weight, units]) => ({ url, weight, units }));
  const taste = buyer.companyName.length;
  const cart = new Map<string, Line>();
  const size = random.weighted(
    [1, 2, 3, 4, 5, 6, 8].map((count, i) => ({ count, weight: [2, 4, 6, 6, 4, 2, 1][i] ?? 1 })),
  );
  for (let tries = 0; cart.size < size.count && tries < 40; tries++) {
    const wish = random.weighted(wishes);
    const choice = shelf.ofProduct(wish.url).filter(({ onHand, id }) => onHand > 0 && !cart.has(id));
    const item = random.happens(0.7)
      ? choice[taste % Math.max(choice.length, 1)]
      : choice[random.whole(0, choice.length - 1)];
    if (!item) continue;
    const quantity = Math.min(Math.max(1, Math.round(wish.units * (0.5 + 1.3 * random.share()))), item.onHand);
    cart.set(item.id, { item, quantity });
  }
  if (cart.size === 0) throw new Error(`Nothing that ${buyer.companyName} buys is left on the shelf.`);
  return [...cart.values()];
}

/** A promo code for an order, if the buyer knows one. */
function promoFor(lines: readonly Line[], { random, isFirst }: { random: Random; isFirst: boolean }): string | null {
  const total = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
  const hasFloorCare = lines.some(({ item }) => /floor|mop/.test(item.url));
  if (isFirst) return total > 15_000 && random.happens(0.1) ? 'FIRSTSITE' : 'WELCOME10';
  if (hasFloorCare && random.happens(0.16)) return 'FLOORS15';
  return total > 25_000 && random.happens(0.12) ? 'BULK20' : null;
}

const paymentOf = (random: Random, isFailing: boolean) => ({
  cardNumber: isFailing ? cards.refusesRefunds : random.happens(0.6) ? cards.good : cards.other,
  expiryDate: '12/49',
  cvc: '123',
});

const deliveryOf = (random: Random) => ({
  shippingInfo: random.happens(0.14) ? { shippingMethod: 1 } : { shippingMethod: 2, sameAsCheckoutDetails: true },
});

/** The billing form of a buyer. A buyer who registers at the checkout gets a password that nobody knows. */
function billingOf(buyer: Buyer, { random, isRegistering }: { random: Random; isRegistering: boolean }) {
  const { id: _id, kind: _kind, weight: _weight, since: _since, account: _account, ...fields } = buyer;
  const password = isRegistering ? `${randomBytes(24).toString('base64url')}1` : undefined;
  const registration = isRegistering && { registerAccount: true, password, confirmPassword: password };
  const purchaseOrder = random.happens(0.3) ? `PO ${random.whole(1_100, 9_800)}` : '';
  return { billingInfo: { ...fields, purchaseOrder, ...registration } };
}
