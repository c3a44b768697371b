import { sql } from 'kysely';
import { wireLine } from '#storefront/cart/priced-cart-json.server.ts';
import { priceItems } from '#storefront/cart/pricing.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { isSiteOfMember } from '#trade/accounts/site-access.server.ts';
import type { ListsOfSite } from '#trade/prices/item-price.ts';
import { readSettings } from '#company/settings.server.ts';
import { demandReadAccess, missingOrderProblem, type OrderReader } from '../stored/read-orders.server.ts';

/**
 * Returns an order's items as cart lines at today's prices (those of its site, for the people of that site), and a reason for each
 * item that is no longer sold or whose stock is too low. Available to the order's owner, a guest with the key, and users with ManageCartOrders.
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
  const lists = await listsFor(db, orderId, reader);
  const { lines, issues } = await priceItems(db, { items, delivery, lists, now: clock.now() });
  return { cartItems: lines.map(wireLine), issues: issues.map(({ reason }) => ({ reason })) };
}

/** The price lists of the site of a trade order, for somebody who has the site. */
async function listsFor(db: Db, orderId: string, { actor }: OrderReader): Promise<ListsOfSite | undefined> {
  const { rows } = await sql<ListsOfSite>`
    select s.price_list_id as site, a.price_list_id as account
    from trade_orders o join trade_sites s on s.id = o.site_id and s.archived_at is null join trade_accounts a on a.id = o.account_id
    join trade_members m on m.account_id = a.id and m.user_id = ${actor?.id ?? null}::uuid and m.removed_at is null
    where o.order_id = ${orderId} and ${isSiteOfMember(sql`o.site_id`)}`.execute(db);
  return rows[0];
}
