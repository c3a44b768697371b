import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../test/app.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { Coverage } from './price-coverage-contract.ts';

const shop = await testApp();
const { db } = shop.deps;
const { token } = await makeAdministrator(shop.deps, { claims: ['ViewReports'] });

/** An item at $22, which is $20 without GST, with a cost in dollars. */
async function item(name: string, cost: number): Promise<string> {
  const { itemIds } = await makeProduct(db, { name, price: 22 });
  await sql`update product_items set average_cost_cents = ${cost * 100} where id = ${itemIds[0]}`.execute(db);
  return itemIds[0] ?? '';
}
async function list(name: string, { parentId = null as string | null, percent = 0, isArchived = false } = {}) {
  const id = newId();
  await sql`insert into price_lists (id, name, parent_id, adjust_percent, created_at, archived_at)
    values (${id}, ${name}, ${parentId}, ${percent}, now(), ${isArchived ? new Date() : null})`.execute(db);
  return id;
}
const price = (
  listId: string,
  itemId: string,
  {
    cents,
    min = 1,
    from = '2020-01-01',
    to = null as string | null,
  }: { cents: number; min?: number; from?: string; to?: string | null },
) =>
  sql`insert into list_prices (price_list_id, item_id, min_quantity, valid_from, valid_to, cents)
    values (${listId}, ${itemId}, ${min}, ${from}, ${to}, ${cents})`.execute(db);

const mop = await item('Mop', 19);
const soap = await item('Soap', 15);
await item('Towel', 0);
await item('Bucket', 18.004); // shown as $18.00, which is its price without GST and 10 %
const hidden = await makeProduct(db, { name: 'Hidden', price: 1, isActive: false });
await sql`update product_items set average_cost_cents = 9000 where id = ${hidden.itemIds[0]}`.execute(db);
const parent = await list('Parent', { percent: -10 });
const child = await list('Child', { parentId: parent });
const breaks = await list('Breaks');
await price(breaks, soap, { cents: 1_540, min: 48 });
await price(breaks, mop, { cents: 100, to: '2021-01-01' });

const read = (id: string, by = token) =>
  shop.ask<Coverage>('GET', `/v1/reports/price-lists/${id}/coverage`, { token: by });
const namesOf = async (id: string) => (await read(id)).body.below.map(({ name }) => name);

test('prices of parents and percentages count, without GST, against the cost of today', async () => {
  const { body } = await read(child);
  expect(body).toMatchObject({ items: 4, belowCost: 1, withoutCost: 1, list: { name: 'Child' } });
  expect(body.below).toMatchObject([{ name: 'Mop', minQuantity: 1, price: 19.8, priceExGst: 18, cost: 19 }]);
  expect(body.without).toMatchObject([{ name: 'Towel', cost: null }]);
});

test('a quantity break below cost is found, and a price that is over is not', async () => {
  const { body } = await read(breaks);
  expect(body.below).toMatchObject([{ name: 'Soap', minQuantity: 48, price: 15.4, priceExGst: 14 }]);
});

test('products that are not sold are left out', async () => {
  expect(await namesOf(child)).not.toContain('Hidden');
});

test('lists that are archived or unknown are not there, and others need the claim', async () => {
  const archived = await list('Former', { isArchived: true });
  expect((await read(archived)).status).toBe(404);
  expect((await read(newId())).status).toBe(404);
  const { body } = await shop.ask<{ name: string }[]>('GET', '/v1/reports/price-lists', { token });
  expect(body.map(({ name }) => name)).toEqual(['Breaks', 'Child', 'Parent']);
  const stranger = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });
  expect((await read(child, stranger.token)).status).toBe(403);
});

test('the report is a file with all items', async () => {
  const { status, bytes } = await shop.ask('GET', `/v1/reports/price-lists/${child}/coverage-file?format=csv`, {
    token,
  });
  expect(status).toBe(200);
  expect(bytes.toString()).toContain('Mop');
  expect(bytes.toString()).toContain('Towel');
});
