import { afterAll, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { createApp } from '#app.server.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { onHandOf, paymentsOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../../test/sold.ts';

const shop = await testApp();
const { db } = shop.deps;

/** A second process, which shares only the database with the first one. */
const otherApp = await createApp(shop.deps, { pages: false });
afterAll(() => otherApp.close());
const other: Pick<TestApp, 'ask'> = { ask: shop.askOf(otherApp) };

const manager = await makeManager(shop.deps);
const desks = [orderDeskOf(shop, manager), orderDeskOf(other, manager)] as const;
const [desk] = desks;
const at = (n: number) => desks[n % 2 === 0 ? 0 : 1];
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const counted = (statuses: number[]): Record<number, number> =>
  Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]));

test('50 simultaneous refunds never exceed the amount paid', async () => {
  const product = await makeProduct(db, { onHand: 10, price: 10 });
  const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
  const answers = await Promise.all(times(50, (n) => at(n).refund(order.id, { amount: 7 })));
  expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 4, 409: 46 });
  expect(await paymentsOf(db, order.id)).toEqual({ charged: 3000, refunded: 2800 });
  expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 28, orderStatus: 0 });
  const notes = answers.flatMap(({ status, body }) => (status === 201 ? [body.adjustmentNoteNumber] : []));
  expect(new Set(notes).size).toBe(4);
});

test('50 simultaneous refunds of one unit return the units sold and pay exactly for them', async () => {
  const product = await makeProduct(db, { onHand: 7, price: 3.33 });
  const { code } = await makePromo(db, { amount: 1 });
  const order = await placePaidOrder(shop, [{ product, qty: 7 }], { promoCode: code });
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 1, restock: true }];
  const answers = await Promise.all(times(50, (n) => at(n).refund(order.id, { lines })));
  expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 7, 409: 43 });
  expect(await paymentsOf(db, order.id)).toEqual({ charged: 2231, refunded: 2231 });
  expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
  expect((await desk.read(order.id)).orderStatus).toBe(3);
});

test('50 requests with one key make one refund', async () => {
  const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 10 }), qty: 3 }]);
  const key = newId();
  const answers = await Promise.all(times(50, (n) => at(n).refund(order.id, { amount: 1 }, key)));
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 49, 201: 1 });
  expect(new Set(answers.map(({ body }) => `${body.id} ${body.state}`)).size).toBe(1);
  expect(await paymentsOf(db, order.id)).toEqual({ charged: 3000, refunded: 100 });
});

test('of 50 simultaneous status changes with the same version one succeeds', async () => {
  const product = await makeProduct(db, { onHand: 10 });
  const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
  const { version } = order;
  const answers = await Promise.all(times(50, (n) => at(n).change(order.id, n % 2 === 0 ? 2 : 4, { version })));
  const { orderStatus, version: after } = await desk.read(order.id);
  expect(after).toBe(version + 1);
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 25, 409: 25 });
  const onHand = orderStatus === 2 ? 10 : 7;
  expect(await onHandOf(db, product)).toEqual({ onHand, ledger: onHand });
});

test('50 simultaneous cancellations and reopenings leave goods and promo consistent with the last status', async () => {
  const product = await makeProduct(db, { onHand: 10 });
  const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
  const order = await placePaidOrder(shop, [{ product, qty: 3 }], { promoCode: code });
  const answers = await Promise.all(times(50, (n) => at(n).change(order.id, n % 3 === 0 ? 0 : 2)));
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 50 });
  const { orderStatus } = await desk.read(order.id);
  const onHand = orderStatus === 2 ? 10 : 7;
  expect(await onHandOf(db, product)).toEqual({ onHand, ledger: onHand });
  const redemption = await db.selectFrom('redemptions').selectAll().where('order_id', '=', order.id).executeTakeFirst();
  expect(redemption?.released_at === null).toBe(orderStatus !== 2);
});

test('simultaneous cancellations and refunds restock nothing twice', async () => {
  const product = await makeProduct(db, { onHand: 12, price: 10 });
  const order = await placePaidOrder(shop, [{ product, qty: 12 }]);
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 2, restock: true }];
  const answers = await Promise.all(
    times(50, (n) => (n % 5 === 0 ? at(n).change(order.id, 2) : at(n).refund(order.id, { lines }))),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await onHandOf(db, product)).toEqual({ onHand: 12, ledger: 12 });
  expect(await paymentsOf(db, order.id)).toEqual({ charged: 12_000, refunded: 12_000 });
  expect((await desk.read(order.id)).orderStatus).toBe(3);
});

test('stock that is adjusted, sold, cancelled and reopened at once never grows', async () => {
  const product = await makeProduct(db, { onHand: 20 });
  const keeper = await makeAdministrator(shop.deps, { claims: ['ManageCartStock'] });
  const orders = await Promise.all(times(5, () => placePaidOrder(shop, [{ product, qty: 2 }])));
  const removed = {
    productId: product.id,
    productVariationItemId: null,
    quantity: 1,
    inventoryDirection: 2,
    reason: 'Lost',
  };
  const done = await Promise.all([
    ...times(15, async () => (await checkOut(shop, checkoutOf([{ product }]))).body.status === 0),
    ...times(15, async () => {
      const path = '/v1/manage-products/update-variation-items-inventory';
      return (await shop.ask('POST', path, { token: keeper.token, body: removed })).status === 200;
    }),
    ...orders.map(async ({ id }, n) => {
      for (const status of [2, 0]) await at(n).change(id, status);
      return false;
    }),
  ]);
  const statuses = await Promise.all(orders.map(async ({ id }) => (await desk.read(id)).orderStatus));
  const still = statuses.filter((status) => status !== 2).length;
  const onHand = 20 - done.filter(Boolean).length - still * 2;
  expect(onHand).toBeGreaterThanOrEqual(0);
  expect(await onHandOf(db, product)).toEqual({ onHand, ledger: onHand });
});

test('of two cancelled orders with the same one-time promo, one can be reopened', async () => {
  const product = await makeProduct(db, { onHand: 50 });
  const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
  const orders = [];
  for (let n = 0; n < 4; n++) {
    const order = await placePaidOrder(shop, [{ product }], { promoCode: code });
    await desk.change(order.id, 2);
    orders.push(order);
  }
  const answers = await Promise.all(orders.map(({ id }, n) => at(n).change(id, 0)));
  expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 3 });
  for (const { status, message } of answers) {
    if (status === 409) expect(message).toMatch(/has been used by another order\.$/);
  }
  expect(await onHandOf(db, product)).toEqual({ onHand: 49, ledger: 49 });
});
