import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../../test/sold.ts';
import { stripeStandIn } from '../../../test/stripe-stand-in.ts';
import { settleRefunds } from './pay-refund.server.ts';

const stripe = await stripeStandIn();
afterAll(() => stripe.close());
const shop = await testApp({
  environment: {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
  },
});
const { db, clock } = shop.deps;
const desk = orderDeskOf(shop, await makeManager(shop.deps));

beforeEach(() => {
  stripe.weather = 'fair';
  stripe.refusesRefund = false;
});

async function sold() {
  const product = await makeProduct(db, { onHand: 9, price: 10 });
  const byToken = { cardNumber: undefined, expiryDate: undefined, cvc: undefined, paymentToken: 'pm_card_visa' };
  const order = await placePaidOrder(shop, [{ product, qty: 2 }], byToken);
  const intent = stripe.intents().find(({ metadata }) => metadata['orderId'] === order.id);
  if (!intent) throw new Error('There is no intent for this order.');
  return { product, order, refunded: () => stripe.refunded(intent.id) };
}

test('a refund is made for the paid intent', async () => {
  const { product, order, refunded } = await sold();
  expect((await desk.refund(order.id, { amount: 5 })).body).toMatchObject({ state: 'done', amount: 5 });
  expect(refunded()).toBe(500);
  expect((await desk.refund(order.id)).body).toMatchObject({ state: 'done', amount: 15 });
  expect(refunded()).toBe(2000);
  expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
});

test('a refused refund is retried under another key', async () => {
  const { order, refunded } = await sold();
  stripe.refusesRefund = true;
  const { body } = await desk.refund(order.id);
  expect(body.state).toBe('failed');
  expect((await desk.retry(body)).body.state).toBe('failed');
  expect(refunded()).toBe(0);
  stripe.refusesRefund = false;
  expect((await desk.retry(body)).body.state).toBe('done');
  expect(refunded()).toBe(2000);
});

test('a refund whose response was lost is paid once, even after Stripe has dropped its key', async () => {
  const { order, refunded } = await sold();
  stripe.weather = 'refund lost';
  const { body } = await desk.refund(order.id, { amount: 5 });
  expect(body.state).toBe('pending');
  expect(refunded()).toBe(500);
  stripe.weather = 'fair';
  stripe.forgetKeys();
  clock.advance(10_000);
  expect(await settleRefunds(shop.deps)).toBe(1);
  expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 5 });
  expect(refunded()).toBe(500);
});

test('a refund that never reached Stripe is paid later, or withdrawn', async () => {
  const { order, refunded } = await sold();
  stripe.weather = 'unreachable';
  const first = (await desk.refund(order.id, { amount: 5 })).body;
  const second = (await desk.refund(order.id, { amount: 6 })).body;
  expect([first.state, second.state, refunded()]).toEqual(['pending', 'pending', 0]);
  expect((await desk.withdraw(second)).status).toBe(409);
  stripe.weather = 'fair';
  expect((await desk.withdraw(second)).body.state).toBe('withdrawn');
  expect((await desk.retry(first)).body.state).toBe('done');
  expect(refunded()).toBe(500);
});

test('two simultaneous refunds are distinguished by their metadata', async () => {
  const { order, refunded } = await sold();
  stripe.weather = 'refund lost';
  const made = await Promise.all([1, 2, 3].map((amount) => desk.refund(order.id, { amount })));
  expect(made.map(({ body }) => body.state)).toEqual(['pending', 'pending', 'pending']);
  stripe.weather = 'fair';
  stripe.forgetKeys();
  clock.advance(10_000);
  await settleRefunds(shop.deps);
  expect((await desk.read(order.id)).amountRefunded).toBe(6);
  expect(refunded()).toBe(600);
});
