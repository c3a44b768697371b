import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import { orderDeskOf, placePaidOrder } from '../../test/sold.ts';
import { makeTradeSite } from '../../test/make-trade-account.ts';
import { makeTradeBuyer, orderOnAccount } from '../../test/trade-buyer.ts';
import type { AccountSales } from './account-sales-contract.ts';
import type { SalesOnPage } from './sales-contract.ts';

const shop = await testApp();
const { db } = shop.deps;
const staff = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders', 'ViewReports'] });
const { token } = staff;
const product = await makeProduct(db, { name: 'Cleaner', price: 110, onHand: 1_000 });
await sql`update product_items set average_cost_cents = 6000 where id = ${product.itemIds[0]}`.execute(db);
const acme = await makeTradeBuyer(shop, { name: 'Acme', sites: ['Depot'], creditLimit: 100_000 });
const tower = await makeTradeSite(db, acme.account.id, { name: 'Tower' });
const other = await makeTradeBuyer(shop, { name: 'Zenith', sites: ['Office'], creditLimit: 100_000 });

await orderOnAccount(shop, acme, { product, qty: 2 });
const refunded = await orderOnAccount(shop, { siteId: tower, user: acme.user }, { product, qty: 3 });
await orderOnAccount(shop, other, { product, qty: 1 });
await placePaidOrder(shop, [{ product, qty: 5 }]);
const desk = orderDeskOf(shop, staff);
const days = 'startDate=2026-01-01&endDate=2035-12-30';

const read = async (more = '') =>
  (await shop.ask<AccountSales>('GET', `/v1/reports/account-sales?${days}${more}`, { token })).body;

test('each account has its orders, sales, cost and margin without GST, and the total is their sum', async () => {
  const { rows, total, account } = await read();
  expect(account).toBeNull();
  expect(rows.map(({ name, orders, cost }) => [name, orders, cost])).toEqual([
    ['Acme', 2, 300],
    ['Zenith', 1, 60],
  ]);
  const [first] = rows;
  expect(first?.margin).toBeCloseTo((first?.net ?? 0) - (first?.delivery ?? 0) - 300, 2);
  for (const column of ['orders', 'sales', 'refunds', 'net', 'delivery', 'cost', 'margin'] as const)
    expect(total[column]).toBeCloseTo(
      rows.reduce((sum, row) => sum + row[column], 0),
      2,
    );
});

test('a refund counts for its site, and what it puts back costs nothing', async () => {
  const order = await desk.read(refunded.orderId);
  const [line] = order.orderItems;
  const lines = [{ orderItemId: line?.orderItemId ?? '', quantity: 1, restock: true }];
  expect((await desk.refund(refunded.orderId, { reason: 'Damaged', lines })).status).toBe(201);
  const { rows, total, account } = await read(`&accountId=${acme.account.id}`);
  expect(account?.name).toBe('Acme');
  expect(rows.map(({ name, orders, refunds, cost }) => [name, orders, refunds, cost]).sort()).toEqual([
    ['Depot', 1, 0, 120],
    ['Tower', 1, 100, 120],
  ]);
  const all = await read();
  expect(all.rows.find(({ name }) => name === 'Acme')).toMatchObject({ ...total, name: 'Acme' });
});

test('the figures agree with the report of sales', async () => {
  const { body } = await shop.ask<SalesOnPage>('GET', `/v1/reports/sales?${days}`, { token });
  const { total, shopNet } = await read();
  const { net, gst, gstRefunded } = body.total;
  expect(shopNet).toBeCloseTo(net - gst + gstRefunded, 2);
  expect(shopNet - total.net).toBeGreaterThanOrEqual(500); // the order of a guest
  await sql`update orders set status = 2 where id = ${refunded.orderId}`.execute(db);
  const { rows } = await read();
  expect(rows.find(({ name }) => name === 'Acme')).toMatchObject({ orders: 1, refunds: 0, cost: 120 });
  await sql`update orders set status = 0 where id = ${refunded.orderId}`.execute(db);
});

test('units whose cost is not known are counted, as their whole price is margin', async () => {
  await sql`update product_items set average_cost_cents = 0 where id = ${product.itemIds[0]}`.execute(db);
  await sql`update stock_movements set average_cost_cents = null where item_id = ${product.itemIds[0]}`.execute(db);
  const { rows, total } = await read();
  expect(rows.map(({ name, cost, unitsWithoutCost }) => [name, cost, unitsWithoutCost])).toEqual([
    ['Acme', 0, 4],
    ['Zenith', 0, 1],
  ]);
  expect(total.unitsWithoutCost).toBe(5);
});

test('the report is a file too, and needs the claim', async () => {
  const file = await shop.ask<string>('GET', `/v1/reports/account-sales-file?${days}&format=csv`, { token });
  expect(file.status).toBe(200);
  expect(file.bytes.toString()).toContain('Acme,2,');
  const stranger = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });
  const refused = await shop.ask('GET', `/v1/reports/account-sales?${days}`, { token: stranger.token });
  expect(refused.status).toBe(403);
  const unknown = '00000000-0000-7000-8000-000000000000';
  expect((await shop.ask('GET', `/v1/reports/account-sales?${days}&accountId=${unknown}`, { token })).status).toBe(404);
});
