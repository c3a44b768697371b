import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#app.server.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import type { TakeReport } from '../take/stock-take-contract.ts';

const shop = await testApp();
const { deps } = shop;
const { db, clock } = deps;

/** A second process on the same database, which shares nothing else with the first. */
const otherApp = await createApp(deps, { pages: false });
afterAll(() => otherApp.close());
const other: Pick<TestApp, 'ask'> = { ask: shop.askOf(otherApp) };
const at = (n: number) => (n % 2 === 0 ? shop : other);

const { token } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const path = '/v1/manage-product-stocks';

test('50 removals and 50 sales of 40 units at once take exactly 40', async () => {
  const product = await makeProduct(db, { onHand: 40 });
  const body = { productId: product.id, quantity: 1, inventoryDirection: 2, reason: 'Broken' };
  const [removed, sold] = await Promise.all([
    Promise.all(times(50, (n) => at(n).ask('POST', `${path}/update-stocks`, { token, body }))),
    Promise.all(times(50, (n) => checkOut(at(n), checkoutOf([{ product }])))),
  ]);
  expect(removed.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const removedCount = removed.filter(({ status }) => status === 200).length;
  const bought = sold.filter(({ body: placed }) => placed.status === 0).length;
  expect(removedCount + bought).toBe(40);
  expect(await onHandOf(db, product)).toEqual({ onHand: 0, ledger: 0 });
});

test('50 additions and 50 removals at once lose nothing', async () => {
  const product = await makeProduct(db, { onHand: 50 });
  const move = (n: number, movement: object) =>
    at(n).ask('POST', `${path}/update-stocks`, { token, body: { productId: product.id, ...movement } });
  const moved = await Promise.all([
    ...times(50, (n) => move(n, { inventoryDirection: 0, quantity: 3, purchasePrice: 2 })),
    ...times(50, (n) => move(n, { inventoryDirection: 2, quantity: 1, reason: 'Broken' })),
  ]);
  expect(moved.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await onHandOf(db, product)).toEqual({ onHand: 150, ledger: 150 });
});

test('a stock take during orders is exact: counted units less sold ones', async () => {
  const products: MadeProduct[] = [];
  for (const n of times(8, (place) => place)) products.push(await makeProduct(db, { code: `RACE-${n}`, onHand: 100 }));
  await sql`update stock_movements set created_at = '2026-01-01'`.execute(db); // its default is the real time, not the test clock's
  const file = ['code,counted', ...products.map((_, n) => `RACE-${n},${90 + n}`)].join('\n');
  const { body: report } = await shop.ask<TakeReport>('POST', `${path}/stock-take/check`, { token, body: { file } });
  clock.advance(1000);
  const pick = (n: number) => products[n % products.length] ?? unreachable();
  const buying = times(60, (n) => checkOut(at(n), checkoutOf([{ product: pick(n) }, { product: pick(n * 3 + 1) }])));
  const body = { file, countedAt: report.countedAt, seen: report.seen };
  const taking = shop.ask<TakeReport>('POST', `${path}/stock-take`, { token, body });
  const twice = other.ask<TakeReport>('POST', `${path}/stock-take`, { token, body });
  const bought = await Promise.all(buying);
  expect(bought.filter(({ body: placed }) => placed.status !== 0)).toEqual([]);
  const taken = await Promise.all([taking, twice]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const [n, product] of products.entries()) {
    const sold = await db
      .selectFrom('order_items')
      .select(({ fn }) => fn.sum<string>('quantity').as('units'))
      .where('product_id', '=', product.id)
      .executeTakeFirstOrThrow();
    const wanted = 90 + n - Number(sold.units);
    expect(await onHandOf(db, product)).toEqual({ onHand: wanted, ledger: wanted });
  }
});

function unreachable(): never {
  throw new Error('There is such a product.');
}
