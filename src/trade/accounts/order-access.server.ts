import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { isSiteOfMember } from './site-access.server.ts';

/** Whether somebody may read an order that another person of their account has placed: with SeeAllOrders or SeeInvoices, for one of their sites. */
export async function mayReadOrder(db: Db, { orderId, userId }: { orderId: string; userId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from trade_orders o
    join trade_accounts a on a.id = o.account_id and a.status in ('open', 'hold', 'closed')
    join trade_members m on m.account_id = o.account_id and m.user_id = ${userId} and m.removed_at is null
    join trade_roles r on r.id = m.role_id and r.permissions && array['SeeAllOrders', 'SeeInvoices']
    where o.order_id = ${orderId} and ${isSiteOfMember(sql`o.site_id`)}`.execute(db);
  return rows.length > 0;
}
