import { checkoutBody } from '#orders/checkout-contract.ts';
import { makeCheckout } from '#orders/place/checkout.server.ts';
import { followOrder, placedId } from './after-sale.server.ts';
import { billingOf, cartLine, fillCart, type Line } from './cart.server.ts';
import type { Random } from './random.server.ts';
import { isTradePlace, orderOnAccount } from './trade-orders.server.ts';
import { actorOf, type World } from './world.server.ts';

/** Test cards; `other` is a second good one. */
const cards = { good: '4242 4242 4242 4242', other: '5555 5555 5555 4444', refusesRefunds: '4000 0000 0000 5126' };

/** Orders, counted from the end, that are paid by the card that refuses refunds. */
const refusedRefunds = [44, 18];

/** Adds all orders, one at each place of the timeline. */
export function addOrders(world: World): void {
  const { timeline, orders, deps } = world;
  const random = world.random.part('orders');
  const checkOut = makeCheckout(deps);
  const ofTrade = { checkOut, random: world.random.part('orders on account') };
  for (let place = 0; place < orders; place++) {
    timeline.at(place + random.share(), async () => {
      const isPlaced = isTradePlace(place) && (await orderOnAccount(world, ofTrade));
      if (!isPlaced) await placeOrder(world, { checkOut, random, place });
    });
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
