import { wireLine } from '#storefront/cart/priced-cart-json.server.ts';
import { priceItems } from '#storefront/cart/pricing.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { demandReadAccess, missingOrderProblem, type OrderReader } from '../stored/read-orders.server.ts';

/**
 * Returns an order's items as cart lines at today's prices, and a reason for each item that is no longer sold or whose
 * stock is too low. Available to the order's owner, a guest with the key, and users with ManageCartOrders.
 */
export async function buyAgainLines(deps: Deps, orderId: string, reader: OrderReader) {
  const { db, env, clock } = deps;
  const items = await db
    .selectFrom('orders as o')
    .innerJoin('order_items as i', 'i.order_id', 'o.id')
    .select(['o.user_id as userId', 'i.product_id as id', 'i.item_id as variationItemId', 'i.quantity as qty'])
    .where('o.id', '=', orderId)
    .where('o.payment', '=', 'paid')
    .orderBy('i.position')
    .execute();
  const [first] = items;
  if (!first) throw missingOrderProblem(reader);
  await demandReadAccess({ db, env }, { id: orderId, userId: first.userId }, reader);
  const { delivery } = await readSettings(deps);
  const { lines, issues } = await priceItems(db, { items, delivery, now: clock.now() });
  return { cartItems: lines.map(wireLine), issues: issues.map(({ reason }) => ({ reason })) };
}
