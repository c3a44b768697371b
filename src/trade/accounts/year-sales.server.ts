import { sql } from 'kysely';
import { addYears, dayOf, startOf } from '#lib/day.ts';
import { type Cents, zero } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';

const yearBefore = (now: Date): Date => startOf(addYears(dayOf(now), -1));

/** What the orders of an account came to in the last twelve months, with GST, without cancelled ones. */
export async function yearSalesOf(db: Db | Tx, accountId: string, now: Date): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(o.amount_paid_cents), 0)::bigint as cents from trade_orders t join orders o on o.id = t.order_id
    where t.account_id = ${accountId} and t.placed_at >= ${yearBefore(now)} and o.payment = 'paid' and o.status <> 2`.execute(
    db,
  );
  return rows[0]?.cents ?? zero;
}

/** Counts again what the orders of each account came to in the last twelve months, by which the list of accounts is sorted. */
export async function countYearSales({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`
    with sums as (
      select a.id, coalesce(sum(o.amount_paid_cents), 0)::bigint as cents
      from trade_accounts a left join (trade_orders t join orders o on o.id = t.order_id and o.payment = 'paid' and o.status <> 2)
        on t.account_id = a.id and t.placed_at >= ${yearBefore(clock.now())}
      group by a.id
    )
    update trade_accounts a set year_sales_cents = s.cents from sums s where s.id = a.id and a.year_sales_cents <> s.cents`.execute(
    db,
  );
}
