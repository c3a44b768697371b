import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { cents } from '#lib/money.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { addUnits, removeUnits } from './record-movements.server.ts';
import type { MovementOnPage } from './movement-list-contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db, clock } = deps;

const pathOf = ({ itemIds }: MadeProduct) => `/v1/manage-product-stocks/items/${itemIds[0]}`;
const ledger = async (product: MadeProduct, query = ''): Promise<MovementOnPage[]> => {
  const { status, body } = await ask<MovementOnPage[]>('GET', `${pathOf(product)}/movements${query}`, { token });
  expect(status).toBe(200);
  return body;
};

clock.set('2026-03-05T13:00:00Z'); // access tokens are valid for 15 minutes
const { token, id: by } = await makeAdministrator(deps, {
  claims: ['ManageCartStock'],
  firstName: 'Mia',
  lastName: 'Rossi',
});

const mop = await makeProduct(db, { name: 'Flat Mop', code: 'MOP-1', price: 30, onHand: 0 });
const itemId = mop.itemIds[0] ?? '';
const at = (time: string): Date => {
  clock.set(time);
  return clock.now();
};
const adding = (quantity: number, time: string, price: number) =>
  inTransaction(db, (tx) =>
    addUnits(tx, { itemId, quantity }, { reason: null, at: at(time), by, purchasePrice: cents(price) }),
  );

await adding(10, '2026-03-02T02:00:00Z', 450);
clock.set('2026-03-03T02:00:00Z');
const order = await checkOut(shop, checkoutOf([{ product: mop, qty: 3 }]));
await inTransaction(db, (tx) =>
  removeUnits(tx, { itemId, quantity: 2 }, { reason: '=Broken, all of it', at: at('2026-03-04T02:00:00Z'), by }),
);
await adding(5, '2026-03-05T13:05:00Z', 500); // the 6th in Sydney

test('the list has every movement, the newest first, with the stock on hand after it', async () => {
  const rows = await ledger(mop);
  expect(rows.map(({ direction, quantity, onHandAfter }) => [direction, quantity, onHandAfter])).toEqual([
    [0, 5, 10],
    [2, 2, 5],
    [1, 3, 7],
    [0, 10, 10],
  ]);
  expect(rows[1]).toMatchObject({ reason: '=Broken, all of it', by: 'Mia Rossi', purchasePrice: null, orderId: null });
  expect(rows[2]).toMatchObject({ by: '', orderId: order.body.orderId, orderNumber: order.body.orderNumber });
  expect(rows[3]).toMatchObject({ purchasePrice: 4.5, at: '2026-03-02T02:00:00.000Z' });
});

test.each([
  ['?page=2&pageSize=2', [7, 10], 4],
  ['?page=1&pageSize=1', [10], 4],
  ['?page=9&pageSize=2', [], 4],
  ['?direction=0&page=1', [10, 10], 2],
  ['?direction=0&page=2&pageSize=1', [10], 2],
  ['?startDate=2026-03-03&endDate=2026-03-05&page=1', [5, 7], 2],
  ['?startDate=2026-03-06&page=1', [10], 1],
])('the list filtered by %s has the right stock on hand in each row', async (query, balances, total) => {
  const { body, headers } = await ask<MovementOnPage[]>('GET', `${pathOf(mop)}/movements${query}`, { token });
  expect(body.map(({ onHandAfter }) => onHandAfter)).toEqual(balances);
  expect(headers['x-total-count']).toBe(String(total));
});

test('the list is exported with the stock after each movement, and formulas are escaped', async () => {
  const { bytes } = await ask('GET', `${pathOf(mop)}/movements/download?format=csv&direction=2`, { token });
  expect(bytes.toString().split('\n')[1]).toBe(
    "2026-03-04,Flat Mop,MOP-1,Remove,-2,5,'=Broken, all of it,,Mia Rossi,".replace(
      "'=Broken, all of it",
      `"'=Broken, all of it"`,
    ),
  );
  expect((await ask('GET', `${pathOf(mop)}/movements/download`, { token })).bytes.subarray(0, 2).toString()).toBe('PK');
});

test('the list of an unknown item is a 404, that of an item without movements is empty', async () => {
  expect((await ask('GET', `/v1/manage-product-stocks/items/${mop.id}/movements`, { token })).status).toBe(404);
  expect(await ledger(await makeProduct(db, { onHand: 0 }))).toEqual([]);
  expect(await onHandOf(db, mop)).toEqual({ onHand: 10, ledger: 10 });
});
