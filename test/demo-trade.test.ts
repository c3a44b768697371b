import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { listDebtors } from '#trade/ledger/contract.ts';
import { rebuildExposure } from '#trade/ledger/rebuild-exposure.server.ts';
import { quoteStates } from '#trade/quotes/shapes.ts';
import { demoYear } from './demo-year.ts';
import { makeAdministrator } from './people.ts';

const { db, deps, ask, numbers, countOf } = await demoYear();

test('it has trade accounts of every kind, with sites, lists, budgets, and requests that wait for approval', async () => {
  const statuses = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from trade_accounts group by status order by status`.execute(db);
  expect(statuses.rows).toEqual([
    { status: 'applied', count: 1 },
    { status: 'hold', count: 1 },
    { status: 'open', count: 6 },
  ]);
  const sites = await numbers(sql`select count(*)::int as value from trade_sites group by account_id`);
  expect([Math.min(...sites), Math.max(...sites)]).toEqual([3, 12]);
  const roles = sql<{
    value: number;
  }>`select count(distinct role_id)::int as value from trade_members where user_id is not null`;
  expect(await countOf(roles)).toBe(4);
  const found = await sql<Record<string, number>>`
    select (select count(*) from trade_sites where budget_cents is not null)::int as budgets,
      (select count(*) from trade_members where user_id is null)::int as invited,
      (select count(*) from order_list_items where par is not null)::int as "par levels",
      (select count(*) from price_lists where parent_id is not null)::int as "price lists with a parent",
      (select count(*) from list_prices where min_quantity > 1)::int as "quantity breaks",
      (select count(*) from trade_accounts where submission_id is not null and status = 'open')::int as "approved applications",
      (select count(*) from approvals where state = 'approved' and order_id is not null)::int as approved,
      (select count(*) from account_entries where kind = 'adjustment')::int as adjustments,
      (select count(distinct blanket_po_id) from trade_orders)::int as "blanket POs in use",
      (select count(*) from account_entries e join open_entries o on o.entry_id = e.id
        where e.kind = 'invoice' and o.open_cents < e.cents)::int as "part payments",
      (select count(*) from open_entries o right join account_entries e on e.id = o.entry_id
        where e.kind = 'invoice' and o.entry_id is null)::int as "paid invoices"`.execute(db);
  expect(Object.entries(found.rows[0] ?? { everything: 0 }).filter(([, count]) => count === 0)).toEqual([]);
  const waiting = await sql<{ why: string }>`
    select e.note as why from approvals a join approval_events e on e.approval_id = a.id and e.kind = 'requested'
    where a.state = 'open'`.execute(db);
  expect(waiting.rows).toHaveLength(2);
  for (const { why } of waiting.rows) expect(why).toMatch(/^This order of .+ above|need approval/);
});

test('quotes are in every state, and the one that was accepted has become an order at its prices', async () => {
  const { rows } = await sql<{ state: string; difference: number | null }>`
    select q.state, sum(o.total_cents - q.total_cents)::int as difference
    from quotes q left join orders o on o.id = q.order_id group by q.state order by q.state`.execute(db);
  const differences = quoteStates.toSorted().map((state) => ({ state, difference: state === 'ordered' ? 0 : null }));
  expect(rows).toEqual(differences);
});

test('it has standing orders that were ordered, skipped, and wait to be confirmed', async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from standing_order_runs group by state`.execute(db);
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  for (const state of ['open', 'ordered', 'skipped']) expect([state, counts[state] ?? 0]).not.toEqual([state, 0]);
});

test('it has deliveries in parts, some of them still to be packed, with proof and back orders', async () => {
  const { rows } = await sql<{ state: string }>`select distinct state from deliveries order by state`.execute(db);
  expect(rows.map(({ state }) => state)).toEqual(['delivered', 'dispatched', 'packing']);
  const found = await sql<Record<string, number>>`
    select (select count(*) from deliveries where has_photo and has_signature)::int as proofs,
      (select count(*) from deliveries where number = 2)::int as "second parts",
      (select count(*) from back_orders)::int as "back orders"`.execute(db);
  expect(Object.entries(found.rows[0] ?? { everything: 0 }).filter(([, count]) => count === 0)).toEqual([]);
});

test('what each account owes is the sum of its entries, its exposure, and its ageing, of which no part is empty', async () => {
  expect(await rebuildExposure(deps)).toBe(0);
  const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
  type Debtor = z.input<(typeof listDebtors)['shapes']['reply']>[number];
  const { body: debtors } = await ask<Debtor[]>('GET', '/v1/debtors?pageSize=50', { token });
  const sums = await sql<{ id: string; balance: number }>`
    select account_id as id, sum(cents)::int as balance from account_entries group by account_id having sum(cents) <> 0`.execute(
    db,
  );
  expect(Object.fromEntries(debtors.map(({ id, balance }) => [id, Math.round(balance * 100)]))).toEqual(
    Object.fromEntries(sums.rows.map(({ id, balance }) => [id, balance])),
  );
  for (const part of ['notDue', 'to30', 'to60', 'to90', 'over90'] as const)
    expect([part, Math.max(...debtors.map((debtor) => debtor[part]))]).not.toEqual([part, 0]);
});

test('what sites and people have spent in a month is what they have ordered then', async () => {
  const wrong = await sql`
    select s.owner_id from trade_spend s where s.cents <> (
      select coalesce(sum(o.total_cents), 0) from trade_orders t join orders o on o.id = t.order_id
      where s.owner_id in (t.site_id, t.member_id) and t.counted_month = s.month)`.execute(db);
  expect(wrong.rows).toEqual([]);
  expect(await countOf(sql`select count(*)::int as value from trade_spend`)).toBeGreaterThan(0);
});
