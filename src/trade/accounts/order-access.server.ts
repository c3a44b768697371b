import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';

/** Whether somebody may read an order that another person of their account has placed: with SeeAllOrders or SeeInvoices, for one of their sites. */
export async function mayReadOrder(db: Db, { orderId, userId }: { orderId: string; userId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from trade_orders t
    join trade_accounts a on a.id = t.account_id and a.status in ('open', 'hold', 'closed')
    join trade_members m on m.account_id = t.account_id and m.user_id = ${userId} and m.removed_at is null
    join trade_roles r on r.id = m.role_id and r.permissions && array['SeeAllOrders', 'SeeInvoices']
    where t.order_id = ${orderId} and (m.has_all_sites
      or exists (select from trade_member_sites s where s.member_id = m.id and s.site_id = t.site_id))`.execute(db);
  return rows.length > 0;
}
