import { randomBytes } from 'node:crypto';
import type { Random } from './random.server.ts';
import type { ShelfItem } from './shelf.server.ts';
import type { Buyer, World } from './world.server.ts';

export interface Line {
  item: ShelfItem;
  quantity: number;
}

export const cartLine = ({ item, quantity }: Line) => ({
  id: item.productId,
  variationItemId: item.hasVariations ? item.id : null,
  qty: quantity,
});

/** What a customer of this kind usually buys, as far as it is in stock. The same customer mostly takes the same size and colour. */
export function fillCart({ content, shelf }: World, buyer: Buyer, random: Random): Line[] {
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

/** The billing form of a buyer. A buyer who registers at the checkout gets a password that nobody knows. */
export function billingOf(buyer: Buyer, { random, isRegistering }: { random: Random; isRegistering: boolean }) {
  const { id: _id, kind: _kind, weight: _weight, since: _since, account: _account, ...fields } = buyer;
  const password = isRegistering ? `${randomBytes(24).toString('base64url')}1` : undefined;
  const registration = isRegistering && { registerAccount: true, password, confirmPassword: password };
  const purchaseOrder = random.happens(0.3) ? `PO ${random.whole(1_100, 9_800)}` : '';
  return { billingInfo: { ...fields, purchaseOrder, ...registration } };
}
