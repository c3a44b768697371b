import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';

/** Whether somebody is one of the people of a site's account, and of the site. */
export async function ordersFor(
  db: Db | Tx,
  { memberId, siteId }: { memberId: string; siteId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from trade_members m join trade_sites s on s.account_id = m.account_id and s.id = ${siteId} and s.archived_at is null
    join users u on u.id = m.user_id and u.archived_at is null
    where m.id = ${memberId} and m.removed_at is null and (m.has_all_sites or exists (
      select from trade_member_sites t where t.member_id = m.id and t.site_id = s.id))`.execute(db);
  return rows.length === 1;
}
