import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../../test/buyer.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makePromo } from '../../../../test/make-promo.ts';
import { makeAdministrator, makePerson } from '../../../../test/people.ts';
import { type OrderRow, sentences } from '../contract.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556' } });
const { ask, deps } = shop;
const { db, clock } = deps;
const boss = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
const userClerk = await makeAdministrator(deps, { claims: ['ManageUsers'] });
const kim = await makePerson(deps, { email: 'kim.lee@kitchen.example' });

const mop = await makeProduct(db, { name: 'Flat mop', code: 'MOP-45', price: 20, onHand: 100 });
const liners = await makeProduct(db, { name: 'Bin liners', code: 'BIN 72', price: 5, onHand: 100 });
await makePromo(db, { code: 'SPRING10', percentage: 10 });

interface OrderSetup {
  at: string;
  firstName: string;
  lastName: string;
  status?: number;
  refunded?: number;
  email?: string;
  token?: string;
}

async function ordered(
  { at, firstName, lastName, status = 0, refunded = 0, email, token }: OrderSetup,
  more: object = {},
) {
  clock.set(at);
  const billingInfo = { ...buyer, firstName, lastName, ...(email && { email }) };
  const body = checkoutOf([{ product: mop, qty: 2 }], { billingInfo, ...more });
  const { body: placed } = await checkOut(shop, body, token === undefined ? {} : { token });
  const id = placed.orderId ?? '';
  await db
    .updateTable('orders')
    .set({ status, amount_refunded_cents: refunded as never })
    .where('id', '=', id)
    .execute();
  return { id, number: placed.orderNumber ?? '' };
}

const zoe = await ordered({ at: '2026-01-31T12:59:59Z', firstName: 'Zoë', lastName: 'Álvarez', status: 1 });
const midnight = await ordered(
  { at: '2026-01-31T13:00:00Z', firstName: '=Tuan', lastName: 'Nguyen', status: 4 }, // in Sydney
  { promoCode: 'spring10' },
);
const kims = await ordered(
  { at: '2026-02-10T01:00:00Z', firstName: 'Kim', lastName: 'Lee', email: 'Kim.Lee@kitchen.example', token: kim.token },
  {
    userId: kim.id,
    cartItems: [{ id: liners.id, variationItemId: null, qty: 3 }],
    shippingInfo: { ...buyer, shippingMethod: 2 },
  },
);
const back = await ordered({
  at: '2026-02-11T01:00:00Z',
  firstName: 'Ava',
  lastName: 'Brown',
  status: 3,
  refunded: 4000,
});
const part = await ordered({
  at: '2026-02-12T01:00:00Z',
  firstName: 'Mia',
  lastName: 'Rossi',
  status: 2,
  refunded: 500,
});

const all = { startDate: '2026-01-01', endDate: '2026-03-01', orderStatuses: [0, 1, 2, 3, 4] };
const list = (query = '', change: object = {}, token = boss.token) =>
  ask<OrderRow[]>('POST', `/v1/manage-orders/filter${query}`, { token, body: { ...all, ...change } });
const numbersOf = (rows: OrderRow[]) => rows.map(({ orderNumber }) => orderNumber);
const every = [part, back, kims, midnight, zoe].map(({ number }) => number);

test('the list has the paid orders of the days and statuses, newest first', async () => {
  const { status, body, headers } = await list();
  expect({ status, total: headers['x-total-count'] }).toEqual({ status: 200, total: '5' });
  expect(numbersOf(body)).toEqual(every);
  expect(body[2]).toEqual({
    id: kims.id,
    taxInvoiceId: expect.any(String),
    orderNumber: kims.number,
    firstName: 'Kim',
    lastName: 'Lee',
    companyName: null,
    abn: null,
    purchaseOrder: null,
    orderDate: '2026-02-10T01:00:00.000Z',
    amountPaid: 27.5,
    amountRefunded: 0,
    orderAmount: 27.5,
    orderStatus: 0,
    orderStatusValue: 'New Order',
    orderPaid: true,
    shippingMethod: 2,
    promoCode: null,
    isOnAccount: false,
    version: expect.any(Number),
  });
});

test('an unpaid or released order is not listed', async () => {
  const body = checkoutOf([{ product: mop }], { cardNumber: '4000000000000002' });
  expect((await checkOut(shop, body)).body.status).toBe(1);
  expect((await list('', { endDate: '2030-01-01' })).body).toHaveLength(5);
});

test.each([
  [{ startDate: '2026-02-01' }, [part, back, kims, midnight]], // days in Sydney, both inclusive
  [{ endDate: '2026-01-31' }, [zoe]],
  [{ endDate: '2026-02-10' }, [kims, midnight, zoe]],
  [{ orderStatuses: [4] }, [midnight]],
  [{ orderStatuses: [3, 2, 3] }, [part, back]],
])('the filter %j selects the right orders, newest first', async (change, expected) => {
  expect(numbersOf((await list('', change)).body)).toEqual(expected.map(({ number }) => number));
});

test.each([
  ['?sort=orderDate', [zoe, midnight, kims, back, part]],
  ['?sort=-orderNumber&pageSize=2', [part, back]],
  ['?sort=firstName&page=2&pageSize=2', [kims, part]],
  ['?sort=lastName', [back, kims, midnight, part, zoe]],
  ['?sort=orderAmount&pageSize=2', [kims, midnight]],
  ['?sort=amountPaid&pageSize=2', [kims, midnight]],
  ['?sort=-orderStatus&pageSize=1', [midnight]],
  ['?refund=none', [kims, midnight, zoe]],
  ['?refund=part', [part]],
  ['?refund=all', [back]],
  ['?shippingMethod=2', [kims]],
  ['?promo=any', [midnight]],
  ['?promo=none&refund=none', [kims, zoe]],
  ['?promo=Spring10', [midnight]],
  ['?promo=SPRING1', []],
  [`?userId=${kim.id}`, [kims]],
])('the list is filtered and sorted by %s', async (query, expected) => {
  expect(numbersOf((await list(query)).body)).toEqual(expected.map(({ number }) => number));
});

test.each([
  [() => zoe.number, [zoe]],
  [() => zoe.number.toLowerCase().replace('-', ' '), [zoe]],
  [() => zoe.number.slice(3), [zoe]],
  [() => zoe.number.slice(0, -1), []], // numbers match exactly
  [() => 'zoe alvarez', [zoe]],
  [() => 'ÁLV', [zoe]],
  [() => 'kim.lee@KITCHEN', [kims]],
  [() => 'kim.lee@kitchen.example', [kims]],
  [() => 'mop-45', [part, back, midnight, zoe]],
  [() => 'bin 72', [kims]],
  [() => '72', [kims]],
  [() => 'bin line', [kims]],
  [() => '"flat mop" rossi', [part]],
  [() => 'spring10', [midnight]],
  [() => '0491 570 006', [part, back, kims, midnight, zoe]],
  [() => 'nobody', []],
  [() => '%', [part, back, kims, midnight, zoe]], // no search term
])('search %# finds the right orders', async (search, expected) => {
  const { body, headers } = await list(`?search=${encodeURIComponent(search())}`);
  expect(numbersOf(body)).toEqual(expected.map(({ number }) => number));
  expect(headers['x-total-count']).toBe(String(expected.length));
});

test('an invoice is found by its number', async () => {
  const { number } = await db
    .selectFrom('tax_invoices')
    .select('number')
    .where('order_id', '=', back.id)
    .executeTakeFirstOrThrow();
  for (const search of [number, number.toLowerCase().replace('-', '')])
    expect(numbersOf((await list(`?search=${search}`)).body)).toEqual([back.number]);
});

test('all faults of the filter are reported, in field order', async () => {
  const { status, faults } = await list('', { orderStatuses: [], startDate: '', endDate: '31/02/2026' });
  expect(status).toBe(400);
  expect(faults).toEqual([
    { path: 'orderStatuses', message: 'At least 1 user type is required.' },
    { path: 'startDate', message: 'Start date is required.' },
    { path: 'endDate', message: 'Must be a date.' },
  ]);
  const missing = await ask('POST', '/v1/manage-orders/filter', { token: boss.token, body: {} });
  expect(missing.faults.map(({ message }) => message)).toEqual([
    'At least 1 user type is required.',
    'Start date is required.',
    'End date is required.',
  ]);
  const turned = await list('', { ...all, startDate: '2026-03-01', endDate: '2026-02-28' });
  expect([turned.status, turned.faults]).toEqual([
    400,
    [{ path: 'endDate', message: 'The end date must not be before the start date.' }],
  ]);
  for (const query of ['?refund=some', '?shippingMethod=3', '?sort=email', '?pageSize=101', '?userId=x'])
    expect((await list(query)).status).toBe(400);
});

test("a user's orders require the claim for users or for orders", async () => {
  for (const { token } of [boss, userClerk]) {
    const { status, body } = await ask<OrderRow[]>('GET', `/v1/manage-orders/user/${kim.id}`, { token });
    expect({ status, numbers: numbersOf(body) }).toEqual({ status: 200, numbers: [kims.number] });
  }
  const nobody = await ask('GET', `/v1/manage-orders/user/${newId()}`, { token: boss.token });
  expect(nobody.status).toBe(404);
  expect((await ask('GET', `/v1/manage-orders/details/${kims.id}`, { token: userClerk.token })).status).toBe(403);
  expect((await ask('GET', `/v1/manage-orders/user/${kim.id}`, { token: kim.token })).status).toBe(403);
});

const query = (change: object = {}) =>
  new URLSearchParams(
    Object.entries({ ...all, ...change }).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );

test('the export has the filtered orders, without executable formulas', async () => {
  const path = `/v1/manage-orders/export?${query({ sort: 'orderNumber' })}`;
  const csv = await ask('GET', `${path}&format=csv`, { token: boss.token });
  const lines = csv.bytes.toString('utf8').replace('\ufeff', '').trim().split('\n');
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  expect(lines[0]).toBe(
    'Order number,Ordered,First name,Last name,Email,Company,ABN,PO number,Status,Delivery,Promo,Amount,Paid,Refunded,Invoice,On account',
  );
  expect(lines).toHaveLength(6);
  expect(lines.find((line) => line.startsWith(midnight.number))).toMatch(
    /,2026-02-01,'=Tuan,Nguyen,kim@example.com,,,,Picking in Progress,In Store Pickup,SPRING10,36.00,36.00,0.00,INV-\d+,$/,
  );
  const excel = await ask('GET', `${path}&format=xlsx`, { token: boss.token });
  const sheet = strFromU8(unzipSync(excel.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).not.toContain('<f>');
  const bare = await ask('GET', `/v1/manage-orders/export?format=csv`, { token: boss.token });
  expect(bare.faults[0]?.message).toBe(sentences.noStatus);
});

test('New Orders are counted', async () => {
  expect((await ask('GET', '/v1/manage-orders/new', { token: boss.token })).body).toEqual({ orders: 1 });
});

test("the ids of a filter come in the list's sort order", async () => {
  const { body } = await ask<{ orderNumber: string }[]>('GET', `/v1/manage-orders/ids?${query({ refund: 'none' })}`, {
    token: boss.token,
  });
  expect(body.map(({ orderNumber }) => orderNumber)).toEqual([kims, midnight, zoe].map(({ number }) => number));
});
