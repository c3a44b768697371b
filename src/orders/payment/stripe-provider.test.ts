import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { type Answer, testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf, type CheckoutResponse } from '../../../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { onHandOf, tracesOf } from '../../../test/shop-state.ts';
import { type SentEvent, stripeStandIn } from '../../../test/stripe-stand-in.ts';
import { settleWaitingOrders } from '../place/settle-waiting-orders.server.ts';

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

beforeEach(() => {
  stripe.weather = 'fair';
});

const byToken = (product: MadeProduct, paymentToken = 'pm_card_visa'): object => ({
  ...checkoutOf([{ product }]),
  cardNumber: undefined,
  expiryDate: undefined,
  cvc: undefined,
  paymentToken,
});

const intentFor = async (key: string) => {
  const row = await db.selectFrom('checkout_attempts').select('order_id').where('key', '=', key).executeTakeFirst();
  const intent = stripe.intents().find(({ metadata }) => metadata['orderId'] === row?.order_id);
  if (!intent) throw new Error('There is no intent for this key.');
  return intent;
};

const deliver = ({ payload, signature }: SentEvent): Promise<Answer<unknown>> =>
  shop.ask('POST', '/v1/payments/stripe/webhook', { body: payload, headers: { 'stripe-signature': signature } });

const paidOrders = async () =>
  (await db.selectFrom('orders').select('id').where('payment', '=', 'paid').execute()).length;

describe('a payment', () => {
  test('is charged once, and its card brand and last digits are recorded', async () => {
    const product = await makeProduct(db, { price: 19.99 });
    for (const token of ['pm_card_visa', 'ctoken_1']) {
      const key = newId();
      const first = await checkOut(shop, byToken(product, token), { key });
      expect(first.body.status).toBe(0);
      expect((await checkOut(shop, byToken(product, token), { key })).body).toEqual(first.body);
      expect(await intentFor(key)).toMatchObject({ amount: 1999, currency: 'aud', status: 'succeeded', taken: 1 });
      const order = await db.selectFrom('orders').selectAll().where('id', '=', first.body.orderId).executeTakeFirst();
      expect(order).toMatchObject({
        card_brand: 'Visa',
        card_last4: '4242',
        payment_reference: (await intentFor(key)).id,
      });
    }
  });

  test.each([
    ['pm_card_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
    ['tok_unknown', 'Your card was declined.'],
  ])('with %s is refused, changes nothing, and cannot be charged later', async (token, reason) => {
    const product = await makeProduct(db);
    const before = await tracesOf(db);
    const key = newId();
    const { body } = await checkOut(shop, byToken(product, token), { key });
    expect(body).toMatchObject({ status: 1, orderIssues: [{ reason }], isPending: false });
    expect(await tracesOf(db)).toEqual(before);
    expect(await intentFor(key)).toMatchObject({ status: 'canceled', taken: 0 });
  });

  test('requires a token instead of a card', async () => {
    const product = await makeProduct(db);
    const { status, faults } = await checkOut(shop, checkoutOf([{ product }]));
    expect([status, faults]).toEqual([400, [{ path: 'paymentToken', message: 'Card details are required.' }]]);
    expect((await shop.ask('GET', '/v1/payments/config')).body).toEqual({
      provider: 'stripe',
      publishableKey: 'pk_test_public',
      notice: null,
    });
  });

  test('too small for Stripe is refused', async () => {
    const product = await makeProduct(db, { price: 0.2 });
    expect((await checkOut(shop, byToken(product))).body).toMatchObject({ status: 1, isPending: false });
  });
});

describe('a confirmation at the bank', () => {
  const started = async (): Promise<{ key: string; product: MadeProduct; body: object; answer: CheckoutResponse }> => {
    const product = await makeProduct(db, { onHand: 1 });
    const key = newId();
    const body = byToken(product, 'pm_card_threeDSecure2Required');
    return { key, product, body, answer: (await checkOut(shop, body, { key })).body };
  };

  test('is requested from the buyer; afterwards the same key places the order', async () => {
    const { key, body, answer } = await started();
    const intent = await intentFor(key);
    expect(answer).toMatchObject({
      status: 1,
      isPending: true,
      requiresAction: { clientSecret: intent.client_secret },
    });
    expect((await checkOut(shop, body, { key })).body).toEqual(answer);
    stripe.finishAction(intent.id, true);
    expect((await checkOut(shop, body, { key })).body).toMatchObject({ status: 0, isPending: false });
    expect(intent.taken).toBe(1);
  });

  test('reserves the last unit for its buyer only', async () => {
    const { key, body, product } = await started();
    type Priced = { cartItems: object[]; issues: { reason: string }[] };
    const priced = async (attemptKey?: string) => {
      const cartItems = [{ id: product.id, qty: 1 }];
      const answer = await shop.ask<Priced>('POST', '/v1/shopping-cart-items', { body: { cartItems, attemptKey } });
      return [answer.body.cartItems.length, answer.body.issues.length];
    };
    expect(await priced(key)).toEqual([1, 0]);
    for (const other of [undefined, newId(), '\0']) expect(await priced(other)).toEqual([0, 1]);
    stripe.finishAction((await intentFor(key)).id, true);
    expect((await checkOut(shop, body, { key })).body.status).toBe(0);
    expect(await priced(key)).toEqual([0, 1]); // it is sold
  });

  test('reserves a one-time promo for its buyer', async () => {
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const product = await makeProduct(db, { onHand: 1 });
    const key = newId();
    const body = { ...byToken(product, 'pm_card_threeDSecure2Required'), promoCode: code };
    expect((await checkOut(shop, body, { key })).body.isPending).toBe(true);
    const cart = { cartItems: [{ id: product.id, qty: 1 }], promoCode: code };
    const applied = async (more: object) =>
      (await shop.ask('POST', '/v1/shopping-cart-items', { body: { ...cart, ...more } })).body['promoApplied'];
    expect(await applied({ attemptKey: key })).toBe(true);
    expect(await applied({})).toBe(false);
    stripe.finishAction((await intentFor(key)).id, true);
    expect((await checkOut(shop, body, { key })).body.status).toBe(0);
  });

  test('that fails releases the goods', async () => {
    const { key, body, product } = await started();
    stripe.finishAction((await intentFor(key)).id, false);
    expect((await checkOut(shop, body, { key })).body).toMatchObject({
      status: 1,
      orderIssues: [{ reason: 'Your bank could not confirm this payment.' }],
    });
    expect(await onHandOf(db, product)).toEqual({ onHand: 1, ledger: 1 });
    expect((await intentFor(key)).status).toBe('canceled');
  });

  test('may take half an hour; after that the goods are released', async () => {
    const { key, product } = await started();
    clock.advance(29 * 60_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(0);
    clock.advance(2 * 60_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect(await onHandOf(db, product)).toEqual({ onHand: 1, ledger: 1 });
    expect((await intentFor(key)).status).toBe('canceled');
  });
});

describe('a broken connection', () => {
  test('before the request reaches Stripe: nothing is ever charged', async () => {
    const product = await makeProduct(db, { onHand: 1 });
    stripe.weather = 'unreachable';
    const { body } = await checkOut(shop, byToken(product));
    expect(body).toMatchObject({ status: 1, isPending: true });
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(0);
    stripe.weather = 'fair';
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect(await onHandOf(db, product)).toEqual({ onHand: 1, ledger: 1 });
    expect(stripe.intents().at(-1)).toMatchObject({ status: 'canceled', taken: 0 });
  });

  test('after Stripe has charged: the order is placed and paid once', async () => {
    const product = await makeProduct(db, { onHand: 1 });
    const key = newId();
    stripe.weather = 'answer lost';
    expect((await checkOut(shop, byToken(product), { key })).body.isPending).toBe(true);
    stripe.weather = 'fair';
    clock.advance(11_000);
    expect(await settleWaitingOrders(shop.deps)).toBe(1);
    expect((await checkOut(shop, byToken(product), { key })).body.status).toBe(0);
    expect((await intentFor(key)).taken).toBe(1);
  });
});

describe('an event', () => {
  const checkOutWithoutResponse = async () => {
    const product = await makeProduct(db, { onHand: 1 });
    const key = newId();
    stripe.weather = 'answer lost';
    await checkOut(shop, byToken(product), { key });
    stripe.weather = 'fair';
    return { key, product, intent: await intentFor(key) };
  };

  test('confirms the pending order once, however often it is delivered', async () => {
    const { key, product, intent } = await checkOutWithoutResponse();
    const before = await paidOrders();
    const event = stripe.event('payment_intent.succeeded', intent);
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(event)));
    answers.push(await deliver(event), await deliver(stripe.event('payment_intent.succeeded', intent)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await paidOrders()).toBe(before + 1);
    expect((await checkOut(shop, byToken(product), { key })).body.status).toBe(0);
    expect(await db.selectFrom('payment_events').selectAll().where('event_id', '=', event.id).execute()).toHaveLength(
      1,
    );
  });

  test('that arrives late or out of order does not change a decided order', async () => {
    const { intent } = await checkOutWithoutResponse();
    const early = stripe.event('payment_intent.requires_action', { ...intent, status: 'requires_action' });
    const failed = stripe.event('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' });
    expect((await deliver(failed)).status).toBe(200);
    const decided = await paidOrders();
    for (const event of [early, failed, stripe.event('payment_intent.canceled', { ...intent, status: 'canceled' })]) {
      expect((await deliver(event)).status).toBe(200);
    }
    expect(await paidOrders()).toBe(decided);
    const order = await db
      .selectFrom('orders')
      .select('payment')
      .where('id', '=', intent.metadata['orderId'] ?? '')
      .executeTakeFirst();
    expect(order).toEqual({ payment: 'paid' });
  });

  test('with a forged signature is refused and changes nothing', async () => {
    const product = await makeProduct(db, { onHand: 1 });
    const key = newId();
    await checkOut(shop, byToken(product, 'pm_card_threeDSecure2Required'), { key });
    const intent = { ...(await intentFor(key)), status: 'succeeded' };
    const before = await paidOrders();
    const good = stripe.event('payment_intent.succeeded', intent);
    const forged = [
      stripe.event('payment_intent.succeeded', intent, 'whsec_guessed'),
      { ...good, payload: good.payload.replace(intent.id, 'pi_other') },
      { ...good, signature: '' },
      { ...good, signature: good.signature.replace(/t=\d+/, 't=1') },
    ];
    for (const event of forged) expect((await deliver(event)).status).toBe(400);
    // The signature is valid but the content is untrue: the state is read from Stripe.
    expect((await deliver(good)).status).toBe(200);
    expect(await paidOrders()).toBe(before);
  });

  test('of another type is accepted and ignored', async () => {
    const [intent] = stripe.intents();
    if (!intent) throw new Error('There is no intent.');
    for (const type of ['charge.updated', 'payment_intent.created']) {
      expect(
        (await deliver(stripe.event(type, { ...intent, metadata: { orderId: "'; drop table orders" } }))).status,
      ).toBe(200);
    }
    expect(
      (await deliver(stripe.event('payment_intent.succeeded', { ...intent, metadata: { orderId: newId() } }))).status,
    ).toBe(200);
  });

  test('is answered with a request to resend it while Stripe does not respond', async () => {
    const { intent } = await checkOutWithoutResponse();
    const event = stripe.event('payment_intent.succeeded', intent);
    stripe.weather = 'unreachable';
    expect((await deliver(event)).status).toBe(503);
    stripe.weather = 'fair';
    expect((await deliver(event)).status).toBe(200);
  });

  test('of a payment for a released order refunds the payment', async () => {
    const { intent } = await checkOutWithoutResponse();
    const orderId = intent.metadata['orderId'] ?? '';
    await db.updateTable('orders').set({ payment: 'released' }).where('id', '=', orderId).execute();
    for (let n = 0; n < 2; n++) {
      expect((await deliver(stripe.event('payment_intent.succeeded', intent))).status).toBe(200);
    }
    expect(stripe.refunded(intent.id)).toBe(intent.amount);
  });
});
