import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app.server.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { onHandOf, paymentsOf } from '../../../test/shop-state.ts';
import { deskOf, makeManager, type RefundNow, sell } from '../../../test/sold.ts';
import type { Payments } from '../payment/payment.ts';
import { testPayments } from '../payment/payment-test.server.ts';
import { confirmRefund } from './refund-confirming.server.ts';
import { settleRefunds } from './refund-paying.server.ts';
import { startSettling } from '../settle/settling-rounds.server.ts';

/** What befalls the calls to the provider, as a broken line or a crash would. */
let fate: 'fair' | 'never sent' | 'answer lost' | 'deaf' = 'fair';

const payments = (deps: Parameters<typeof testPayments>[0]): Payments => {
  const provider = testPayments(deps);
  return {
    ...provider,
    async refund(refund) {
      if (fate === 'never sent' || fate === 'deaf') throw new Error('The line is broken.');
      const outcome = await provider.refund(refund);
      return fate === 'answer lost' ? { kind: 'unanswered' } : outcome;
    },
    readRefund: (refund) => (fate === 'deaf' ? Promise.reject(new Error('Deaf.')) : provider.readRefund(refund)),
  };
};

const shop = await testApp({ payments });
const { db, clock } = shop.deps;
const manager = await makeManager(shop.deps);
const desk = deskOf(shop, manager);
const otherApp = await createApp(shop.deps, { pages: false });
afterAll(() => otherApp.close());

beforeEach(() => {
  fate = 'fair';
});

const soldWith = async (cardNumber = '4242424242424242') => {
  const product = await makeProduct(db, { onHand: 9, price: 10 });
  return { product, order: await sell(shop, [{ product, qty: 2 }], { cardNumber }) };
};

const stateOf = async ({ id, orderId }: RefundNow) => {
  const refunds = await shop.ask<RefundNow[]>('GET', `/v1/manage-orders/${orderId}/refunds`, { token: manager.token });
  return refunds.body.find((one) => one.id === id)?.state;
};

describe('a refund that the provider refuses', () => {
  test('moves nothing, holds its amount, and can be retried', async () => {
    const { product, order } = await soldWith('4000000000007726');
    const { status, body } = await desk.refund(order.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'failed',
      message: 'The payment provider refused to pay this back.',
      gst: null,
    });
    expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 0, amountRefunded: 0, refunds: [] });
    expect((await desk.refund(order.id)).message).toMatch(/^All that is left of this order is held/);
    expect((await desk.change(order.id, 2)).status).toBe(200);
    expect((await desk.change(order.id, 0)).message).toMatch(/while a refund is under way\.$/);

    expect((await desk.retry(body)).body).toMatchObject({ state: 'done', amount: 20 });
    expect((await desk.retry(body)).body.state).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
    expect((await desk.withdraw(body)).message).toBe('This refund has been paid already.');
  });

  test('can be withdrawn, which frees what it held', async () => {
    const { order } = await soldWith('4000000000005126');
    const { body } = await desk.refund(order.id);
    expect((await desk.retry(body)).body.state).toBe('failed');
    for (let again = 0; again < 2; again++) expect((await desk.withdraw(body)).body.state).toBe('withdrawn');
    expect((await desk.retry(body)).message).toBe('This refund was withdrawn.');
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

describe('a refund that the provider does not answer', () => {
  test('is settled by itself after 10 s, and paid once', async () => {
    const { product, order } = await soldWith('4000000000003220');
    const { body } = await desk.refund(order.id);
    expect(body).toMatchObject({ state: 'pending' });
    expect(body.message).toMatch(/^The payment provider has not answered yet\./);
    clock.advance(9_000);
    expect(await settleRefunds(shop.deps)).toBe(0);
    clock.advance(1_000);
    expect(await settleRefunds(shop.deps)).toBe(1);
    expect(await stateOf(body)).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test.each(['never sent', 'answer lost'] as const)('(%s) can be retried at once', async (how) => {
    const { order } = await soldWith();
    fate = how;
    const { body } = await desk.refund(order.id);
    expect(body.state).toBe('pending');
    fate = 'fair';
    expect((await desk.retry(body)).body.state).toBe('done');
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('can be withdrawn where the provider never heard of it, and not where it has paid', async () => {
    for (const [how, state, status] of [
      ['never sent', 'withdrawn', 200],
      ['answer lost', 'done', 409],
      ['deaf', 'pending', 409],
    ] as const) {
      const { order } = await soldWith();
      fate = how;
      const { body } = await desk.refund(order.id);
      if (how !== 'deaf') fate = 'fair';
      expect((await desk.withdraw(body)).status).toBe(status);
      expect(await stateOf(body)).toBe(state);
      fate = 'fair';
    }
  });

  test('is asked about by one of many at a time', async () => {
    const { order } = await soldWith();
    fate = 'answer lost';
    await desk.refund(order.id, { amount: 5 });
    fate = 'fair';
    clock.advance(10_000);
    await Promise.all(Array.from({ length: 8 }, () => settleRefunds(shop.deps)));
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 5 });
    const notes = await db.selectFrom('adjustment_notes').select('number').execute();
    expect(new Set(notes.map(({ number }) => number)).size).toBe(notes.length);
  });
});

describe('what a crash leaves', () => {
  test('between holding and paying is paid by who starts next', async () => {
    const { product, order } = await soldWith();
    fate = 'never sent';
    const { body } = await desk.refund(order.id);
    // The process ended while it was asking: its claim is still there.
    const until = new Date(clock.now().getTime() + 30_000);
    await db
      .updateTable('refunds')
      .set({ asking_until: until, ask_after: clock.now() })
      .where('id', '=', body.id)
      .execute();
    fate = 'fair';
    expect(await settleRefunds(shop.deps)).toBe(0);
    expect((await desk.withdraw(body)).message).toMatch(/^The payment provider is being asked/);
    clock.advance(30_000);
    expect(await settleRefunds(shop.deps)).toBe(1);
    expect(await stateOf(body)).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('is settled by a process as it starts', async () => {
    const { order } = await soldWith();
    fate = 'answer lost';
    const { body } = await desk.refund(order.id);
    fate = 'fair';
    clock.advance(10_000);
    const settling = startSettling(shop.deps);
    await settling.stop();
    expect(await stateOf(body)).toBe('done');
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 2000 });
  });

  test('is confirmed once, however many come late', async () => {
    const { product, order } = await soldWith();
    fate = 'answer lost';
    const { body } = await desk.refund(order.id, { amount: 5 });
    await Promise.all([1, 2, 3].map(() => confirmRefund(shop.deps, body.id)));
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 5, version: order.version + 1 });
    expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
  });

  test('goods that were cancelled meanwhile are not put back twice', async () => {
    const { product, order } = await soldWith();
    fate = 'answer lost';
    await desk.refund(order.id);
    fate = 'fair';
    await desk.change(order.id, 2);
    clock.advance(10_000);
    await settleRefunds(shop.deps);
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 20 });
  });
});
