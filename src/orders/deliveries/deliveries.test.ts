import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { makeManager, orderDeskOf, type OrderNow, placePaidOrder } from '../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount } from '../../../test/trade-buyer.ts';
import type { Tracking } from './track-contract.ts';
import type { OrderDeliveries } from './contract.ts';

const shop = await testApp();
const { ask, deps, mails } = shop;
const { db, jobs } = deps;
const manager = await makeManager(deps);
const desk = orderDeskOf(shop, manager);
const { token } = manager;

const path = (orderId: string) => `/v1/manage-orders/${orderId}/deliveries`;

const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };

/** An order of five mops and two pails. */
async function placeOrder(): Promise<OrderNow> {
  const mop = await makeProduct(db, { onHand: 50, name: 'Flat mop' });
  const pail = await makeProduct(db, { onHand: 50, name: 'Pail' });
  return placePaidOrder(
    shop,
    [
      { product: mop, qty: 5 },
      { product: pail, qty: 2 },
    ],
    { shippingInfo },
  );
}

const idOf = (order: OrderNow, place: number): string => order.orderItems[place]?.orderItemId ?? '';
const linesOf = (order: OrderNow, ...quantities: number[]) =>
  quantities.flatMap((quantity, place) => (quantity === 0 ? [] : [{ orderItemId: idOf(order, place), quantity }]));

const save = (
  order: OrderNow,
  lines: object[],
  { id = newId(), ...more }: { id?: string; [field: string]: unknown } = {},
) => ask<OrderDeliveries>('PUT', `${path(order.id)}/${id}`, { token, body: { lines, ...more } });
const change = (orderId: string, id: string, state: string, more: object = {}) =>
  ask<OrderDeliveries>('PATCH', `${path(orderId)}/${id}/state`, { token, body: { state, ...more } });
const read = async (orderId: string) => (await ask<OrderDeliveries>('GET', path(orderId), { token })).body;
const leftOf = ({ lines }: OrderDeliveries) => lines.map(({ left }) => left);

const track = async (url: string) => {
  const { searchParams } = new URL(url);
  return ask<Tracking>('POST', '/v1/order-tracking/read', { body: { token: searchParams.get('t') } });
};

/** The deliveries' mails since the last call. */
async function sentMails() {
  const before = mails.length;
  await jobs.finishAll();
  return mails.slice(before);
}

describe('a delivery', () => {
  test('takes some units of some lines, and begins the picking of a new order', async () => {
    const order = await placeOrder();
    expect((await save(order, linesOf(order, 3), { plannedDay: '2020-01-01' })).faults).toEqual([
      { path: 'plannedDay', message: 'Must be today or later.' },
    ]);
    const more = { carrier: 'StarTrack', consignmentNumber: 'ST-1', plannedDay: '2026-03-04' };
    const { status, body } = await save(order, linesOf(order, 3), more);
    expect(status).toBe(200);
    expect(body.deliveries).toMatchObject([{ number: 1, state: 'packing', ...more, lines: [{ quantity: 3 }] }]);
    expect(leftOf(body)).toEqual([2, 2]);
    expect((await desk.read(order.id)).orderStatus).toBe(4);
  });

  test('is made once if the request is repeated', async () => {
    const order = await placeOrder();
    const id = newId();
    await Promise.all([1, 2, 3].map(() => save(order, linesOf(order, 3), { id })));
    const { deliveries, lines } = await read(order.id);
    expect(deliveries).toMatchObject([{ number: 1, version: 1 }]);
    expect(lines[0]?.left).toBe(2);
  });

  test('never takes more than is left, also of two that are made at once', async () => {
    const order = await placeOrder();
    const answers = await Promise.all([4, 3, 2, 5].map((quantity) => save(order, linesOf(order, quantity))));
    const { deliveries } = await read(order.id);
    const taken = deliveries.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(taken).toBeLessThanOrEqual(5);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.faults[0]?.path).toBe('lines.0.quantity');
    expect(refused[0]?.message).toMatch(/^(Only \d units? of|No units of) Flat mop (is|are) left to deliver\.$/);
  });

  test('takes no units that have been refunded, also if it was made before', async () => {
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 5, 2), { id });
    await desk.refund(order.id, { lines: [{ orderItemId: idOf(order, 0), quantity: 2, restock: true }] });
    expect(await change(order.id, id, 'dispatched')).toMatchObject({
      status: 409,
      message: 'Only 3 units of Flat mop are left to deliver.',
    });
    expect((await save(order, linesOf(order, 3, 2), { id })).status).toBe(200);
    expect((await change(order.id, id, 'dispatched')).status).toBe(200);
  });

  test('reports all faults of its input', async () => {
    const order = await placeOrder();
    const other = await placeOrder();
    const bad = await save(order, [
      { orderItemId: idOf(other, 0), quantity: 1 },
      { orderItemId: idOf(order, 0), quantity: 1 },
      { orderItemId: idOf(order, 0), quantity: 1 },
    ]);
    expect(bad.status).toBe(400);
    expect(bad.faults).toEqual([
      { path: 'lines.0.quantity', message: 'This item is not part of the order.' },
      { path: 'lines.2.quantity', message: 'This item is listed twice.' },
    ]);
    const carrier = 'x'.repeat(61);
    const faults = (await save(order, [{ orderItemId: idOf(order, 0), quantity: 0 }], { carrier })).faults;
    expect(faults.map(({ message }) => message)).toEqual([
      'Must be a whole number from 1 to 9,999.',
      'Carrier is too long.',
    ]);
    expect((await save(order, [])).message).toBe('Enter a quantity for at least one item.');
  });

  test('of another order, or of an unknown one, is not found', async () => {
    const [order, other] = [await placeOrder(), await placeOrder()];
    const id = newId();
    await save(other, linesOf(other, 1), { id });
    expect((await save(order, linesOf(order, 1), { id })).status).toBe(404);
    expect((await change(order.id, id, 'dispatched')).status).toBe(404);
    expect((await ask('GET', path(newId()), { token })).status).toBe(404);
  });

  test('of two orders that are given one id at once is made for one', async () => {
    const orders = [await placeOrder(), await placeOrder()];
    const id = newId();
    const answers = await Promise.all(orders.map((order) => save(order, linesOf(order, 1), { id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const made = await Promise.all(orders.map(async (order) => (await read(order.id)).deliveries));
    expect(made.flat()).toMatchObject([{ id, version: 1, lines: [{ quantity: 1 }] }]);
    const winner = orders.find((_order, place) => made[place]?.length === 1);
    expect(made.flat()[0]?.lines[0]?.orderItemId).toBe(winner && idOf(winner, 0));
  });

  test('is not made for an order that is picked up, cancelled or refunded', async () => {
    const product = await makeProduct(db);
    const pickup = await placePaidOrder(shop, [{ product }], { shippingInfo: { shippingMethod: 1 } });
    expect((await save(pickup, linesOf(pickup, 1))).message).toBe('This order is picked up, so it has no deliveries.');
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 1), { id });
    await desk.change(order.id, 2);
    const message = 'This order is cancelled, so nothing more is delivered.';
    expect(await save(order, linesOf(order, 1))).toMatchObject({ status: 409, message });
    expect(await change(order.id, id, 'packing')).toMatchObject({ status: 409, message });
  });

  test('needs ManageCartOrders', async () => {
    const order = await placeOrder();
    const { token: stranger } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
    for (const [method, url] of [
      ['GET', path(order.id)],
      ['PUT', `${path(order.id)}/${newId()}`],
      ['PATCH', `${path(order.id)}/${newId()}/state`],
      ['PUT', `/v1/manage-orders/${order.id}/back-orders`],
    ] as const)
      expect(
        (await ask(method, url, { token: stranger, body: method === 'GET' ? undefined : {} } as object)).status,
      ).toBe(403);
  });
});

describe('the states of a delivery', () => {
  test('complete the order once everything has left, and mail the buyer at each dispatch', async () => {
    const order = await placeOrder();
    const [first, second] = [newId(), newId()];
    await save(order, linesOf(order, 3), { id: first, carrier: 'StarTrack', consignmentNumber: 'ST-100' });
    await sentMails();
    await Promise.all([1, 2].map(() => change(order.id, first, 'dispatched')));
    const sent = await sentMails();
    expect(sent).toMatchObject([{ subject: `Your delivery is on its way: order ${order.orderNumber}` }]);
    const { trackingUrl } = await read(order.id);
    for (const words of ['StarTrack', 'ST-100', '3 × Flat mop', '2 × Flat mop, date not known yet', trackingUrl])
      expect(sent[0]?.text).toContain(words);
    expect((await desk.read(order.id)).orderStatus).toBe(4);

    await save(order, linesOf(order, 2, 2), { id: second });
    await change(order.id, second, 'dispatched');
    expect((await desk.read(order.id)).orderStatus).toBe(1);
    expect(await sentMails()).toHaveLength(1);
    const { body } = await change(order.id, second, 'delivered', { receivedBy: 'Sam Lee' });
    expect(body.deliveries[1]).toMatchObject({ state: 'delivered', receivedBy: 'Sam Lee' });
    expect(body.deliveries[1]?.deliveredAt).toBe('2026-03-02T01:00:00.000Z');
  });

  test('delivered by mistake, are taken back without a mail, unless there is a photo or signature', async () => {
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 5, 2), { id });
    await change(order.id, id, 'dispatched');
    const { dispatchedAt } = (await change(order.id, id, 'delivered', { receivedBy: 'Sam' })).body.deliveries[0] ?? {};
    await sentMails();
    const { body } = await change(order.id, id, 'dispatched');
    expect(body.deliveries).toMatchObject([{ state: 'dispatched', deliveredAt: null, receivedBy: '', dispatchedAt }]);
    expect(await sentMails()).toEqual([]);
    await change(order.id, id, 'delivered');
    await db.updateTable('deliveries').set({ has_signature: true }).where('id', '=', id).execute();
    expect((await change(order.id, id, 'dispatched')).message).toBe(
      'This delivery has a photo or signature, so it stays delivered.',
    );
  });

  test('say why an attempt failed, and lead back on the way', async () => {
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 5, 2), { id });
    expect((await change(order.id, id, 'failed', { failure: 'Nobody there' })).message).toBe(
      'This delivery is being packed.',
    );
    await change(order.id, id, 'dispatched');
    expect((await change(order.id, id, 'failed')).faults).toEqual([
      { path: 'failure', message: 'Reason is required.' },
    ]);
    await change(order.id, id, 'failed', { failure: 'Nobody there' });
    expect((await change(order.id, id, 'dispatched')).body.deliveries[0]).toMatchObject({
      state: 'dispatched',
      failure: 'Nobody there',
    });
  });

  test('stay out of stock if their order is cancelled; the rest goes back, and what has not left is cancelled', async () => {
    const order = await placeOrder();
    const onHand = async () => {
      const { rows } = await sql<{ onHand: number }>`
        select i.on_hand as "onHand" from order_items o join product_items i on i.id = o.item_id
        where o.order_id = ${order.id} order by o.position`.execute(db);
      return rows.map((row) => row.onHand);
    };
    const [left, waiting] = [newId(), newId()];
    await save(order, linesOf(order, 3), { id: left });
    await change(order.id, left, 'dispatched');
    await save(order, linesOf(order, 1, 1), { id: waiting });
    expect((await ask('GET', `/v1/manage-orders/details/${order.id}`, { token })).body).toMatchObject({
      unitsOut: 3,
      orderItems: [{ unitsOut: 3 }, { unitsOut: 0 }],
    });
    expect(await onHand()).toEqual([45, 48]);
    await desk.change(order.id, 2);
    expect(await onHand()).toEqual([47, 50]);
    expect((await read(order.id)).deliveries.map(({ state }) => state)).toEqual(['dispatched', 'cancelled']);
    await desk.change(order.id, 4);
    expect(await onHand()).toEqual([45, 48]);
  });

  test('free the units of a cancelled delivery, which comes back only while they are left', async () => {
    const order = await placeOrder();
    const [first, second] = [newId(), newId()];
    await save(order, linesOf(order, 4), { id: first });
    expect(leftOf((await change(order.id, first, 'cancelled')).body)).toEqual([5, 2]);
    expect(leftOf((await change(order.id, first, 'packing')).body)).toEqual([1, 2]);
    await change(order.id, first, 'cancelled');
    await save(order, linesOf(order, 2), { id: second });
    expect((await change(order.id, first, 'packing')).message).toBe('Only 3 units of Flat mop are left to deliver.');
  });

  test('are refused on an older version, and keep the items of what has left', async () => {
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 4), { id });
    expect((await save(order, linesOf(order, 3), { id, version: 7 })).status).toBe(409);
    expect((await change(order.id, id, 'dispatched', { version: 7 })).status).toBe(409);
    await change(order.id, id, 'dispatched', { version: 1 });
    expect((await save(order, linesOf(order, 3), { id })).message).toBe(
      'This delivery has left, so its items cannot be changed.',
    );
    const { body } = await save(order, linesOf(order, 4), { id, consignmentNumber: 'LATE-1', version: 2 });
    expect(body.deliveries[0]).toMatchObject({ consignmentNumber: 'LATE-1', version: 3 });
  });

  test('are in the history of the order', async () => {
    const order = await placeOrder();
    const id = newId();
    await save(order, linesOf(order, 4), { id });
    await change(order.id, id, 'dispatched');
    const entries = await db.selectFrom('audit_log').select('action').where('entity_id', '=', order.id).execute();
    expect(entries.map(({ action }) => action)).toEqual(['make-delivery', 'dispatch-delivery']);
  });
});

describe('a back order', () => {
  const setDays = (order: OrderNow, lines: object[]) =>
    ask<OrderDeliveries>('PUT', `/v1/manage-orders/${order.id}/back-orders`, { token, body: { lines } });

  test('mails the buyer once for each change of its date', async () => {
    const order = await placeOrder();
    await sentMails();
    const [mop, pail] = [idOf(order, 0), idOf(order, 1)];
    const days = [
      { orderItemId: mop, expectedDay: '2026-03-10', was: null },
      { orderItemId: pail, expectedDay: '2026-03-11', was: null },
    ];
    const { body } = await setDays(order, days);
    await Promise.all([1, 2].map(() => setDays(order, days)));
    expect(body.lines.map(({ expectedDay }) => expectedDay)).toEqual(['2026-03-10', '2026-03-11']);
    const [first, ...others] = await sentMails();
    expect(others).toEqual([]);
    expect(first?.subject).toBe(`New date for your order ${order.orderNumber}`);
    expect(first?.text).toContain('5 × Flat mop, expected 10/03/2026');
    await setDays(order, [{ orderItemId: mop, expectedDay: '2026-03-20', was: '2026-03-10' }]);
    const [second] = await sentMails();
    expect(second?.text).toContain('5 × Flat mop, expected 20/03/2026 (was 10/03/2026)');
    expect(second?.text).not.toContain('Pail');
  });

  test('has no date in the past, but one that has passed meanwhile stays', async () => {
    const order = await placeOrder();
    await sentMails();
    const [mop, pail] = [idOf(order, 0), idOf(order, 1)];
    const refused = await setDays(order, [
      { orderItemId: mop, expectedDay: '2026-03-10', was: null },
      { orderItemId: pail, expectedDay: '2026-03-01', was: null },
    ]);
    expect(refused.faults).toEqual([{ path: 'lines.1.expectedDay', message: 'Must be today or later.' }]);
    expect(await sentMails()).toEqual([]);
    await db
      .insertInto('back_orders')
      .values({ order_item_id: pail, expected_day: day('2026-03-01') })
      .execute();
    const { body } = await setDays(order, [
      { orderItemId: mop, expectedDay: '2026-03-02', was: null },
      { orderItemId: pail, expectedDay: '2026-03-01', was: '2026-03-01' },
    ]);
    expect(body.lines.map(({ expectedDay }) => expectedDay)).toEqual(['2026-03-02', '2026-03-01']);
  });

  test('is not changed over somebody else’s change', async () => {
    const order = await placeOrder();
    const orderItemId = idOf(order, 0);
    await setDays(order, [{ orderItemId, expectedDay: '2026-03-10', was: null }]);
    expect((await setDays(order, [{ orderItemId, expectedDay: '2026-03-12', was: null }])).status).toBe(409);
    const unknown = await setDays(order, [{ orderItemId: newId(), expectedDay: '2026-03-12', was: null }]);
    expect(unknown.faults).toEqual([{ path: 'lines.0.orderItemId', message: 'This item is not part of the order.' }]);
  });
});

describe('the tracking link', () => {
  test('shows deliveries and back orders without prices, e-mails and phone numbers', async () => {
    const buyer = await makeTradeBuyer(shop);
    const product = await makeProduct(db, { onHand: 50, name: 'Flat mop', price: 12.34 });
    const { orderId } = await orderOnAccount(shop, buyer, { product, qty: 5, shippingInfo });
    const order = await desk.read(orderId);
    const id = newId();
    await save(order, linesOf(order, 3), { id, carrier: 'StarTrack', consignmentNumber: 'ST-100' });
    await change(orderId, id, 'dispatched');
    const { trackingUrl } = await read(orderId);
    const { status, body, headers } = await track(trackingUrl);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      orderNumber: order.orderNumber,
      destination: 'Head office, Fitzroy VIC',
      ended: null,
      deliveries: [
        { state: 'dispatched', carrier: 'StarTrack', consignmentNumber: 'ST-100', lines: [{ quantity: 3 }] },
      ],
      backOrders: [{ productName: 'Flat mop', quantity: 2, expectedDay: null }],
      waiting: [],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(body)).not.toMatch(/12\.34|@|price|email|mobile|phone/i);
  });

  test('is on the order’s page for its people, once there is a delivery', async () => {
    const buyer = await makeTradeBuyer(shop);
    const product = await makeProduct(db, { onHand: 50 });
    const { orderId } = await orderOnAccount(shop, buyer, { product, qty: 5, shippingInfo });
    const own = async () =>
      (await ask<{ trackingUrl: string | null }>('GET', `/v1/shopping-orders/${orderId}`, { token: buyer.user.token }))
        .body.trackingUrl;
    expect(await own()).toBeNull();
    const order = await desk.read(orderId);
    await save(order, linesOf(order, 3));
    expect(await own()).toBe((await read(orderId)).trackingUrl);
  });

  test('is refused if it is forged, and ends 90 days after the last delivery', async () => {
    const [order, other] = [await placeOrder(), await placeOrder()];
    const { trackingUrl } = await read(order.id);
    expect((await track(trackingUrl)).body).toMatchObject({
      deliveries: [],
      waiting: [{ quantity: 5 }, { quantity: 2 }],
    });
    expect((await track(trackingUrl.replace(order.id, other.id))).status).toBe(404);
    expect((await track('http://shop.test/track?t=nonsense')).status).toBe(404);
    const id = newId();
    await save(order, linesOf(order, 5, 2), { id });
    await change(order.id, id, 'delivered', { receivedBy: 'Sam' });
    expect((await track(trackingUrl)).body.deliveries).toMatchObject([{ receivedBy: 'Sam' }]);
    const day = 24 * 60 * 60 * 1000;
    deps.clock.advance(90 * day);
    expect((await track(trackingUrl)).status).toBe(404);
  });
});
