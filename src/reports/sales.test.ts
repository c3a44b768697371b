import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { day } from '#lib/day.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { addUnits, returnUnits } from '#stock/ledger/record-movements.server.ts';
import { testApp } from '../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../test/buyer.ts';
import { excelRows } from '../../test/excel.ts';
import { makeCategory, makeProduct, type MadeProduct, makeSupplier } from '../../test/make.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { makePromo } from '../../test/make-promo.ts';
import { makeAdministrator } from '../../test/people.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../test/sold.ts';
import type { StatementOnPage } from './consignment-contract.ts';
import { readPeriodQuery, periodBefore, presetPeriod, quartersOf } from './period.ts';
import type { BreakdownOnPage, GstQuarterOnPage, SalesOnPage } from './sales-contract.ts';
import { rebuildItemSales } from './daily-item-sales.server.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const itemOf = ({ itemIds: [id = ''] }: MadeProduct): string => id;

/** Signs in again for each request, since the clock advances beyond a session's lifetime. */
async function read<Body>(path: string) {
  const { token } = await makeAdministrator(shop.deps, { claims: ['ViewReports'] });
  return shop.ask<Body>('GET', path, { token });
}

async function buy(at: string, product: MadeProduct, qty: number, more: object = {}): Promise<string> {
  clock.set(at);
  const { body } = await checkOut(shop, checkoutOf([{ product, qty }], more));
  expect(body.status).toBe(0);
  return body.orderId ?? '';
}

async function refund(at: string, orderId: string, amount: number): Promise<void> {
  clock.set(at);
  const { body } = await orderDeskOf(shop, await makeManager(shop.deps)).refund(orderId, { amount });
  expect(body.state).toBe('done');
}

async function cancel(orderId: string): Promise<void> {
  const { status } = await orderDeskOf(shop, await makeManager(shop.deps)).change(orderId, 2);
  expect(status).toBe(200);
}

const floors = await makeCategory(db, 'Floors');
const mops = await makeCategory(db, 'Mops', floors);
const mop = await makeProduct(db, { name: 'Mop', code: 'M-1', price: 11, onHand: 0, categories: [mops] });
const soap = await makeProduct(db, { name: '=Soap', code: 'S-1', price: 5.5, onHand: 50 });

async function stock(product: MadeProduct, quantity: number, price: number): Promise<void> {
  const about = { reason: null, at: clock.now(), purchasePrice: cents(price) };
  await inTransaction(db, (tx) => addUnits(tx, { itemId: itemOf(product), quantity }, about));
}

describe('sales', () => {
  test('are paid orders by days of Sydney, without cancelled ones, less refunds', async () => {
    await stock(mop, 10, 400);
    await buy('2026-03-31T12:59:00Z', mop, 1); // 11:59 pm of 31 March
    await stock(mop, 9, 600); // the average is 5 from here on
    await buy('2026-03-31T13:00:00Z', mop, 2);
    const refunded = await buy('2026-04-01T01:00:00Z', soap, 4);
    const cancelled = await buy('2026-04-02T02:00:00Z', mop, 3);
    await refund('2026-04-02T03:00:00Z', cancelled, 11);
    await cancel(cancelled);
    await refund('2026-04-02T12:59:00Z', refunded, 5.5); // on its own day, not the order's
    await refund('2026-04-02T13:00:00Z', refunded, 1.1);
    const { status, body } = await read<SalesOnPage>('/v1/reports/sales?startDate=2026-04-01&endDate=2026-04-02');
    expect(status).toBe(200);
    expect(body.total).toEqual({
      orders: 2,
      sales: 44,
      discounts: 0,
      refunds: 5.5,
      net: 38.5,
      gst: 4,
      gstRefunded: 0.5,
      delivery: 0,
      deliveryRefunded: 0,
    });
    expect(body.before).toEqual({ startDate: '2026-03-30', endDate: '2026-03-31' });
    expect(body.totalBefore).toMatchObject({ orders: 1, net: 11 });
    expect(body.days.map(({ day: on, net, before }) => [on, net, before])).toEqual([
      ['2026-04-01', 44, 0],
      ['2026-04-02', -5.5, 11],
    ]);
  });

  test('have the cost of goods at the time of sale, by product and by category', async () => {
    await stock(mop, 10, 9_000); // later purchases change no margin of before
    const { body } = await read<BreakdownOnPage>('/v1/reports/sales-breakdown?startDate=2026-03-31&endDate=2026-04-02');
    expect(body.products.map(({ code, units, net, cost, margin }) => [code, units, net, cost, margin])).toEqual([
      ['M-1', 3, 33, 14, 16],
      ['S-1', 4, 16.5, 0, 15],
    ]);
    expect(body.categories.map(({ name, sales, refunds }) => [name, sales, refunds])).toEqual([
      ['Floors / Mops', 33, 0],
      ['No category', 22, 5.5],
    ]);
    expect([body.total, body.productCount]).toEqual([
      { units: 7, sales: 55, refunds: 5.5, net: 49.5, cost: 14, margin: 31 },
      2,
    ]);
  });

  test('by item have each variation with its own cost', async () => {
    const gloves = await makeProduct(db, {
      name: 'Gloves',
      code: 'G-1',
      variations: ['Size'],
      items: [
        { values: ['Small'], price: 11, onHand: 0 },
        { values: ['Large'], price: 11, onHand: 0 },
      ],
    });
    clock.set('2027-01-04T01:00:00Z');
    for (const [place, cost] of [100, 300].entries()) {
      const about = { reason: null, at: clock.now(), purchasePrice: cents(cost) };
      await inTransaction(db, (tx) => addUnits(tx, { itemId: gloves.itemIds[place] ?? '', quantity: 9 }, about));
    }
    await checkOut(
      shop,
      checkoutOf([
        { product: gloves, item: 0, qty: 1 },
        { product: gloves, item: 1, qty: 3 },
      ]),
    );
    const period = 'startDate=2027-01-04&endDate=2027-01-04';
    const { body } = await read<BreakdownOnPage>(`/v1/reports/sales-breakdown?${period}`);
    expect(body.itemCount).toBe(2);
    expect(body.items).toMatchObject([
      { id: gloves.itemIds[1], productId: gloves.id, units: 3, sales: 33, cost: 9, margin: 21 },
      { id: gloves.itemIds[0], productId: gloves.id, units: 1, sales: 11, cost: 1, margin: 9 },
    ]);
    expect(body.products).toMatchObject([{ id: gloves.id, units: 4, sales: 44, cost: 10, margin: 30 }]);
    const csv = (await read(`/v1/reports/sales-file?table=items&format=csv&${period}`)).bytes.toString();
    expect(csv).toMatch(/Gloves,Large,3,33\.00,0\.00,33\.00,9\.00,21\.00/);
  });

  test('less refunds: of the refunded items, or of everything left of the order, with delivery separately', async () => {
    const shippingInfo = { ...buyer, shippingMethod: 2 };
    clock.set('2026-11-20T01:00:00Z');
    const order = await placePaidOrder(
      shop,
      [
        { product: soap, qty: 4 },
        { product: mop, qty: 1 },
      ],
      { shippingInfo },
    ); // 22 + 11 + 12.50
    const [soaps, mopped] = order.orderItems;
    clock.set('2026-11-21T01:00:00Z');
    const desk = orderDeskOf(shop, await makeManager(shop.deps));
    const lines = [{ orderItemId: mopped?.orderItemId, quantity: 1, restock: true }];
    expect((await desk.refund(order.id, { lines, refundShipping: true })).status).toBe(201);
    clock.set('2026-11-22T01:00:00Z');
    expect((await orderDeskOf(shop, await makeManager(shop.deps)).refund(order.id, { amount: 9.1 })).status).toBe(201);
    const on = async (first: string, last: string) => {
      const query = `startDate=2026-11-${first}&endDate=2026-11-${last}`;
      return (await read<BreakdownOnPage>(`/v1/reports/sales-breakdown?${query}`)).body;
    };
    expect(soaps?.total).toBe(22);
    const named = await on('21', '21');
    expect(named.products).toMatchObject([{ code: 'M-1', units: 0, sales: 0, refunds: 11, net: -11 }]);
    expect(named.delivery).toEqual({ sales: 0, refunds: 12.5, net: -12.5 });
    expect(named.products[0]?.cost).toBeLessThan(0); // it was put back
    const shared = await on('22', '22');
    expect(shared.products.map(({ code, refunds }) => [code, refunds])).toEqual([['S-1', 9.1]]);
    expect(shared.delivery.refunds).toBe(0); // it was paid back the day before
    const whole = await on('20', '22');
    expect(whole.all).toMatchObject({ orders: 1, sales: 45.5, refunds: 32.6, net: 12.9 });
    expect(whole.promos).toMatchObject([{ orders: 1, sales: 45.5, refunds: 32.6, net: 12.9 }]);
    expect(whole.total).toMatchObject({ sales: 33, refunds: 20.1, net: 12.9 });
    expect(whole.delivery).toEqual({ sales: 12.5, refunds: 12.5, net: 0 });
  });

  test('less refunds never go below zero, and are zero for a fully refunded order', async () => {
    clock.set('2026-12-15T01:00:00Z');
    const shippingInfo = { ...buyer, shippingMethod: 2 };
    const order = await placePaidOrder(
      shop,
      [
        { product: mop, qty: 1 },
        { product: soap, qty: 2 },
      ],
      { shippingInfo },
    ); // 11, 11 and 12.5
    const desk = orderDeskOf(shop, await makeManager(shop.deps));
    const [first] = order.orderItems;
    const lines = [{ orderItemId: first?.orderItemId, quantity: 1, restock: false }];
    const nets = async () => {
      const path = '/v1/reports/sales-breakdown?startDate=2026-12-15&endDate=2026-12-15';
      const { products, delivery } = (await read<BreakdownOnPage>(path)).body;
      const of = (code: string) => products.find((product) => product.code === code)?.net;
      return [of('M-1'), of('S-1'), delivery.net];
    };
    expect((await desk.refund(order.id, { lines, amount: 15.7 })).body.state).toBe('done');
    expect(await nets()).toEqual([0, 8.8, 10]);
    expect((await desk.refund(order.id, { amount: 0.94 })).body.state).toBe('done');
    expect(await nets()).toEqual([0, 8.36, 9.5]);
    expect((await desk.refund(order.id)).body.state).toBe('done');
    expect(await nets()).toEqual([0, 0, 0]);
  });

  test('are listed by promo', async () => {
    const promo = { code: 'TENOFF', discount_percentage: '10', is_applicable_to_all_products: true };
    await db
      .insertInto('promos')
      .values({ id: newId(), created_at: clock.now(), ...promo })
      .execute();
    await buy('2026-05-01T01:00:00Z', soap, 2, { promoCode: 'tenoff' });
    await buy('2026-05-01T01:00:00Z', soap, 1);
    const { body } = await read<BreakdownOnPage>('/v1/reports/sales-breakdown?startDate=2026-05-01&endDate=2026-05-01');
    expect(body.promos.map(({ code, orders, discounts, sales }) => [code, orders, discounts, sales])).toEqual([
      ['TENOFF', 1, 1.1, 9.9],
      ['Without a promo', 1, 0, 5.5],
    ]);
  });

  test('count a reopened order once, with one cost', async () => {
    const orderId = await buy('2026-05-10T01:00:00Z', mop, 1);
    const unit = { itemId: itemOf(mop), quantity: 1 };
    await inTransaction(db, (tx) => returnUnits(tx, [unit], { reason: 'SO', at: clock.now(), orderId }));
    await sql`insert into stock_movements (id, item_id, direction, quantity, order_id, average_cost_cents, created_at)
      values (${newId(clock.now().getTime() + 1)}, ${unit.itemId}, 1, 1, ${orderId}, 700, ${clock.now()})`.execute(db);
    const { body } = await read<BreakdownOnPage>('/v1/reports/sales-breakdown?startDate=2026-05-10&endDate=2026-05-10');
    expect(body.products).toMatchObject([{ units: 1, sales: 11, cost: 7, margin: 3 }]);
  });
});

test('goods restocked by a refund of $0 have no cost on the day of return, from stored figures or not', async () => {
  const free = await makeProduct(db, { name: 'Sample', code: 'F-1', price: 3, onHand: 0 });
  const { code } = await makePromo(db, { percentage: 100, products: [free.id] });
  clock.set('2027-02-03T01:00:00Z');
  await stock(free, 10, 400);
  const order = await placePaidOrder(shop, [{ product: free, qty: 5 }], { promoCode: code });
  expect(order.amountPaid).toBe(0);
  const costOn = async (first: string, last = first) => {
    const { body } = await read<BreakdownOnPage>(
      `/v1/reports/sales-breakdown?startDate=2027-02-${first}&endDate=2027-02-${last}`,
    );
    return body.products.find((one) => one.code === 'F-1')?.cost ?? 0;
  };
  expect(await costOn('03')).toBe(20);
  clock.set('2027-02-05T01:00:00Z');
  await rebuildItemSales(db, day('2027-02-05')); // the sale's day is kept before the goods come back
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 2, restock: true }];
  const { body } = await orderDeskOf(shop, await makeManager(shop.deps)).refund(order.id, { lines });
  expect(body).toMatchObject({ state: 'done', amount: 0, adjustmentNoteId: null });
  for (const isKept of [false, true]) {
    if (isKept) await rebuildItemSales(db, day('2027-03-01'));
    expect(await costOn('03')).toBe(20);
    expect(await costOn('05')).toBe(-8);
    expect(await costOn('01', '28')).toBe(12);
  }
  expect((await orderDeskOf(shop, await makeManager(shop.deps)).change(order.id, 2)).status).toBe(200);
  expect(await costOn('01', '28')).toBe(0); // a cancelled order is not a sale, and its goods are not a return
});

describe('GST', () => {
  test('is summed by quarter of the financial year, less refunds', async () => {
    await buy('2026-06-30T13:59:00Z', soap, 1); // 11:59 pm of 30 June
    await buy('2026-06-30T14:00:00Z', soap, 2);
    const { body } = await read<GstQuarterOnPage[]>('/v1/reports/gst?startDate=2026-05-01&endDate=2026-07-01');
    expect(body.map(({ name, year, gst, gstRefunded, netGst }) => [name, year, gst, gstRefunded, netGst])).toEqual([
      ['Apr–Jun 2026', '2025–26', 6.9, 0.6, 6.3],
      ['Jul–Sep 2026', '2026–27', 1, 0, 1],
    ]);
    expect(body[0]).toMatchObject({ startDate: '2026-04-01', endDate: '2026-06-30' });
  });
});

describe('files', () => {
  const file = (table: string, format: string) =>
    read(`/v1/reports/sales-file?table=${table}&format=${format}&startDate=2026-03-31&endDate=2026-04-02`);

  test('hold each table as Excel, texts that begin like formulas as text', async () => {
    const { bytes, headers } = await file('products', 'xlsx');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="sales-by-product-2026-03-31-to-2026-04-02.xlsx"',
    );
    expect(await excelRows(bytes)).toEqual([
      ['Code', 'Product', 'Units', 'Sales', 'Refunds', 'Net Sales', 'Cost', 'Margin'],
      ['M-1', 'Mop', 3, 33, 0, 33, 14, 16],
      ['S-1', '=Soap', 4, 22, 5.5, 16.5, 0, 15],
      [null, 'Delivery', null, 0, 0, 0, null, null],
      ['Total', null, 7, 55, 5.5, 49.5, 14, 31],
    ]);
    for (const table of ['days', 'items', 'categories', 'promos', 'gst']) {
      expect((await excelRows((await file(table, 'xlsx')).bytes)).length).toBeGreaterThan(1);
    }
  });

  test('and as CSV, guarded', async () => {
    expect((await file('products', 'csv')).bytes.toString()).toContain("S-1,'=Soap,4,22.00,5.50,16.50,0.00,15.00");
    expect((await file('categories', 'csv')).bytes.toString()).toContain('Delivery,,0.00,0.00,0.00,,');
    expect((await file('promos', 'csv')).bytes.toString()).toContain('Without a promo,3,0.00,55.00,5.50,49.50');
    expect((await file('gst', 'csv')).bytes.toString()).toContain('2025–26,Apr–Jun 2026,2026-04-01,2026-06-30');
  });
});

describe('a consignment statement', () => {
  test('has the amount owed for sales less returns', async () => {
    const supplierId = await makeSupplier(db, 'Consigned Goods');
    const own = await makeProduct(db, { name: 'Polisher', code: 'P-1', price: 100, onHand: 0, supplierId });
    await sql`update products set is_consignment = true where id = ${own.id}`.execute(db);
    const bought = await makeProduct(db, { name: 'Bought', price: 100, onHand: 9, supplierId });
    clock.set('2026-08-01T01:00:00Z');
    await stock(own, 10, 3_000);
    const orderId = await buy('2026-08-03T01:00:00Z', own, 4);
    await buy('2026-08-03T01:00:00Z', bought, 1);
    const unit = { itemId: itemOf(own), quantity: 1 };
    await inTransaction(db, (tx) => returnUnits(tx, [unit], { reason: 'SO', at: clock.now(), orderId }));
    const query = 'startDate=2026-08-01&endDate=2026-08-31';
    const path = `/v1/reports/consignment/${supplierId}`;
    const { body } = await read<StatementOnPage>(`${path}?${query}`);
    expect(body).toMatchObject({ supplier: 'Consigned Goods', units: 3, owed: 90 });
    expect(body.rows).toMatchObject([{ code: 'P-1', sold: 4, returned: 1, units: 3, unitCost: 30, owed: 90 }]);
    const sheet = await excelRows((await read(`${path}/file?format=xlsx&${query}`)).bytes);
    expect(sheet[1]).toEqual(['P-1', 'Polisher', null, 4, 1, 3, 30, 90]);
    const [text] = pdfText((await read(`${path}/file?format=pdf&${query}`)).bytes);
    for (const told of ['Consignment Statement', 'Consigned Goods', 'Polisher', '$90.00', '01/08/2026'])
      expect(text).toContain(told);
    const later = await read<StatementOnPage>(`${path}?startDate=2026-09-01&endDate=2026-09-30`);
    expect(later.body).toMatchObject({ rows: [], owed: 0 });
    clock.set('2026-10-01T01:00:00Z');
    await stock(own, 10, 6_000); // what comes back costs what it did when it was sold
    await inTransaction(db, (tx) => returnUnits(tx, [unit], { reason: 'SO', at: clock.now(), orderId }));
    const back = await read<StatementOnPage>(`${path}?startDate=2026-10-01&endDate=2026-10-31`);
    expect(back.body.rows).toMatchObject([{ sold: 0, returned: 1, units: -1, unitCost: 30, owed: -30 }]);
    const both = await read<StatementOnPage>(`${path}?startDate=2026-08-01&endDate=2026-10-31`);
    expect(both.body).toMatchObject({ units: 2, owed: 60 });
    expect((await read(`/v1/reports/consignment/${newId()}?${query}`)).status).toBe(404);
  });
});

test.each(['sales', 'sales-breakdown', 'gst'])('bad periods of %s are refused', async (name) => {
  const faults = async (query: string) => (await read(`/v1/reports/${name}${query}`)).faults;
  expect(await faults('')).toEqual([
    { path: 'startDate', message: 'Start date is required.' },
    { path: 'endDate', message: 'End date is required.' },
  ]);
  expect(await faults('?startDate=2026-13-01&endDate=2026-01-01')).toEqual([
    { path: 'startDate', message: 'Must be a date.' },
  ]);
  expect(await faults('?startDate=1000-01-01&endDate=9998-12-31')).toEqual([
    { path: 'endDate', message: 'The period must not be longer than ten years.' },
  ]);
});

describe('periods', () => {
  test.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-03-05', '2026-03-11', '2026-02-26', '2026-03-04'],
    ['2026-03-05', '2026-03-05', '2026-03-04', '2026-03-04'],
  ])('%s to %s are compared with %s to %s', (startDate, endDate, first, last) => {
    const before = periodBefore({ startDate: day(startDate), endDate: day(endDate) });
    expect(before).toEqual({ startDate: first, endDate: last });
  });

  test('presets end today, and years start in July', () => {
    const today = day('2026-03-05');
    expect(presetPeriod('financial-year', today)).toEqual({ startDate: '2025-07-01', endDate: today });
    expect(presetPeriod('quarter', today).startDate).toBe('2026-01-01');
    expect(presetPeriod('7-days', today).startDate).toBe('2026-02-27');
    expect(presetPeriod('month', today).startDate).toBe('2026-02-05');
    expect(readPeriodQuery(new URLSearchParams(), today)).toMatchObject({ preset: 'month', endDate: today });
    expect(readPeriodQuery(new URLSearchParams('period=own'), today).preset).toBe('month');
    expect(readPeriodQuery(new URLSearchParams('startDate=x'), today)).toMatchObject({ preset: 'own', startDate: 'x' });
  });

  test('a year has four quarters', () => {
    const quarters = quartersOf({ startDate: day('2025-07-01'), endDate: day('2026-06-30') });
    expect(quarters.map(({ name }) => name)).toEqual(['Jul–Sep 2025', 'Oct–Dec 2025', 'Jan–Mar 2026', 'Apr–Jun 2026']);
  });
});
