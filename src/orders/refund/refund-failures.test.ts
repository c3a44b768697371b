import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app.server.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { onHandOf, paymentsOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, type RefundNow, placePaidOrder } from '../../../test/sold.ts';
import type { Payments } from '../payment/payment-provider.ts';
import { testPayments } from '../payment/test-provider.server.ts';
import { confirmRefund } from './confirm-refund.server.ts';
import { settleRefunds } from './pay-refund.server.ts';
import { startSettling } from '../settle/settling-rounds.server.ts';

/** How calls to the provider fail, as if after a broken connection or a crash. */
let failure: 'none' | 'never sent' | 'response lost' | 'unreachable' = 'none';

const payments = (deps: Parameters<typeof testPayments>[0]): Payments => {
  const provider = testPayments(deps);
  return {
    ...provider,
    async refund(refund) {
      if (failure === 'never sent' || failure === 'unreachable') throw new Error('The connection is broken.');
      const outcome = await provider.refund(refund);
      return failure === 'response lost' ? { kind: 'noResponse' } : outcome;
    },
    readRefund: (refund) =>
      failure === 'unreachable' ? Promise.reject(new Error('Unreachable.')) : provider.readRefund(refund),
  };
};

const shop = await testApp({ payments });
const { db, clock } = shop.deps;
const manager = await makeManager(shop.deps);
const desk = orderDeskOf(shop, manager);
const otherApp = await createApp(shop.deps, { pages: false });
afterAll(() => otherApp.close());

beforeEach(() => {
  failure = 'none';
});

const soldWith = async (cardNumber = '4242424242424242') => {
  const product = await makeProduct(db, { onHand: 9, price: 10 });
  return { product, order: await placePaidOrder(shop, [{ product, qty: 2 }], { cardNumber }) };
};

const stateOf = async ({ id, orderId }: RefundNow) => {
  const refunds = await shop.ask<RefundNow[]>('GET', `/v1/manage-orders/${orderId}/refunds`, { token: manager.token });
  return refunds.body.find((one) => one.id === id)?.state;
};

describe('a refund that the provider refuses', () => {
  test('changes nothing, keeps its amount reserved, and can be retried', async () => {
    const { product, order } = await soldWith('4000000000007726');
    const { status, body } = await desk.refund(order.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'failed',
      message: 'The payment provider refused this refund.',
      gst: null,
    });
    expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 0, amountRefunded: 0, refunds: [] });
    expect((await desk.refund(order.id)).message).toMatch(/^The rest of this order is reserved/);
    expect((await desk.change(order.id, 2)).status).toBe(200);
    expect((await desk.change(order.id, 0)).message).toMatch(/while a refund is in progress\.$/);

    expect((await desk.retry(body)).body).toMatchObject({ state: 'done', amount: 20 });
    expect((await desk.retry(body)).body.state).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
    expect((await desk.withdraw(body)).message).toBe('This refund has already been paid.');
  });

  test('can be withdrawn, which releases its amount', async () => {
    const { order } = await soldWith('4000000000005126');
    const { body } = await desk.refund(order.id);
    expect((await desk.retry(body)).body.state).toBe('failed');
    for (let again = 0; again < 2; again++) expect((await desk.withdraw(body)).body.state).toBe('withdrawn');
    expect((await desk.retry(body)).message).toBe('This refund was cancelled.');
    expect((await desk.change(order.id, 2)).status).toBe(200);
    expect((await desk.change(order.id, 0)).status).toBe(200);
    expect((await desk.refund(order.id, { amount: 20 })).body.state).toBe('failed');
    const history = await shop.ask<{ action: string }[]>('GET', `/v1/history/order/${order.id}`, {
      token: manager.token,
    });
    expect(history.body.map(({ action }) => action).sort()).toEqual([
      'refund-retry',
      'refund-withdraw',
      'status',
      'status',
    ]);
  });
});

describe('a refund to which the provider does not respond', () => {
  test('is settled automatically after 10 s and paid once', async () => {
    const { product, order } = await soldWith('4000000000003220');
    const { body } = await desk.refund(order.id);
    expect(body).toMatchObject({ state: 'pending' });
    expect(body.message).toMatch(/^The payment provider has not responded yet\./);
    clock.advance(9_000);
    expect(await settleRefunds(shop.deps)).toBe(0);
    clock.advance(1_000);
    expect(await settleRefunds(shop.deps)).toBe(1);
    expect(await stateOf(body)).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test.each(['never sent', 'response lost'] as const)('(%s) can be retried at once', async (how) => {
    const { order } = await soldWith();
    failure = how;
    const { body } = await desk.refund(order.id);
    expect(body.state).toBe('pending');
    failure = 'none';
    expect((await desk.retry(body)).body.state).toBe('done');
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('can be withdrawn if it never reached the provider, but not if it is paid', async () => {
    for (const [how, state, status] of [
      ['never sent', 'withdrawn', 200],
      ['response lost', 'done', 409],
      ['unreachable', 'pending', 409],
    ] as const) {
      const { order } = await soldWith();
      failure = how;
      const { body } = await desk.refund(order.id);
      if (how !== 'unreachable') failure = 'none';
      expect((await desk.withdraw(body)).status).toBe(status);
      expect(await stateOf(body)).toBe(state);
      failure = 'none';
    }
  });

  test('is claimed by one process at a time', async () => {
    const { order } = await soldWith();
    failure = 'response lost';
    await desk.refund(order.id, { amount: 5 });
    failure = 'none';
    clock.advance(10_000);
    await Promise.all(Array.from({ length: 8 }, () => settleRefunds(shop.deps)));
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 5 });
    const notes = await db.selectFrom('adjustment_notes').select('number').execute();
    expect(new Set(notes.map(({ number }) => number)).size).toBe(notes.length);
  });
});

describe('a refund after a crash', () => {
  test('between reserving and paying is paid by the next process that starts', async () => {
    const { product, order } = await soldWith();
    failure = 'never sent';
    const { body } = await desk.refund(order.id);
    // The process ended during its request: its claim still exists.
    const until = new Date(clock.now().getTime() + 30_000);
    await db
      .updateTable('refunds')
      .set({ asking_until: until, ask_after: clock.now() })
      .where('id', '=', body.id)
      .execute();
    failure = 'none';
    expect(await settleRefunds(shop.deps)).toBe(0);
    expect((await desk.withdraw(body)).message).toMatch(/^This refund is being checked/);
    clock.advance(30_000);
    expect(await settleRefunds(shop.deps)).toBe(1);
    expect(await stateOf(body)).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('is settled by a process when it starts', async () => {
    const { order } = await soldWith();
    failure = 'response lost';
    const { body } = await desk.refund(order.id);
    failure = 'none';
    clock.advance(10_000);
    const settling = startSettling(shop.deps);
    await settling.stop();
    expect(await stateOf(body)).toBe('done');
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('is confirmed once, even if several processes confirm it', async () => {
    const { product, order } = await soldWith();
    failure = 'response lost';
    const { body } = await desk.refund(order.id, { amount: 5 });
    await Promise.all([1, 2, 3].map(() => confirmRefund(shop.deps, body.id)));
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 5, version: order.version + 1 });
    expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
  });

  test('does not restock goods twice that were cancelled meanwhile', async () => {
    const { product, order } = await soldWith();
    failure = 'response lost';
    await desk.refund(order.id);
    failure = 'none';
    await desk.change(order.id, 2);
    clock.advance(10_000);
    await settleRefunds(shop.deps);
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 20 });
  });
});
