import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import type { OrderRow } from '../contract.ts';

/*
 * Searches with more than 10,000 matches are not counted exactly, and the matches of common words are not collected at
 * all. Here nearly all orders are by somebody named Lee, a quarter by somebody named Bell, and a few contain common words
 * in a rare sequence.
 */

const { ask, deps } = await testApp();
const { db, clock } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
const count = 45_000;
const zephyrs = 15;

/** Names by the order's index; the order with the highest index is the newest. */
const firstNameOf = (n: number) => (n % 4 === 0 ? 'Bell' : 'Aroha');
const lastNameOf = (n: number) => (n % 3000 === 0 ? 'Zephyr' : 'Lee');

beforeAll(async () => {
  const names = sql`(case when n % 4 = 0 then 'Bell' else 'Aroha' end), (case when n % 3000 = 0 then 'Zephyr' else 'Lee' end)`;
  await sql`
    insert into orders (id, number, status, payment, first_name, last_name, email, billing, shipping, shipping_method,
      sub_total_cents, discount_cents, shipping_fee_cents, total_cents, gst_cents, amount_paid_cents, ip_address,
      payment_provider, placed_at, words)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'SO-' || (100000 + n), 0, 'paid', ${names},
      'guest@example.com', '{}', '{}', 1, 100, 0, 0, 100, 9, 100, '192.0.2.1', 'test',
      ${clock.now()}::timestamptz - (${count}::int - n) * interval '1 minute',
      search_words(concat_ws(' ', ${names}, case when n % 3000 = 0 then 'red mop here mop kit' when n % 2 = 0 then 'red mop'
        else 'mop red' end))
    from generate_series(0, ${count - 1}::int) n`.execute(db);
  await sql`analyze orders`.execute(db);
});

const all = Array.from({ length: count }, (_, i) => count - 1 - i);
const numberOf = (n: number) => `SO-${100_000 + n}`;

async function list(search: string, page: number, sort = '-orderDate') {
  const query = new URLSearchParams({ search, page: String(page), pageSize: '10', sort });
  const filter = { startDate: '2026-01-01', endDate: '2026-03-02', orderStatuses: [0, 1, 2, 3, 4] };
  const path = `/v1/manage-orders/filter?${query}`;
  const { status, body, headers } = await ask<OrderRow[]>('POST', path, { token, body: filter });
  expect(status).toBe(200);
  return { numbers: body.map(({ orderNumber }) => orderNumber), total: Number(headers['x-total-count']) };
}

test.each([
  ['lee', (n: number) => lastNameOf(n) === 'Lee'],
  ['aro', (n: number) => firstNameOf(n) === 'Aroha'],
  ['bell', (n: number) => firstNameOf(n) === 'Bell'],
  ['mop aroha', (n: number) => firstNameOf(n) === 'Aroha'],
  ['"red mop"', (n: number) => n % 2 === 0],
])('a search for %s, with more than 10,000 matches, shows its first and later pages', async (search, isFound) => {
  const found = all.filter(isFound).map(numberOf);
  for (const _time of [1, 2]) {
    expect(await list(search, 1)).toEqual({ numbers: found.slice(0, 10), total: 10_001 });
    expect(await list(search, 999)).toEqual({ numbers: found.slice(9_980, 9_990), total: 10_001 });
    expect(await list(search, 1001)).toEqual({ numbers: [], total: 10_001 });
  }
});

test.each([
  ['zephyr', zephyrs],
  ['zephyr aroha', 0],
  ['zephyr mop b', zephyrs],
  ['"lee bell"', 0],
  ['"zephyr red mop"', zephyrs],
  ['"red mop kit"', 0], // though both of its word pairs occur
  ['zephyr "mop kit"', zephyrs],
  ['"bell zephyr"', zephyrs],
])('a search for %s is counted exactly', async (search, total) => {
  const { numbers, total: counted } = await list(search, 1);
  expect(counted).toBe(total);
  expect(numbers).toHaveLength(Math.min(total, 10));
});

test.each([
  ['lastName', (n: number) => `${lastNameOf(n)} ${firstNameOf(n)}`],
  ['firstName', (n: number) => `${firstNameOf(n)} ${lastNameOf(n)}`],
  ['orderStatus', () => ''],
])('a search with many matches is sorted by %s, ascending and descending', async (sort, placeOf) => {
  const sorted = all.toReversed().toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
  for (const page of [1, 40, 900]) {
    const [from, to] = [(page - 1) * 10, page * 10];
    expect((await list('mop', page, sort)).numbers).toEqual(sorted.slice(from, to).map(numberOf));
    expect((await list('mop', page, `-${sort}`)).numbers).toEqual(sorted.toReversed().slice(from, to).map(numberOf));
  }
});
