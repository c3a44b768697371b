import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';

/** Tables with a column `account_id`, those that refer to others before them. What belongs to their rows goes with these. */
export const tablesOfAccounts = [
  'open_entries',
  'account_card_payments',
  'account_reminders',
  'account_entries',
  'standing_orders',
  'quotes',
  'approvals',
  'approval_rules',
  'trade_orders',
  'blanket_pos',
  'order_lists',
  'former_supplier_codes',
  'trade_members',
  'trade_roles',
  'trade_sites',
] as const;

/**
 * Removes trade accounts of the demo content with their ledgers, sites and people. Their orders become orders of persons, unless the
 * caller removes them too. Real accounts are closed, never removed. If none are left, their numbers start again.
 */
export async function removeAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const accounts = sql`any(${accountIds}::uuid[])`;
  await sql`select from trade_accounts where id = ${accounts} order by id for update`.execute(tx); // nobody orders meanwhile
  const entries = sql`(select id from account_entries where account_id = ${accounts})`;
  await sql`delete from allocations where debit_id in ${entries} or credit_id in ${entries}`.execute(tx);
  await sql`delete from bank_lines where entry_id in ${entries}`.execute(tx);
  await sql`delete from accounting_export_documents where entry_id in ${entries}`.execute(tx);
  await sql`
    delete from trade_spend where owner_id in (
      select id from trade_sites where account_id = ${accounts} union all select id from trade_members where account_id = ${accounts})`.execute(
    tx,
  );
  for (const table of tablesOfAccounts)
    await sql`delete from ${sql.table(table)} where account_id = ${accounts}`.execute(tx);
  await sql`delete from trade_accounts where id = ${accounts}`.execute(tx);
  await sql`
    update counters set value = 1000 where name in ('trade account', 'quote') and not exists (select from trade_accounts)`.execute(
    tx,
  );
}

/** Removes price lists of the demo content, but for those that an account, a site or another list still uses. Returns the removed ones. */
export async function removePriceLists(tx: Tx, listIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive used (id) as (
      select price_list_id from trade_accounts where price_list_id is not null
      union select price_list_id from trade_sites where price_list_id is not null
      union select id from price_lists where id <> all(${listIds}::uuid[])
      union select p.parent_id from used u join price_lists p on p.id = u.id where p.parent_id is not null
    )
    delete from price_lists where id = any(${listIds}::uuid[]) and id not in (select id from used) returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
