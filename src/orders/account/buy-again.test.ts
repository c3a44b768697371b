import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf, type Line } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeBuyer, orderOnAccount } from '../../../test/trade-buyer.ts';
import type { buyAgain } from '../contract.ts';

const shop = await testApp();
const { db } = shop.deps;
const password = 'correct horse 1';

async function member(email: string): Promise<string> {
  const { body } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', {
    body: { ...buyer, email, password, confirmPassword: password, acceptedTheTerms: true },
  });
  return body.access_token;
}

const kim = await member('kim@example.com');

async function ordered(...lines: Line[]): Promise<string> {
  const { body } = await checkOut(shop, checkoutOf(lines), { token: kim });
  return body.orderId ?? '';
}

const again = (orderId: string, token?: string, query = '') =>
  shop.ask<ReplyOf<typeof buyAgain>>('GET', `/v1/shopping-orders/${orderId}/buy-again${query}`, { token });

test('an order is returned as cart lines at current prices', async () => {
  const plain = await makeProduct(db, { name: 'Glass cleaner', code: 'GC-1', price: 23.9, onHand: 100 });
  const varied = await makeProduct(db, {
    name: 'Nitrile gloves',
    variations: ['Size'],
    items: [
      { values: ['Small'], price: 18 },
      { values: ['Large'], price: 19 },
    ],
  });
  const id = await ordered({ product: plain, qty: 3 }, { product: varied, item: 1, qty: 2 });
  await db
    .updateTable('product_items')
    .set({ price_cents: cents(2450) })
    .where('product_id', '=', plain.id)
    .execute();
  const { status, body } = await again(id, kim);
  expect(status).toBe(200);
  expect(body.issues).toEqual([]);
  expect(body.cartItems).toMatchObject([
    { id: plain.id, variationItemId: null, productName: 'Glass cleaner', qty: 3, price: 24.5, isVariant: false },
    {
      id: varied.id,
      variationItemId: varied.itemIds[1],
      qty: 2,
      price: 19,
      variations: [{ fieldText: 'Size', selected: 'Large' }],
    },
  ]);
});

test('an item that is unavailable or short is reported with the reason', async () => {
  const there = await makeProduct(db, { name: 'Flat mop' });
  const archived = await makeProduct(db, { name: 'Old mop' });
  const out = await makeProduct(db, { name: 'Bin liners', onHand: 2 });
  const short = await makeProduct(db, { name: 'Cloths', onHand: 9 });
  const id = await ordered(
    { product: there },
    { product: archived },
    { product: out, qty: 2 },
    { product: short, qty: 6 },
  );
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('products').set({ archived_at: new Date() }).where('id', '=', archived.id).execute();
    await rebuildListings(tx, [archived.id]);
  });
  const { body } = await again(id, kim);
  expect(body.cartItems.map(({ productName, qty }) => [productName, qty])).toEqual([
    ['Flat mop', 1],
    ['Cloths', 3],
  ]);
  expect(body.issues.map(({ reason }) => reason)).toEqual([
    'Old mop is no longer available.',
    'Bin liners is out of stock.',
    'Only 3 of Cloths are available.',
  ]);
});

test('an order can be bought again only by its owner or with the key from its mail', async () => {
  const product = await makeProduct(db, {});
  const mine = await ordered({ product });
  const ada = await member('ada@example.com');
  for (const [token, status] of [
    [kim, 200],
    [ada, 404],
    [undefined, 401],
  ] as const) {
    expect((await again(mine, token)).status).toBe(status);
  }
  expect((await again(newId(), kim)).status).toBe(404);
  expect((await again(newId())).status).toBe(401);
  const guests = (await checkOut(shop, checkoutOf([{ product }]))).body;
  const key = new URL(guests.orderUrl ?? '', 'http://shop.test').search;
  expect((await again(guests.orderId ?? '', undefined, key)).status).toBe(200);
  expect((await again(mine, undefined, key)).status).toBe(401);
});

test('an order of a site is returned at the prices of its site, to those who have the site', async () => {
  const product = await makeProduct(db, { price: 50, onHand: 20 });
  const listId = newId();
  await sql`insert into price_lists (id, name, created_at) values (${listId}, ${listId}, now())`.execute(db);
  await sql`
    insert into list_prices (price_list_id, item_id, min_quantity, cents)
    values (${listId}, ${product.itemIds[0]}, 1, 4000)`.execute(db);
  const { account, user } = await makeTradeBuyer(shop, { priceListId: listId });
  const { orderId } = await orderOnAccount(shop, { siteId: account.siteIds[0] ?? '', user }, { product, qty: 2 });
  expect((await again(orderId, user.token)).body.cartItems).toMatchObject([{ price: 40, qty: 2 }]);
  await sql`update trade_members set has_all_sites = false where account_id = ${account.id}`.execute(db);
  expect((await again(orderId, user.token)).body.cartItems).toMatchObject([{ price: 50, qty: 2 }]);
});
