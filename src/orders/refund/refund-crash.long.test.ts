import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { shopProcess } from '../../../test/own-shop.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, type RefundNow, placePaidOrder } from '../../../test/sold.ts';
import { stripeStandIn } from '../../../test/stripe-stand-in.ts';

const stripe = await stripeStandIn();
const environment = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.base,
};
/** This process places orders and checks the results; refunds are sent to another process, which is killed. */
const here = await testApp({ environment });
const { db, clock } = here.deps;
const manager = await makeManager(here.deps);
const desk = orderDeskOf(here, manager);
const killed = await shopProcess(here.connection, { ...environment, SESSION_SECRET: here.deps.env.sessionSecret });
afterAll(async () => {
  await killed.end();
  await stripe.close();
});
afterEach(() => killed.kill());

/** How far the other process's clock has to be ahead of the real time to be `later` milliseconds after the test's clock. */
const aheadBy = (later = 0): number => clock.now().getTime() - Date.now() + later;

/** A claim lasts 30 s; a process that starts later settles the refund at once. */
const nextStart = () => killed.start(aheadBy(31_000));

async function sold() {
  const product = await makeProduct(db, { onHand: 9, price: 10 });
  const byToken = { cardNumber: undefined, expiryDate: undefined, cvc: undefined, paymentToken: 'pm_card_visa' };
  const order = await placePaidOrder(here, [{ product, qty: 4 }], byToken);
  const intent = stripe.intents().find(({ metadata }) => metadata['orderId'] === order.id);
  if (!intent) throw new Error('There is no intent for this order.');
  return { product, order, intent };
}

type Sold = Awaited<ReturnType<typeof sold>>;

/** Sends a refund of two units to the process, without waiting for the response. */
function sendRefund({ order }: Sold): void {
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 2, restock: true }];
  fetch(`${killed.address}/v1/manage-orders/${order.id}/refund`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${manager.token}`,
      'idempotency-key': newId(),
    },
    body: JSON.stringify({ reason: 'Damaged on the way', lines }),
  }).catch(() => {});
}

async function decided(orderId: string): Promise<RefundNow | undefined> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const [refund] = await desk.refundsOf(orderId);
    if (refund && refund.state !== 'pending') return refund;
  }
  return undefined;
}

/** Expects one refund at the provider and the same state here as without a crash. */
async function expectOneRefund({ product, order, intent }: Sold): Promise<void> {
  expect(await decided(order.id)).toMatchObject({ state: 'done', amount: 20, gst: 1.82 });
  expect(stripe.refundsOf(intent.id)).toMatchObject([{ amount: 2000, status: 'succeeded' }]);
  expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 20, orderStatus: 0, version: order.version + 1 });
  expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
  const [refund, ...others] = await desk.refundsOf(order.id);
  expect(others).toEqual([]);
  expect(refund?.notes).toHaveLength(1);
}

test.each([
  ['after a refund is stored and before it reaches the provider', 'unheard'],
  ['after the provider has paid a refund and before it responds', 'unanswered'],
] as const)('kill -9 %s: it is paid once', async (_when, holds) => {
  await killed.start(aheadBy());
  const one = await sold();
  stripe.holdsRefunds = holds;
  const held = stripe.held();
  sendRefund(one);
  const continueRequest = await held;
  await killed.kill();
  stripe.holdsRefunds = undefined;
  continueRequest();
  expect(await desk.refundsOf(one.order.id)).toMatchObject([{ state: 'pending' }]);
  expect(stripe.refundsOf(one.intent.id)).toHaveLength(holds === 'unheard' ? 0 : 1);
  stripe.forgetKeys(); // it must be found by its metadata, not by its idempotency key
  await nextStart();
  await expectOneRefund(one);
});

test('kill -9 after the provider has responded and before the result is stored: it is paid once', async () => {
  await killed.start(aheadBy());
  const one = await sold();
  stripe.holdsRefunds = 'unanswered';
  const held = stripe.held();
  sendRefund(one);
  const continueRequest = await held;
  stripe.holdsRefunds = undefined;
  // Recording needs the order's row: while it is locked here, the process has the response and can't store it.
  await db.transaction().execute(async (tx) => {
    await sql`select from orders where id = ${one.order.id} for update`.execute(tx);
    continueRequest();
    await expect.poll(waitingForLock).toBe(1);
    await killed.kill();
  });
  expect(await desk.refundsOf(one.order.id)).toMatchObject([{ state: 'pending' }]);
  stripe.forgetKeys();
  await nextStart();
  await expectOneRefund(one);
});

async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}
