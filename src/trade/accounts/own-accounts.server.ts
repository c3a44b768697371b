import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { OwnAccount } from './own-contract.ts';
import { isSiteOfMember } from './site-access.server.ts';

/** The trade accounts of which somebody is a member, with their sites there. Accounts that are not open yet are left out. */
export async function readOwnAccounts(db: Db, userId: string): Promise<OwnAccount[]> {
  const { rows } = await sql<OwnAccount>`
    select a.id, a.number, a.name, a.abn, nullif(a.postal_address, '{}') as "postalAddress", a.status, r.permissions,
      a.po_rule as "poRule", a.po_pattern as "poPattern",
      json_build_object('kind', a.terms_kind, 'days', a.terms_days) as terms,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'address', s.address, 'instructions', s.instructions,
          'hours', s.hours, 'contactName', s.contact_name, 'contactPhone', s.contact_phone, 'costCentre', s.cost_centre,
          'budget', s.budget_cents) order by lower(s.name), s.id)
        from trade_sites s where s.account_id = a.id and s.archived_at is null and ${isSiteOfMember(sql`s.id`)}), '[]') as sites
    from trade_members m
    join trade_accounts a on a.id = m.account_id and a.status in ('open', 'hold', 'closed')
    join trade_roles r on r.id = m.role_id
    where m.user_id = ${userId} and m.removed_at is null
    order by lower(a.name), a.id`.execute(db);
  return rows;
}
