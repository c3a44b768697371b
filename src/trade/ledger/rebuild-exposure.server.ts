import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { type Cents, format } from '#lib/money.ts';
import { countYearSales } from '../accounts/year-sales.server.ts';

interface Difference {
  id: string;
  name: string;
  stored: Cents;
  counted: Cents;
}

/** Accounts whose stored exposure is not what it sums up: the ledger, and the orders on account that are not invoiced yet. */
async function differences(db: Db | Tx, accountId?: string): Promise<Difference[]> {
  const only = (column: string) => (accountId === undefined ? sql`` : sql`and ${sql.ref(column)} = ${accountId}::uuid`);
  const { rows } = await sql<Difference>`
    with entered as (
      select account_id, sum(cents) as cents from account_entries where true ${only('account_id')} group by account_id
    ), unbilled as (
      select t.account_id, sum(o.total_cents) as cents from orders o join trade_orders t on t.order_id = o.id
      where o.payment = 'awaiting' and t.is_on_account ${only('t.account_id')} group by t.account_id
    )
    select a.id, a.name, a.exposure_cents as stored, (coalesce(e.cents, 0) + coalesce(u.cents, 0))::bigint as counted
    from trade_accounts a left join entered e on e.account_id = a.id left join unbilled u on u.account_id = a.id
    where a.exposure_cents <> coalesce(e.cents, 0) + coalesce(u.cents, 0) ${only('a.id')}`.execute(db);
  return rows;
}

/**
 * Compares the exposure of all accounts with what it sums up, and mends it where it differs, which is a fault of the program: it is logged,
 * and the account's history shows it. Returns how many differed.
 */
export async function rebuildExposure({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  let mended = 0;
  for (const { id } of await differences(db)) {
    await inTransaction(db, async (tx) => {
      await tx.selectFrom('trade_accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const [difference] = await differences(tx, id); // compared again, now that nobody can change it
      if (!difference) return;
      const { name, stored, counted } = difference;
      await tx.updateTable('trade_accounts').set({ exposure_cents: counted }).where('id', '=', id).execute();
      const entry = { actor: null, action: 'mend-exposure', entity: 'trade-account', entityId: id, at: clock.now() };
      await audit(tx, {
        ...entry,
        before: { name, exposure: format(stored) },
        after: { name, exposure: format(counted) },
      });
      log.error({ accountId: id, stored, counted }, 'the exposure of a trade account was wrong and has been mended');
      mended++;
    });
  }
  return mended;
}

const rebuildJob = jobKind<object>('account-exposure');

/** Compares the exposures and counts the year's sales once a day; call before the queue starts. */
export function startExposureRebuild(deps: Deps): void {
  deps.jobs.daily(rebuildJob, async () => {
    await rebuildExposure(deps);
    await countYearSales(deps);
  });
}
