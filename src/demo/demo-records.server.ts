import { sql } from 'kysely';
import { removePasswords } from '#accounts/profile/write-users.server.ts';
import { noPassword } from '#accounts/sign-in/password-hashing.server.ts';
import { administratorType } from '#lib/api/access.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { noteEvent } from '#platform/db/system-events.server.ts';
import type { DemoCounts } from './contract.ts';

/** The request id that the history shows for everything that was made up. */
export const demoRequest = 'demo-content';

/** The tables of the records that make up the demo content. What belongs to such a record, such as an order's lines, is not listed. */
export const demoTables = [
  'users',
  'orders',
  'purchase_orders',
  'form_submissions',
  'enquiries',
  'search_misses',
  'trade_accounts',
  'price_lists',
] as const;
export type DemoTable = (typeof demoTables)[number];

/**
 * Whether nobody has used the shop yet: no orders, purchase orders, submissions, enquiries, searches, trade accounts or price lists. Only then is everything found there
 * later made up.
 */
export async function isUnused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from orders) or exists (select from purchase_orders) or exists (select from form_submissions)
      or exists (select from enquiries) or exists (select from search_misses)
      or exists (select from trade_accounts) or exists (select from price_lists) as "isUsed"`.execute(db);
  return rows[0]?.isUsed === false;
}

/**
 * Records what was made up until `at` in a shop that was unused: these users, and all records in the other tables. Nobody can sign in as
 * one of the users.
 */
export async function recordDemoContent(db: Db, userIds: readonly string[], at: Date): Promise<void> {
  await removePasswords(db, userIds);
  await sql`
    insert into demo_records (kind, id)
    select 'users', unnest(${userIds}::text[])
    union all select 'orders', id::text from orders
    union all select 'purchase_orders', id::text from purchase_orders
    union all select 'form_submissions', id::text from form_submissions
    union all select 'enquiries', id::text from enquiries
    union all select 'search_misses', phrase from search_misses
    union all select 'trade_accounts', id::text from trade_accounts
    union all select 'price_lists', id::text from price_lists`.execute(db);
  await noteEvent(db, 'demo-made', at);
}

/** The moment at which the made-up history ends. Whatever was done later under a made-up user's name was done by a real person. */
export async function demoMadeAt(tx: Tx): Promise<Date> {
  return (await tx.selectFrom('system_events').select('at').where('name', '=', 'demo-made').executeTakeFirstOrThrow())
    .at;
}

/**
 * A condition on `users u`: a real person has taken over the account. It then has a password, or an e-mail address that does not end in
 * `.example`, where mail reaches nobody. Nobody can use an account that has neither.
 */
export const isTakenOver = sql<boolean>`(u.password_hash <> ${noPassword} or u.email not like '%.example')`;

/** The ids of the made-up records of one table. */
export async function demoIds(tx: Db | Tx, kind: DemoTable): Promise<string[]> {
  const rows = await tx.selectFrom('demo_records').select('id').where('kind', '=', kind).execute();
  return rows.map(({ id }) => id);
}

/** How much demo content there is, without accounts that somebody has taken over; null if there is none. */
export async function countDemoContent(db: Db): Promise<DemoCounts | null> {
  const { rows } = await sql<DemoCounts>`
    select count(*) filter (where kind = 'orders')::int as orders,
      count(*) filter (where u.user_type <> ${administratorType})::int as customers,
      count(*) filter (where u.user_type = ${administratorType})::int as staff,
      count(*) filter (where kind = 'form_submissions')::int as submissions,
      count(*) filter (where kind = 'enquiries')::int as enquiries,
      count(*) filter (where kind = 'purchase_orders')::int as "purchaseOrders",
      count(*) filter (where kind = 'trade_accounts')::int as "tradeAccounts"
    from demo_records r left join users u on r.kind = 'users' and u.id::text = r.id and not ${isTakenOver}
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}
