import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { placeOnly } from '../../../test/place-only.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { chargesOf, onHandOf, tracesOf } from '../../../test/shop-state.ts';
import { makeTradeBuyer } from '../../../test/trade-buyer.ts';
import type { Payments } from '../payment/payment-provider.ts';
import { testPayments } from '../payment/test-provider.server.ts';
import { settleWaitingOrders } from './settle-waiting-orders.server.ts';

/** How the next charge fails, as if after a crash or a broken connection. */
let failure: 'none' | 'never sent' | 'response lost' | 'at the bank' = 'none';

const keysAtTheBank = new Set<string>();
const atTheBank = { kind: 'requiresAction', clientSecret: 'secret' } as const;

/** The test provider behind a connection that can break. */
const payments = (deps: Parameters<typeof testPayments>[0]): Payments => {
  const provider = testPayments(deps);
  return {
    ...provider,
    async charge(charge, method) {
      if (failure === 'at the bank') {
        keysAtTheBank.add(charge.key);
        return atTheBank;
      }
      if (failure === 'never sent') throw new Error('The connection is broken.');
      const outcome = await provider.charge(charge, method);
      return failure === 'response lost' ? { kind: 'noResponse' } : outcome;
    },
    readCharge: async (charge) => (keysAtTheBank.has(charge.key) ? atTheBank : provider.readCharge(charge)),
  };
};

const shop = await testApp({ payments });
const { db, clock } = shop.deps;

async function interrupted(how: typeof failure, body: object): Promise<string> {
  const key = newId();
  failure = how;
  const answer = await checkOut(shop, body, { key });
  failure = 'none';
  expect(answer.body).toMatchObject({ status: 1, isPending: true });
  return key;
}

describe('an interrupted order', () => {
  test('is left alone for 10 s', async () => {
    const product = await makeProduct(db);
    await interrupted('response lost', checkoutOf([{ product }]));
    clock.advance(9_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(0);
    clock.advance(1_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
  });

  test('is confirmed if the charge was made', async () => {
    const product = await makeProduct(db, { onHand: 3 });
    const body = checkoutOf([{ product }], {
      billingInfo: {
        ...buyer,
        email: 'late@example.com',
        registerAccount: true,
        password: 'correct horse 1',
        confirmPassword: 'correct horse 1',
      },
    });
    const key = await interrupted('response lost', body);
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    const { status, body: answer } = await checkOut(shop, body, { key });
    expect([status, answer.status]).toEqual([201, 0]);
    expect(answer.token).not.toBeNull();
    expect(await chargesOf(db, answer.orderId)).toEqual([{ amount: 1000, outcome: 'paid' }]);
    expect(await onHandOf(db, product)).toEqual({ onHand: 2, ledger: 2 });
  });

  test('is released if no charge was made, and can no longer be charged', async () => {
    const product = await makeProduct(db, { onHand: 1 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const before = await tracesOf(db);
    const body = checkoutOf([{ product }], { promoCode: code });
    const key = await interrupted('never sent', body);
    expect(await onHandOf(db, product)).toEqual({ onHand: 0, ledger: 0 });
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect(await tracesOf(db)).toEqual(before);
    const { body: answer } = await checkOut(shop, body, { key });
    expect(answer).toMatchObject({
      status: 1,
      isPending: false,
      orderIssues: [{ reason: 'The payment was not completed. You have not been charged.' }],
    });
    const late = await shop.deps.payments.charge(
      { key, orderId: newId(), amount: 900 as never },
      { kind: 'card', number: '4242424242424242', expiryDate: '12/30', cvc: '123' },
    );
    expect(late.kind).toBe('declined');
    expect((await checkOut(shop, body)).body.status).toBe(0);
  });

  test('of $0 is confirmed', async () => {
    const product = await makeProduct(db, { price: 10 });
    const { code } = await makePromo(db, { percentage: 100 });
    const key = newId();
    const body = checkoutOf([{ product }], { promoCode: code });
    await checkOut(shop, body, { key });
    // The order as it would be after a crash between the two transactions.
    const { order_id: id } = await db
      .selectFrom('checkout_attempts')
      .select('order_id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    await db
      .deleteFrom('tax_invoices')
      .where('order_id', '=', id ?? '')
      .execute();
    await db.updateTable('orders').set({ payment: 'awaiting', number: null }).where('id', '=', id).execute();
    await db.updateTable('checkout_attempts').set({ answer: null }).where('key', '=', key).execute();
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect((await checkOut(shop, body, { key })).body.status).toBe(0);
  });

  test('waits while the provider does not respond, without blocking other orders', async () => {
    const product = await makeProduct(db);
    const key = await interrupted('response lost', checkoutOf([{ product }]));
    await interrupted('response lost', checkoutOf([{ product }]));
    clock.advance(11_000);
    const { payments: provider } = shop.deps;
    const partlyUnreachable: Payments = {
      ...provider,
      readCharge: (charge) =>
        charge.key === key ? Promise.reject(new Error('No answer.')) : provider.readCharge(charge),
    };
    expect(await settleWaitingOrders({ ...shop.deps, payments: partlyUnreachable })).toBe(1);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
  });

  test('is settled although many buyers are at their bank, and at once if it is on account', async () => {
    const product = await makeProduct(db, { onHand: 1_000 });
    for (let made = 0; made < 110; made++) await interrupted('at the bank', checkoutOf([{ product }]));
    clock.advance(1_000);
    const onAccount = await placeOnly(shop, await makeTradeBuyer(shop), product);
    await interrupted('response lost', checkoutOf([{ product }]));
    clock.advance(11_000);
    const waiting = () => db.selectFrom('orders').select('id').where('payment', '=', 'awaiting').execute();
    expect(await waiting()).toHaveLength(112);
    await settleWaitingOrders(shop.deps);
    expect((await waiting()).map(({ id }) => id)).not.toContain(onAccount);
    for (let round = 0; round < 20 && (await waiting()).length > 110; round++) await settleWaitingOrders(shop.deps);
    expect(await waiting()).toHaveLength(110);
  });
});
