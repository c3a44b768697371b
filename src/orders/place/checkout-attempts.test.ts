import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import type { Payments } from '../payment/payment-provider.ts';
import { testPayments } from '../payment/test-provider.server.ts';
import { sweepJob } from './checkout-attempts.server.ts';

let isBroken = false;

/** The test provider behind a connection that can break. */
const payments = (deps: Parameters<typeof testPayments>[0]): Payments => {
  const provider = testPayments(deps);
  return {
    ...provider,
    charge: (charge, method) => (isBroken ? Promise.reject(new Error('broken')) : provider.charge(charge, method)),
  };
};

const shop = await testApp({ payments });
const { db, clock, jobs } = shop.deps;
const product = await makeProduct(db, { onHand: 50, price: 10 });
const begun = clock.now();

async function sweepAfter(days: number): Promise<void> {
  clock.set(new Date(begun.getTime() + days * 86_400_000));
  await inTransaction(db, (tx) => jobs.enqueue(tx, sweepJob, {}));
  await jobs.finishAll();
}

async function known(): Promise<string[]> {
  const rows = await db.selectFrom('checkout_attempts').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

const order = (more: object = {}) => checkoutOf([{ product }], more);
const outdatedTotal = order({ expectedTotal: 1 });

test('after 30 days a key without an order is deleted, but no other key', async () => {
  const placed = (await checkOut(shop, order(), { key: 'placed-order' })).body;
  expect(placed.status).toBe(0);
  const declined = (await checkOut(shop, order({ cardNumber: '4000000000000002' }), { key: 'declined-order' })).body;
  expect((await checkOut(shop, outdatedTotal, { key: 'refused-early' })).body.status).toBe(1);
  isBroken = true;
  expect((await checkOut(shop, order(), { key: 'waiting-order' })).body.isPending).toBe(true);
  isBroken = false;
  clock.advance(86_400_000);
  expect((await checkOut(shop, outdatedTotal, { key: 'refused-later' })).body.status).toBe(1);
  const orders = ['declined-order', 'placed-order'];

  await sweepAfter(30);
  expect(await known()).toEqual([...orders, 'refused-early', 'refused-later', 'waiting-order']);
  await sweepAfter(30.01);
  expect(await known()).toEqual([...orders, 'refused-later', 'waiting-order']);
  await sweepAfter(400);
  expect(await known()).toEqual([...orders, 'waiting-order']);

  const awaiting = await db.selectFrom('orders').select('payment').where('payment', '=', 'awaiting').execute();
  expect(awaiting).toHaveLength(1);
  expect((await checkOut(shop, order({ expiryDate: '12/30' }), { key: 'placed-order' })).body).toEqual(placed);
  const again = await checkOut(shop, order({ cardNumber: '4242424242424242' }), { key: 'declined-order' });
  expect(again.body).toEqual(declined);
  expect(
    (await checkOut(shop, order({ billingInfo: { ...buyer, firstName: 'Jo' } }), { key: 'placed-order' })).status,
  ).toBe(409);
  const paid = await db.selectFrom('test_charges').select('key').where('outcome', '=', 'paid').execute();
  expect(paid).toEqual([{ key: 'placed-order' }]);
});

test('a deleted key starts a new checkout', async () => {
  expect((await checkOut(shop, order({ expectedTotal: 10 }), { key: 'refused-early' })).status).toBe(201);
});

test('more old keys than one statement deletes are all deleted', async () => {
  const many = Array.from({ length: 2_500 }, (_, n) => ({
    key: `old-attempt-${n}`,
    fingerprint: Buffer.alloc(1),
    created_at: begun,
  }));
  await db.insertInto('checkout_attempts').values(many).execute();
  await sweepAfter(60);
  expect((await known()).filter((key) => key.startsWith('old-attempt'))).toEqual([]);
});
