import { sql } from 'kysely';
import type { Cents } from '#lib/money.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { Db } from '#platform/db/db.server.ts';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';
import { personOf } from '../people/person-name.server.ts';

export interface AccountOrder {
  id: string;
  number: string;
  placedDate: string;
  siteName: string;
  buyer: string | null;
  poNumber: string;
  isOnAccount: boolean;
  status: number;
  total: Cents;
}

/** A page of the orders of an account, newest first, without those that are not confirmed. */
export async function readAccountOrders(
  db: Db,
  accountId: string,
  query: { page?: number | undefined; pageSize?: number | undefined },
): Promise<RowsWithTotal<AccountOrder>> {
  const { limit, offset } = limitAndOffset(query);
  const confirmed = sql`from trade_orders t join orders o on o.id = t.order_id and o.payment = 'paid' where t.account_id = ${accountId}`;
  const { rows } = await sql<AccountOrder>`
    select p.id, p.number, ${isoInstant('p.placed_at')} as "placedDate", s.name as "siteName", ${personOf('p.member_id')} as buyer,
      p.po_number as "poNumber", p.is_on_account as "isOnAccount", p.status, p.total_cents as total
    from (select o.id, o.number, o.status, o.total_cents, t.placed_at, t.site_id, t.member_id, t.po_number, t.is_on_account
      ${confirmed} order by t.placed_at desc, t.order_id desc limit ${limit} offset ${offset}) p
    join trade_sites s on s.id = p.site_id order by p.placed_at desc, p.id desc`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${confirmed} limit ${mostRows + 1}) n`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
