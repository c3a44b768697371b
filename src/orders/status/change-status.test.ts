import { describe, expect, test } from 'vitest';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { onHandOf, paymentsOf } from '../../../test/shop-state.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../../test/sold.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const manager = await makeManager(shop.deps);
const desk = orderDeskOf(shop, manager);

const eventsOf = async (orderId: string) =>
  (await shop.ask<object[]>('GET', `/v1/manage-orders/${orderId}/status-events`, { token: manager.token })).body;

const auditOf = (orderId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_name as by'])
    .where('entity_id', '=', orderId)
    .orderBy('id')
    .execute();

const freeOf = async (orderId: string) =>
  (
    await db
      .selectFrom('redemptions')
      .select('released_at as releasedAt')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).releasedAt !== null;

describe('a change between New Order, Picking in Progress and Completed', () => {
  test('changes nothing else, and is recorded with its author', async () => {
    const product = await makeProduct(db, { onHand: 5 });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }]);
    for (const status of [4, 1, 0]) {
      clock.advance(60_000);
      expect((await desk.change(order.id, status)).body).toMatchObject({ orderStatus: status });
    }
    expect(await onHandOf(db, product)).toEqual({ onHand: 3, ledger: 3 });
    expect(await eventsOf(order.id)).toMatchObject([
      { by: 'Mia Rossi', byId: manager.id, fromStatus: 0, toStatusValue: 'Picking in Progress' },
      { fromStatus: 4, toStatus: 1 },
      { fromStatusValue: 'Completed', toStatusValue: 'New Order' },
    ]);
    const [line] = await auditOf(order.id);
    expect(line).toMatchObject({
      action: 'status',
      by: 'Mia Rossi',
      before: { orderNumber: order.orderNumber, status: 'New Order' },
      after: { status: 'Picking in Progress' },
    });
    expect((await desk.read(order.id)).version).toBe(order.version + 3);
  });

  test('to the same status changes nothing, with any version', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    expect((await desk.change(order.id, 0, { version: 99 })).body).toMatchObject({ version: order.version });
    expect(await eventsOf(order.id)).toEqual([]);
  });

  test('based on an outdated version is refused', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    expect((await desk.change(order.id, 4, { version: order.version })).status).toBe(200);
    const late = await desk.change(order.id, 1, { version: order.version });
    expect(late).toMatchObject({ status: 409, message: changedBySomeoneElse });
    expect((await desk.read(order.id)).orderStatus).toBe(4);
  });
});

describe('refused requests', () => {
  test.each([
    [undefined, 400, 'Order status is required.'],
    [null, 400, 'Order status is required.'],
    [7, 400, 'Not a valid order status.'],
    ['1', 400, 'Not a valid order status.'],
    [3, 409, 'To make an order Refunded, refund everything that was paid.'],
  ])('the status %s results in %i', async (status, code, message) => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    expect(await desk.change(order.id, status)).toMatchObject({ status: code, message });
    expect((await desk.read(order.id)).orderStatus).toBe(0);
  });

  test('an unknown or unpaid order is not found', async () => {
    const product = await makeProduct(db);
    await checkOut(shop, checkoutOf([{ product }], { cardNumber: '4000000000000002' }));
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('payment', '=', 'released')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const orderId of [id, manager.id]) {
      expect(await desk.change(orderId, 1)).toMatchObject({ status: 404, message: 'This order no longer exists.' });
      const path = `/v1/manage-orders/${orderId}/status-events`;
      expect((await shop.ask('GET', path, { token: manager.token })).status).toBe(404);
    }
  });

  test('a user without ManageCartOrders is refused', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    const stranger = orderDeskOf(shop, await makeAdministrator(shop.deps, { claims: ['ManageCartStock'] }));
    expect((await stranger.change(order.id, 2)).status).toBe(403);
  });
});

describe('a cancelled order', () => {
  test('returns goods and promo once, and no money', async () => {
    const product = await makeProduct(db, { onHand: 5, price: 20 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const order = await placePaidOrder(shop, [{ product, qty: 2 }, { product }], { promoCode: code });
    for (let again = 0; again < 2; again++) expect((await desk.change(order.id, 2)).status).toBe(200);
    expect(await onHandOf(db, product)).toEqual({ onHand: 5, ledger: 5 });
    expect(await freeOf(order.id)).toBe(true);
    expect(await paymentsOf(db, order.id)).toEqual({ charged: 5400, refunded: 0 });
    const back = await db
      .selectFrom('stock_movements')
      .select(['quantity', 'reason', 'created_by as by'])
      .where('order_id', '=', order.id)
      .where('direction', '=', 0)
      .execute();
    expect(back).toEqual([{ quantity: 3, reason: `Order ${order.orderNumber} cancelled`, by: manager.id }]);
    await placePaidOrder(shop, [{ product }], { promoCode: code });
  });

  test('takes goods and promo again when it is reopened', async () => {
    const product = await makeProduct(db, { onHand: 3 });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }], { promoCode: code });
    for (const status of [2, 0, 2, 1, 4]) expect((await desk.change(order.id, status)).status).toBe(200);
    expect(await onHandOf(db, product)).toEqual({ onHand: 0, ledger: 0 });
    expect(await freeOf(order.id)).toBe(false);
    expect((await checkOut(shop, checkoutOf([{ product }], { promoCode: code }))).body.status).toBe(1);
  });

  test('stays cancelled if goods or promo are not available, and reports all reasons', async () => {
    const plenty = await makeProduct(db, { onHand: 9, name: 'Plenty' });
    const scarce = await makeProduct(db, { onHand: 4, name: 'Scarce' });
    const gone = await makeProduct(db, { onHand: 2, name: 'Gone' });
    const { code } = await makePromo(db, { percentage: 10, isOneTime: true });
    const lines = [{ product: plenty }, { product: scarce, qty: 2 }, { product: scarce }, { product: gone, qty: 2 }];
    const order = await placePaidOrder(shop, lines, { promoCode: code });
    await desk.change(order.id, 2);
    await placePaidOrder(
      shop,
      [
        { product: gone, qty: 2 },
        { product: scarce, qty: 3 },
      ],
      { promoCode: code },
    );
    const refused = await desk.change(order.id, 0);
    const reasons = [
      `The promo code ${code} has been used by another order.`,
      'Scarce: 3 are needed, 1 is in stock.',
      'Gone: 2 are needed, 0 are in stock.',
    ];
    expect(refused).toMatchObject({ status: 409, message: reasons.join(' ') });
    expect(refused.faults.map(({ message }) => message)).toEqual(reasons);
    expect((await desk.read(order.id)).orderStatus).toBe(2);
    expect(await onHandOf(db, plenty)).toEqual({ onHand: 9, ledger: 9 });
    expect(await freeOf(order.id)).toBe(true);
  });

  test('is reopened with negative stock if its goods are sold without stock', async () => {
    const product = await makeProduct(db, { onHand: 1, allowSaleWithoutStock: true });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
    for (const status of [2, 0]) expect((await desk.change(order.id, status)).status).toBe(200);
    expect(await onHandOf(db, product)).toEqual({ onHand: -2, ledger: -2 });
  });

  test('stays cancelled once part of it was refunded', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 20 }) }]);
    await desk.change(order.id, 2);
    await desk.refund(order.id, { amount: 1 });
    expect(await desk.change(order.id, 0)).toMatchObject({
      status: 409,
      message: 'This order cannot be reopened, because part of it has been refunded.',
    });
  });
});

describe('a refunded order', () => {
  test('keeps its status', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    await desk.refund(order.id);
    expect((await desk.change(order.id, 3)).status).toBe(200);
    for (const status of [0, 1, 2, 4]) {
      const message = 'The status of a refunded order cannot be changed.';
      expect(await desk.change(order.id, status)).toMatchObject({ status: 409, message });
    }
  });
});
