import { sql } from 'kysely';
import type { Cents } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type Credit, reasonAgainst } from './credit.ts';
import { creditSentences as sentences } from './credit-sentences.ts';

/**
 * Reserves the total of an order in its account's credit; undefined if that was possible, and otherwise why not. The condition is in the
 * update, so that of two orders at the same moment the second sees the first.
 */
export async function reserveCredit(
  tx: Tx,
  { accountId, total }: { accountId: string; total: Cents },
): Promise<string | undefined> {
  const { numAffectedRows } = await sql`
    update trade_accounts set exposure_cents = exposure_cents + ${total}
    where id = ${accountId} and status = 'open' and exposure_cents + ${total} <= credit_limit_cents`.execute(tx);
  if (numAffectedRows === 1n) return undefined;
  const credit = await readCredit(tx, accountId);
  return credit ? reasonAgainst(credit, total) : sentences.notOpen;
}

/** Gives back what an unpaid order has reserved. To be called once, by the code that has released the order. */
export async function releaseCredit(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update trade_accounts a set exposure_cents = a.exposure_cents - o.total_cents
    from trade_orders t join orders o on o.id = t.order_id
    where t.order_id = ${orderId} and t.is_on_account and a.id = t.account_id`.execute(tx);
}

/** What an account may still order; undefined if there is none with this id. */
export async function readCredit(db: Db | Tx, accountId: string): Promise<Credit | undefined> {
  const { rows } = await sql<Credit>`
    select status, credit_limit_cents as "limit", exposure_cents as exposure from trade_accounts where id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}
