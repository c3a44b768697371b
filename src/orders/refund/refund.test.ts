import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { onHandOf, paymentsOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, type OrderNow, placePaidOrder } from '../../../test/sold.ts';

const shop = await testApp();
const { db } = shop.deps;
const manager = await makeManager(shop.deps);
const desk = orderDeskOf(shop, manager);
const path = (orderId: string) => `/v1/manage-orders/${orderId}`;

const itemOf = (order: OrderNow, place = 0): string => order.orderItems[place]?.orderItemId ?? '';
const lineOf = (order: OrderNow, quantity: number, restock = true, place = 0) => ({
  orderItemId: itemOf(order, place),
  quantity,
  restock,
});

const refundableOf = async (orderId: string) =>
  (
    await shop.ask<{ amount: number; amountHeld: number; shippingFee: number; lines: object[] }>(
      'GET',
      `${path(orderId)}/refundable`,
      { token: manager.token },
    )
  ).body;

describe('a whole refund', () => {
  test('pays everything through the provider, restocks the goods, and sets the order to Refunded', async () => {
    const product = await makeProduct(db, { onHand: 5, price: 20 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }], { promoCode: code });
    const { status, body } = await desk.refund(order.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'done',
      amount: 36,
      gst: 3.27,
      message: null,
      lines: [{ quantity: 2, amount: 36 }],
    });
    expect(await desk.read(order.id)).toMatchObject({
      orderStatus: 3,
      amountRefunded: 36,
      version: order.version + 1,
      refunds: [{ id: body.id, amount: 36, adjustmentNoteNumber: body.adjustmentNoteNumber }],
    });
    expect(await onHandOf(db, product)).toEqual({ onHand: 5, ledger: 5 });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 3600, refunded: 3600 });
    // A refund never frees the promo.
    await expect(placePaidOrder(shop, [{ product }], { promoCode: code })).rejects.toThrow();
    expect(await desk.refund(order.id)).toMatchObject({
      status: 409,
      message: 'Everything that was paid for this order has been refunded.',
    });
  });

  test('of a cancelled order restocks nothing twice', async () => {
    const product = await makeProduct(db, { onHand: 5 });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }]);
    await desk.change(order.id, 2);
    await desk.refund(order.id);
    expect(await onHandOf(db, product)).toEqual({ onHand: 5, ledger: 5 });
    expect((await desk.read(order.id)).orderStatus).toBe(3);
  });

  test('of an order of $0 restocks its goods without calling the provider', async () => {
    const product = await makeProduct(db, { onHand: 5 });
    const { code } = await makePromo(db, { percentage: 100 });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }], {
      promoCode: code,
      cardNumber: '',
      expiryDate: '',
      cvc: '',
    });
    const first = await desk.refund(order.id, { lines: [lineOf(order, 1)] });
    expect(first.body).toMatchObject({ state: 'done', amount: 0, adjustmentNoteNumber: null });
    expect((await desk.read(order.id)).orderStatus).toBe(0);
    expect((await desk.refund(order.id)).body).toMatchObject({ state: 'done', lines: [{ quantity: 1 }] });
    expect((await desk.read(order.id)).orderStatus).toBe(3);
    expect(await onHandOf(db, product)).toEqual({ onHand: 5, ledger: 5 });
    expect((await desk.refund(order.id)).status).toBe(409);
  });

  test('is recorded in the history', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 20 }) }]);
    await desk.refund(order.id, { amount: 5 });
    const history = await shop.ask<object[]>('GET', `/v1/history/order/${order.id}`, { token: manager.token });
    expect(history.body).toMatchObject([
      {
        action: 'refund',
        actorName: 'Mia Rossi',
        title: order.orderNumber,
        before: { refunded: '$0.00', status: 'New Order' },
        after: { refunded: '$5.00', status: 'New Order', reason: 'Damaged on the way' },
      },
    ]);
  });
});

describe('a partial refund', () => {
  test('by line pays the price paid and restocks only if requested', async () => {
    const product = await makeProduct(db, { onHand: 9, price: 3.33 });
    const { code } = await makePromo(db, { amount: 1 });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }], { promoCode: code });
    const amounts: number[] = [];
    for (const restock of [true, false, true]) {
      const { body } = await desk.refund(order.id, { lines: [lineOf(order, 1, restock)] });
      expect(body.state).toBe('done');
      amounts.push(body.amount);
    }
    expect(amounts.map((amount) => Math.round(amount * 100)).reduce((a, b) => a + b)).toBe(899);
    expect(await onHandOf(db, product)).toEqual({ onHand: 8, ledger: 8 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 8.99 });
  });

  test('that was not restocked is not restocked by a later cancellation', async () => {
    const product = await makeProduct(db, { onHand: 9, price: 10 });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
    await desk.refund(order.id, { lines: [lineOf(order, 1, false)] });
    await desk.change(order.id, 2);
    expect(await onHandOf(db, product)).toEqual({ onHand: 8, ledger: 8 });
    await desk.refund(order.id, { lines: [lineOf(order, 2)] });
    expect(await onHandOf(db, product)).toEqual({ onHand: 8, ledger: 8 });
    expect(await desk.read(order.id)).toMatchObject({ orderStatus: 3, amountRefunded: 30 });
  });

  test('by amount restocks nothing; a refund of the rest does', async () => {
    const product = await makeProduct(db, { onHand: 9, price: 10 });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
    await desk.refund(order.id, { amount: 12.34 });
    expect(await onHandOf(db, product)).toEqual({ onHand: 6, ledger: 6 });
    expect((await desk.refund(order.id)).body).toMatchObject({ amount: 17.66, state: 'done' });
    expect(await onHandOf(db, product)).toEqual({ onHand: 9, ledger: 9 });
  });

  test('can be the delivery fee', async () => {
    const product = await makeProduct(db, { price: 10 });
    const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
    const order = await placePaidOrder(shop, [{ product, qty: 2 }], { shippingInfo });
    const { body } = await desk.refund(order.id, { refundShipping: true });
    expect(body).toMatchObject({ amount: order.total - 20, shippingFee: order.total - 20, lines: [] });
    expect(await desk.refund(order.id, { refundShipping: true })).toMatchObject({
      status: 409,
      faults: [{ path: 'refundShipping', message: 'There is no delivery fee left to refund.' }],
    });
    expect((await desk.refund(order.id, { lines: [lineOf(order, 2)] })).body.amount).toBe(20);
    expect((await desk.read(order.id)).orderStatus).toBe(3);
  });

  test('reduces what can still be refunded', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 10, name: 'Mop' }), qty: 3 }]);
    await desk.refund(order.id, { lines: [lineOf(order, 1)] });
    expect(await refundableOf(order.id)).toMatchObject({
      amountPaid: 30,
      amountRefunded: 10,
      amountHeld: 0,
      amount: 20,
      shippingFee: 0,
      lines: [{ productName: 'Mop', quantity: 3, refundable: 2, returned: 1, total: 30, refunded: 10 }],
    });
  });
});

describe('refused requests', () => {
  test.each<[object, string, string]>([
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0.'],
    [{ amount: 1.234 }, 'amount', 'Must be an amount from 0 to 9,999,999.99 with at most two decimals.'],
    [{ amount: -5 }, 'amount', 'Must be an amount from 0 to 9,999,999.99 with at most two decimals.'],
    [{ reason: ' ' }, 'reason', 'Reason is required.'],
    [{ reason: 'x' }, 'reason', 'The reason is too short.'],
    [{ reason: 'x'.repeat(251) }, 'reason', 'The reason is too long.'],
    [{ lines: [] }, 'lines', 'Select at least one item.'],
    [
      { lines: [{ orderItemId: newId(), quantity: 0, restock: true }] },
      'lines.0.quantity',
      'Quantity must be greater than 0.',
    ],
    [{ lines: [{ orderItemId: newId(), quantity: 1.5, restock: true }] }, 'lines.0.quantity', 'Not a valid quantity.'],
    [{ lines: [{ orderItemId: newId(), restock: true }] }, 'lines.0.quantity', 'Quantity is required.'],
    [
      { lines: [{ orderItemId: newId(), quantity: 1, restock: true }] },
      'lines.0.orderItemId',
      'This item is not part of the order.',
    ],
  ])('%j is bad input', async (body, at, message) => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    const refused = await desk.refund(order.id, body);
    expect(refused.status).toBe(400);
    expect(refused.faults).toContainEqual({ path: at, message });
    expect((await desk.read(order.id)).amountRefunded).toBe(0);
  });

  test('an item that is listed twice, and faults of all fields at once', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db), qty: 3 }]);
    const refused = await desk.refund(order.id, { amount: 0, reason: '', lines: [lineOf(order, 1), lineOf(order, 1)] });
    expect(refused.faults.map(({ path: at }) => at)).toEqual(['amount', 'reason', 'lines.1.orderItemId']);
  });

  test('more than was paid or sold', async () => {
    const product = await makeProduct(db, { price: 10, name: 'Mop' });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }]);
    expect(await desk.refund(order.id, { amount: 20.01 })).toMatchObject({
      status: 409,
      message: 'At most $20.00 of this order can still be refunded.',
    });
    expect(await desk.refund(order.id, { lines: [lineOf(order, 3)] })).toMatchObject({
      status: 409,
      message: 'Only 2 of Mop can still be refunded.',
    });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 0 });
  });

  test('an unknown order, an invalid key, and a user without the claim', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    expect((await desk.refund(manager.id)).status).toBe(404);
    expect((await desk.refund(order.id, {}, 'short')).faults[0]?.path).toBe('Idempotency-Key');
    const stranger = orderDeskOf(shop, await makeAdministrator(shop.deps, { claims: ['ManageCartStock'] }));
    expect((await stranger.refund(order.id)).status).toBe(403);
    for (const of of ['refunds', 'refundable']) {
      expect((await shop.ask('GET', `${path(manager.id)}/${of}`, { token: manager.token })).status).toBe(404);
    }
  });

  test('an order that was paid through another provider', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    await db.updateTable('orders').set({ payment_provider: 'stripe' }).where('id', '=', order.id).execute();
    expect((await desk.refund(order.id)).message).toMatch(/^This order was paid through another payment provider/);
  });
});

describe('the same key', () => {
  test('is one refund, and another body with it is refused', async () => {
    const product = await makeProduct(db, { price: 10 });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }]);
    const key = newId();
    const first = await desk.refund(order.id, { amount: 5 }, key);
    const again = await desk.refund(order.id, { amount: 5 }, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const message = 'This key was already used for another refund.';
    expect(await desk.refund(order.id, { amount: 6 }, key)).toMatchObject({ status: 409, message });
    const other = await placePaidOrder(shop, [{ product }]);
    expect(await desk.refund(other.id, { amount: 5 }, key)).toMatchObject({ status: 409, message });
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 2000, refunded: 500 });
  });
});
