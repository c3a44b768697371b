import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { orderDeskOf, type OrderNow, type RefundNow, placePaidOrder } from '../../../test/sold.ts';
import { makeTradeBuyer } from '../../../test/trade-buyer.ts';
import { type StandInRefund, type SentEvent, stripeStandIn } from '../../../test/stripe-stand-in.ts';

const stripe = await stripeStandIn();
afterAll(() => stripe.close());
const shop = await testApp({
  environment: {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
    COMPANY_ABN: '51824753556',
  },
});
const { db } = shop.deps;
const manager = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders', 'ViewReports'] });
const desk = orderDeskOf(shop, manager);

beforeEach(() => {
  stripe.weather = 'fair';
  stripe.refundsArePending = true;
});

const byToken = { cardNumber: undefined, expiryDate: undefined, cvc: undefined, paymentToken: 'pm_card_visa' };

async function sold(qty = 2) {
  const product = await makeProduct(db, { onHand: 9, price: 11 });
  const order = await placePaidOrder(shop, [{ product, qty }], byToken);
  const intent = stripe.intents().find(({ metadata }) => metadata['orderId'] === order.id);
  if (!intent) throw new Error('There is no intent for this order.');
  return { product, order, intent };
}

/** The latest refund of a payment, as Stripe has it. */
function atStripe(intent: { id: string }): StandInRefund {
  const [refund] = stripe.refundsOf(intent.id);
  if (!refund) throw new Error('Stripe knows no refund.');
  return refund;
}

const deliver = async ({ payload, signature }: SentEvent): Promise<number> => {
  const headers = { 'stripe-signature': signature };
  return (await shop.ask('POST', '/v1/payments/stripe/webhook', { body: payload, headers })).status;
};

/** Lets the money of the latest refund come back; Stripe sends the event. */
async function comeBack(intent: { id: string }, reason = 'expired_or_canceled_card'): Promise<void> {
  const refund = atStripe(intent);
  stripe.endRefund(refund, reason);
  expect(await deliver(stripe.event('refund.failed', refund))).toBe(200);
}

const oneOf = async (refund: RefundNow): Promise<RefundNow> => {
  const found = (await desk.refundsOf(refund.orderId)).find(({ id }) => id === refund.id);
  if (!found) throw new Error('There is no such refund.');
  return found;
};

const lineOf = ({ orderItems: [line] }: OrderNow, quantity: number, restock = true) => ({
  orderItemId: line?.orderItemId,
  quantity,
  restock,
});

const eventsOf = async (orderId: string) => {
  const path = `/v1/manage-orders/${orderId}/status-events`;
  return (await shop.ask<{ toStatus: number; by: string; note: string | null }[]>('GET', path, manager)).body;
};

const download = async (noteId: string | undefined): Promise<string> => {
  const path = `/v1/shopping-cart/adjustmentNote/${noteId}/download`;
  return (await pdfText((await shop.ask('GET', path, manager)).bytes)).join('\n');
};

const numberOf = (number: string | null | undefined): number => Number(number?.replace('ADJ-', ''));

describe('a refund that fails after it was paid', () => {
  test('restores amount and status, leaves the goods in stock, and can be retried', async () => {
    const { product, order, intent } = await sold();
    await desk.change(order.id, 4);
    const { body: made } = await desk.refund(order.id);
    expect(made.state).toBe('done');
    await comeBack(intent);
    const failed = await oneOf(made);
    expect(failed).toMatchObject({ state: 'failed', gst: null, adjustmentNoteNumber: null });
    expect(failed.message).toBe(
      'The money came back on 02/03/2026: it did not reach the buyer. The card used to pay has expired or been closed. ' +
        'Retry the refund, or cancel it and pay the buyer in another way.',
    );
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 4, amountRefunded: 0, refunds: [] });
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect((await eventsOf(order.id)).find(({ note }) => note !== null)).toMatchObject({
      toStatus: 4,
      by: 'System',
      note: 'The refund of $22.00 came back. The card used to pay has expired or been closed.',
    });

    const { body: again } = await desk.retry(failed);
    expect(again).toMatchObject({ state: 'done', gst: 2, cameBackDate: null });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 22 });
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(stripe.refunded(intent.id)).toBe(2200);
  });

  test('counts the order in the budget of its site again', async () => {
    const { siteId, user } = await makeTradeBuyer(shop);
    await sql`update trade_sites set budget_cents = 5000 where id = ${siteId}`.execute(db);
    const product = await makeProduct(db, { price: 40, onHand: 9 });
    const byCard = { ...byToken, trade: { siteId, isOnAccount: false } };
    const order = () => checkOut(shop, checkoutOf([{ product, qty: 1 }], byCard), { token: user.token });
    const { body } = await order();
    await desk.refund(body.orderId ?? '');
    const intent = stripe.intents().find(({ metadata }) => metadata['orderId'] === body.orderId);
    await comeBack({ id: intent?.id ?? '' });
    expect(await desk.read(body.orderId ?? '')).toMatchObject({ amountRefunded: 0 });
    expect((await order()).body).toMatchObject({
      orderId: null,
      orderIssues: [{ reason: expect.stringContaining('budget') }],
    });
  });

  test('can be withdrawn, and another refund of the same goods restocks nothing twice', async () => {
    const { product, order, intent } = await sold(5);
    const { body: made } = await desk.refund(order.id, { lines: [lineOf(order, 2)] });
    await comeBack(intent);
    // While its units are reserved, another refund is for other units.
    const { body: other } = await desk.refund(order.id, { lines: [lineOf(order, 1)] });
    expect(other.state).toBe('done');
    expect(await onHandOf(db, product)).toEqual({ onHand: 7, ledger: 7 });
    expect((await desk.withdraw(made)).body.state).toBe('withdrawn');
    expect((await desk.refund(order.id, { lines: [lineOf(order, 3)] })).body.amount).toBe(33);
    expect(await onHandOf(db, product)).toEqual({ onHand: 8, ledger: 8 });
    expect((await desk.refund(order.id)).body.amount).toBe(11);
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 55 });
  });

  test('keeps its adjustment note and issues another that cancels it', async () => {
    const { order, intent } = await sold();
    const { body: made } = await desk.refund(order.id, { amount: 10 });
    const paper = await download(made.adjustmentNoteId ?? '');
    await comeBack(intent);
    const [first, second, ...more] = (await oneOf(made)).notes;
    expect(more).toEqual([]);
    expect(first?.number).toBe(made.adjustmentNoteNumber);
    expect(second?.cancels).toBe(first?.number);
    expect(numberOf(second?.number)).toBe(numberOf(first?.number) + 1);
    expect(await download(first?.id)).toBe(paper);
    const text = await download(second?.id);
    for (const fact of ['Adjustment Note', first?.number ?? '', second?.number ?? '', '+$10.00', '+$0.91', '$22.00']) {
      expect(text).toContain(fact);
    }
    expect(text).not.toContain('expired');
    const { body: again } = await desk.retry(made);
    expect(numberOf(again.adjustmentNoteNumber)).toBe(numberOf(second?.number) + 1);
    expect((await desk.read(order.id)).refunds).toMatchObject([{ adjustmentNoteNumber: again.adjustmentNoteNumber }]);
  });

  test('is reported to the buyer and to the company once', async () => {
    const { order, intent } = await sold();
    await desk.refund(order.id);
    await shop.deps.jobs.finishAll();
    shop.mails.length = 0;
    const refund = atStripe(intent);
    await comeBack(intent);
    await deliver(stripe.event('refund.updated', refund));
    await shop.deps.jobs.finishAll();
    const [toBuyer, ...others] = shop.mails.filter(({ to }) => to === 'kim@example.com');
    expect(others).toEqual([]);
    expect(toBuyer?.subject).toBe(`Your refund for order ${order.orderNumber} did not arrive: $22.00`);
    expect(toBuyer?.attachments).toHaveLength(1);
    expect(toBuyer?.text).not.toContain('expired');
    const [notice, ...more] = shop.mails.filter(({ to }) => to !== 'kim@example.com');
    expect(more).toEqual([]);
    expect(notice?.subject).toBe(`A refund of $22.00 came back: order ${order.orderNumber}`);
    expect(notice?.text).toContain('The card used to pay has expired or been closed.');
  });

  test('is reported on the day it came back, and the report of the day it was paid stays unchanged', async () => {
    const { order, intent } = await sold();
    await desk.refund(order.id);
    const figures = async () => {
      const path = '/v1/reports/gst?startDate=2026-03-02&endDate=2026-03-02';
      return (await shop.ask<{ refunds: number; gstRefunded: number }[]>('GET', path, manager)).body[0];
    };
    const before = await figures();
    await comeBack(intent);
    const after = await figures();
    expect(((before?.refunds ?? 0) - (after?.refunds ?? 0)).toFixed(2)).toBe('22.00');
    expect(((before?.gstRefunded ?? 0) - (after?.gstRefunded ?? 0)).toFixed(2)).toBe('2.00');
  });
});

describe('events of refunds', () => {
  test('are applied once, in any order', async () => {
    const { order, intent } = await sold(4);
    await desk.refund(order.id, { amount: 11 });
    const { body: made } = await desk.refund(order.id, { amount: 20 });
    const refund = atStripe(intent);
    const pending = stripe.event('refund.updated', { ...refund });
    stripe.endRefund(refund, 'lost_or_stolen_card');
    const failed = stripe.event('refund.failed', refund);
    const older = stripe.event('charge.refund.updated', refund);
    expect(await Promise.all([failed, older, failed, pending].map(deliver))).toEqual([200, 200, 200, 200]);
    for (const event of [failed, pending, older, stripe.event('refund.failed', refund)]) {
      expect(await deliver(event)).toBe(200);
    }
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 11 });
    expect((await oneOf(made)).notes).toHaveLength(2);
    expect((await eventsOf(order.id)).filter(({ note }) => note !== null)).toHaveLength(1);

    // After a retry, events of the first attempt are ignored.
    expect((await desk.retry(made)).body.state).toBe('done');
    expect(await deliver(stripe.event('refund.failed', refund))).toBe(200);
    expect((await oneOf(made)).state).toBe('done');
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 31 });
  });

  test('with untrue content change nothing', async () => {
    const { order, intent } = await sold();
    const { body: made } = await desk.refund(order.id);
    const lie = { ...atStripe(intent), status: 'failed' };
    expect(await deliver(stripe.event('refund.failed', lie))).toBe(200);
    expect(await deliver(stripe.event('refund.failed', lie, 'whsec_guessed'))).toBe(400);
    expect((await oneOf(made)).state).toBe('done');
  });

  test('are answered with a request to resend them while Stripe does not respond', async () => {
    const { order, intent } = await sold();
    const { body: made } = await desk.refund(order.id);
    const refund = atStripe(intent);
    stripe.endRefund(refund, 'declined');
    const event = stripe.event('refund.failed', refund);
    stripe.weather = 'unreachable';
    expect(await deliver(event)).toBe(503);
    stripe.weather = 'fair';
    expect(await deliver(event)).toBe(200);
    expect((await oneOf(made)).state).toBe('failed');
  });

  test('that arrive before the response have the same effect as the response', async () => {
    const { order, intent } = await sold();
    stripe.weather = 'refund lost';
    const { body: made } = await desk.refund(order.id);
    expect(made.state).toBe('pending');
    stripe.weather = 'fair';
    const refund = atStripe(intent);
    stripe.endRefund(refund, 'declined');
    expect(await deliver(stripe.event('refund.failed', refund))).toBe(200);
    expect(await oneOf(made)).toMatchObject({ state: 'failed', cameBackDate: null, notes: [] });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 0, amountRefunded: 0 });
  });

  test('of refunds and disputes that began at Stripe are logged, and change nothing', async () => {
    const { order, intent } = await sold();
    await desk.refund(order.id, { amount: 5 });
    const before = await desk.read(order.id);
    expect(await deliver(stripe.event('refund.created', { ...atStripe(intent), metadata: {} }))).toBe(200);
    expect(await deliver(stripe.event('charge.dispute.created', intent))).toBe(200);
    expect(shop.log()).toContain('a refund was made at Stripe itself');
    expect(shop.log()).toContain('a payment is disputed');
    expect(await desk.read(order.id)).toEqual(before);
  });

  test('of unknown refunds are accepted, and a failed one is logged', async () => {
    const { order, intent } = await sold();
    await desk.refund(order.id);
    for (const key of ['', 'refund:nothing:0', `refund:${order.id}:0`]) {
      const event = stripe.event('refund.failed', { ...atStripe(intent), status: 'failed', metadata: { key } });
      expect(await deliver(event)).toBe(200);
    }
    expect(shop.log()).toContain('an unknown refund failed');
    expect(await desk.read(order.id)).toMatchObject({ amountRefunded: 22 });
  });
});
