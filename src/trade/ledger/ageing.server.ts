import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, endOf } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import { lowestIdAt } from '#lib/uuid.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';

/**
 * What an account owes, by how long it has been due. `credit` is what is not allocated yet and never positive, so that the parts add up to
 * `balance`, which is the sum of the account's entries.
 */
export interface Ageing {
  notDue: Cents;
  to30: Cents;
  to60: Cents;
  to90: Cents;
  over90: Cents;
  credit: Cents;
  balance: Cents;
}

/** The business day of the ageing, and today, until which there are entries. */
export interface AsAt {
  day: Day;
  today: Day;
}

/**
 * Rows whose sum by account, due day and side is what was open at the end of a day. Those of today are `open_entries`; for an earlier day
 * the allocations made since are undone. An entry's rows may be several.
 */
function openAsAt({ day, today }: AsAt, accountId?: string): RawBuilder<unknown> {
  const ofAccount = (name: string) =>
    accountId === undefined ? sql`` : sql`and ${sql.ref(`${name}.account_id`)} = ${accountId}::uuid`;
  const now = sql`select o.account_id, o.due_day, o.open_cents as cents, o.open_cents > 0 as is_debit from open_entries o`;
  if (day >= today) return sql`(${now} where true ${ofAccount('o')})`;
  // An allocation is dated on the day of its making or earlier, so that later ones are at the end of the primary key.
  const later = sql`a.id >= ${lowestIdAt(endOf(day).getTime())} and a.on_day > ${day}`;
  return sql`(
    ${now} where o.on_day <= ${day} ${ofAccount('o')}
    union all
    select e.account_id, coalesce(e.due_day, e.on_day), a.cents, true
    from allocations a join account_entries e on e.id = a.debit_id
    where ${later} and e.on_day <= ${day} ${ofAccount('e')}
    union all
    select e.account_id, e.on_day, -a.cents, false
    from allocations a join account_entries e on e.id = a.credit_id
    where ${later} and e.on_day <= ${day} ${ofAccount('e')})`;
}

/** The parts of `Ageing` over the rows of `openAsAt`; overdue is from the day after the due day on. */
function parts(day: Day): RawBuilder<unknown> {
  const owed = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(cents) filter (where is_debit and ${condition}), 0)::bigint`;
  const overdue = (from: number, to: number) =>
    sql`due_day between ${addDays(day, -to)}::date and ${addDays(day, -from)}::date`;
  return sql`${owed(sql`due_day >= ${day}::date`)} as "notDue", ${owed(overdue(1, 30))} as to30,
    ${owed(overdue(31, 60))} as to60, ${owed(overdue(61, 90))} as to90,
    ${owed(sql`due_day < ${addDays(day, -90)}::date`)} as over90,
    coalesce(sum(cents) filter (where not is_debit), 0)::bigint as credit, coalesce(sum(cents), 0)::bigint as balance`;
}

/** One account's ageing as at the end of a day. */
export async function ageingOf(db: Db | Tx, accountId: string, asAt: AsAt): Promise<Ageing> {
  const { rows } = await sql<Ageing>`select ${parts(asAt.day)} from ${openAsAt(asAt, accountId)} opened`.execute(db);
  return rows[0] as Ageing; // an aggregate always has a row
}

export interface Debtor extends Ageing {
  id: string;
  number: number;
  name: string;
  status: 'open' | 'hold' | 'closed';
  limit: Cents;
  exposure: Cents;
}

interface Paging {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface DebtorsQuery {
  search?: string | undefined;
  isOverdue?: boolean | undefined;
  sort?: string | undefined;
}

const sorts: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(a.name)`,
  balance: sql`g.balance`,
  overdue: sql`g.to30 + g.to60 + g.to90 + g.over90`,
};

/** The accounts that owe something or have credit, with their ageing. */
export function debtorsQuery(
  asAt: AsAt,
  { search = '', isOverdue = false, sort = '-overdue' }: DebtorsQuery,
): RawBuilder<Debtor> {
  const column = sorts[sort.replace(/^-/, '')] ?? sql`lower(a.name)`;
  const typed = search.trim().toLowerCase();
  const found = sql`(strpos(lower(a.name), ${typed}) > 0 or a.number::text = ${typed})`;
  return sql<Debtor>`
    select a.id, a.number, a.name, a.status, a.credit_limit_cents as "limit", a.exposure_cents as exposure, g.*, count(*) over () as total
    from (select account_id, ${parts(asAt.day)} from ${openAsAt(asAt)} opened group by account_id
      having bool_or(cents <> 0)) g
    join trade_accounts a on a.id = g.account_id
    where ${typed === '' ? sql`true` : found} and ${isOverdue ? sql`g.to30 + g.to60 + g.to90 + g.over90 > 0` : sql`true`}
    order by ${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, a.number`;
}

/** A page of the accounts that owe something or have credit. */
export async function readDebtors(
  db: Db,
  asAt: AsAt,
  { page, pageSize, ...query }: DebtorsQuery & Paging,
): Promise<RowsWithTotal<Debtor>> {
  const { limit, offset } = limitAndOffset({ page, pageSize });
  const { rows } = await sql<Debtor & { total: number }>`
    ${debtorsQuery(asAt, query)} limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ total: _t, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** The ageing of all accounts together. */
export async function totalAgeing(db: Db, asAt: AsAt): Promise<Ageing> {
  const { rows } = await sql<Ageing>`select ${parts(asAt.day)} from ${openAsAt(asAt)} opened`.execute(db);
  return rows[0] as Ageing; // an aggregate always has a row
}
