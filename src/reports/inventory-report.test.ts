import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { addDays, type Day, day, dayOf } from '#lib/day.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { addUnits, returnUnits, removeUnits, takeUnits } from '#stock/ledger/record-movements.server.ts';
import { testApp } from '../../test/app.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { excelRows, type ReadCell } from '../../test/excel.ts';
import { makeProduct, type MadeProduct, makeSupplier } from '../../test/make.ts';
import { makeAdministrator, makePerson } from '../../test/people.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const path = '/v1/reports/download-report';

/** Signs in again for each request, since the clock advances beyond a session's lifetime. */
async function send(body: object) {
  const { token } = await makeAdministrator(shop.deps, { claims: ['ViewReports'] });
  return shop.ask('POST', path, { token, body });
}

const ask = (startDate: unknown, endDate: unknown, more: object = {}) =>
  send({ reportType: 1, startDate, endDate, ...more });

type Row = Record<string, ReadCell>;

async function report(startDate: string, endDate: string): Promise<Row[]> {
  const { status, bytes } = await ask(startDate, endDate);
  expect(status).toBe(200);
  const [header = [], ...rows] = await excelRows(bytes);
  expect(rows.at(-1)?.[0] ?? 'Total').toBe('Total');
  return rows
    .slice(0, -1)
    .map((row) => Object.fromEntries(header.map((name, place) => [String(name), row[place] ?? null])));
}

const rowOf = async (code: string, startDate: string, endDate = startDate): Promise<Row | undefined> =>
  (await report(startDate, endDate)).find((row) => row['Code'] === code);

const itemOf = ({ itemIds: [id = ''] }: MadeProduct): string => id;

/** A product whose first stock arrived long before the tests. */
async function oldProduct(traits: Parameters<typeof makeProduct>[1]): Promise<MadeProduct> {
  const product = await makeProduct(db, traits);
  await sql`update stock_movements set created_at = '2025-01-01' where item_id = any(${product.itemIds}::uuid[])`.execute(
    db,
  );
  return product;
}

test('the file has every item with its movements', async () => {
  const supplierId = await makeSupplier(db, 'Cascade Supply');
  const mop = await oldProduct({ name: '=Mop & "Bucket"', code: 'MB-1', price: 20, onHand: 10, supplierId });
  const itemId = itemOf(mop);
  clock.set('2026-03-02T01:00:00Z');
  const because = { reason: 'Delivery', at: clock.now() };
  await inTransaction(db, (tx) => addUnits(tx, { itemId, quantity: 10 }, { ...because, purchasePrice: cents(501) }));
  await checkOut(shop, checkoutOf([{ product: mop, qty: 3 }]));
  await inTransaction(db, (tx) => removeUnits(tx, { itemId, quantity: 2 }, because));
  const { status, headers, bytes } = await ask('2026-03-01', '2026-03-02');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="inventory-report-2026-03-01-to-2026-03-02.xlsx"',
    'x-total-count': '1',
  });
  const [header, row, total] = await excelRows(bytes);
  expect(header).toEqual([
    'Code',
    'Product',
    'Variation',
    'Supplier',
    'Opening Quantity',
    'Added',
    'Sold',
    'Removed',
    'Closing Quantity',
    'Average Purchase Price',
    'Stock Value',
    'Sales Value',
  ]);
  expect(row).toEqual(['MB-1', '=Mop & "Bucket"', null, 'Cascade Supply', 10, 10, 3, 2, 15, 2.505, 37.58, 60]);
  expect(total).toEqual(['Total', null, null, null, 10, 10, 3, 2, 15, null, 37.58, 60]);
});

test('days are those of Sydney, both inclusive', async () => {
  const product = await oldProduct({ code: 'DAY-1', onHand: 100 });
  for (const [at, qty] of [
    ['2026-03-31T12:59:59Z', 1], // 11:59:59 pm of 31 March in summer time
    ['2026-03-31T13:00:00Z', 2],
    ['2026-04-05T13:59:59Z', 4], // the clocks have gone back: 11:59:59 pm of 5 April
    ['2026-04-05T14:00:00Z', 8],
  ] as const) {
    clock.set(at);
    expect((await checkOut(shop, checkoutOf([{ product, qty }]))).body.status).toBe(0);
  }
  const figures = { 'Opening Quantity': 99, Sold: 6, 'Closing Quantity': 93, 'Sales Value': 60 };
  expect(await rowOf('DAY-1', '2026-04-01', '2026-04-05')).toMatchObject(figures);
  expect(await rowOf('DAY-1', '2026-03-31')).toMatchObject({ 'Opening Quantity': 100, Sold: 1 });
  expect(await rowOf('DAY-1', '2026-04-06')).toMatchObject({ 'Opening Quantity': 93, Sold: 8, 'Closing Quantity': 85 });
  expect(await rowOf('DAY-1', '2026-04-02')).toMatchObject({ 'Opening Quantity': 97, Sold: 0, 'Sales Value': 0 });
});

test('returns count as added, and cancelled orders are not sales', async () => {
  const product = await oldProduct({ code: 'BACK-1', onHand: 10 });
  clock.set('2026-05-04T01:00:00Z');
  const placed = await checkOut(shop, checkoutOf([{ product, qty: 4 }]));
  const orderId = placed.body.orderId ?? '';
  await inTransaction(db, async (tx) => {
    await returnUnits(tx, [{ itemId: itemOf(product), quantity: 4 }], { reason: 'SO-1', at: clock.now(), orderId });
    await tx.updateTable('orders').set({ status: 2 }).where('id', '=', orderId).execute();
  });
  const figures = { 'Opening Quantity': 10, Added: 4, Sold: 4, Removed: 0, 'Closing Quantity': 10, 'Sales Value': 0 };
  expect(await rowOf('BACK-1', '2026-05-04')).toMatchObject(figures);
});

test('the sales value is net of discounts', async () => {
  const product = await oldProduct({ code: 'OFF-1', price: 10, onHand: 10 });
  const promo = { code: 'TENOFF', discount_percentage: '10', is_applicable_to_all_products: true };
  await db
    .insertInto('promos')
    .values({ id: newId(), created_at: clock.now(), ...promo })
    .execute();
  clock.set('2026-05-11T01:00:00Z');
  await checkOut(shop, checkoutOf([{ product, qty: 3 }], { promoCode: 'TENOFF' }));
  expect(await rowOf('OFF-1', '2026-05-11')).toMatchObject({ 'Sales Value': 27 });
});

test('the average purchase price is that of the last day', async () => {
  const product = await oldProduct({ code: 'COST-1', onHand: 0 });
  const buy = async (at: string, price: number) => {
    clock.set(at);
    const about = { reason: null, at: clock.now(), purchasePrice: cents(price) };
    await inTransaction(db, (tx) => addUnits(tx, { itemId: itemOf(product), quantity: 10 }, about));
  };
  await buy('2026-06-01T01:00:00Z', 100);
  await buy('2026-06-03T01:00:00Z', 200);
  const first = { 'Average Purchase Price': 1, 'Stock Value': 10 };
  expect(await rowOf('COST-1', '2026-06-01', '2026-06-02')).toMatchObject(first);
  expect(await rowOf('COST-1', '2026-06-03')).toMatchObject({ 'Average Purchase Price': 1.5, 'Stock Value': 30 });
});

test('archived items are included for periods with stock or movements', async () => {
  await oldProduct({ code: 'GONE-0', onHand: 0, isArchived: true });
  const moved = await oldProduct({ code: 'GONE-1', onHand: 2, isArchived: true });
  clock.set('2026-06-10T01:00:00Z');
  const because = { reason: 'Broken', at: clock.now() };
  await inTransaction(db, (tx) => removeUnits(tx, { itemId: itemOf(moved), quantity: 2 }, because));
  expect(await rowOf('GONE-0', '2026-06-10')).toBeUndefined();
  expect(await rowOf('GONE-1', '2026-06-10')).toMatchObject({
    'Opening Quantity': 2,
    Removed: 2,
    'Closing Quantity': 0,
  });
  expect(await rowOf('GONE-1', '2026-06-11')).toBeUndefined();
});

describe('random movements of many items', () => {
  const seeded = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };

  /** Expected figures: all movements of the ledger, in one loop. */
  async function byHand(startDate: Day, endDate: Day): Promise<Map<string, number[]>> {
    const figures = new Map<string, number[]>();
    const movements = await db
      .selectFrom('stock_movements as m')
      .innerJoin('product_items as i', 'i.id', 'm.item_id')
      .select(['i.code', 'm.direction', 'm.quantity', 'm.created_at as at'])
      .execute();
    for (const { code, direction, quantity, at } of movements) {
      const row = figures.get(code ?? '') ?? [0, 0, 0, 0, 0];
      figures.set(code ?? '', row);
      const on = dayOf(at);
      const signed = direction === 0 ? quantity : -quantity;
      if (on < startDate) row[0] = (row[0] ?? 0) + signed;
      else if (on <= endDate) row[direction + 1] = (row[direction + 1] ?? 0) + quantity;
      if (on <= endDate) row[4] = (row[4] ?? 0) + signed;
    }
    return figures;
  }

  test('opening + added - sold - removed = closing in every row, and closing today is what is on hand', async () => {
    const chance = seeded(7);
    const products = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        oldProduct({ code: `R-${i}`, onHand: 20, allowSaleWithoutStock: i % 4 === 0 }),
      ),
    );
    const first = day('2026-07-01');
    for (let step = 0; step < 250; step++) {
      clock.set(new Date(Date.parse('2026-07-01T00:00:00Z') + chance() * 40 * 86_400_000).toISOString());
      const product = products[Math.floor(chance() * products.length)];
      const quantity = 1 + Math.floor(chance() * 6);
      const unit = { itemId: product ? itemOf(product) : '', quantity };
      const about = { reason: 'By chance', at: clock.now() };
      const kind = Math.floor(chance() * 4);
      await inTransaction(db, async (tx) => {
        if (kind === 0) await addUnits(tx, unit, { ...about, purchasePrice: cents(100 + step) });
        else if (kind === 1) await takeUnits(tx, newId(), { units: [unit], at: about.at });
        else if (kind === 2) await removeUnits(tx, unit, about);
        else await returnUnits(tx, [unit], about);
      });
    }
    for (const [from, to] of [
      [0, 40],
      [10, 20],
      [15, 15],
      [-30, 60],
    ] as const) {
      const [startDate, endDate] = [addDays(first, from), addDays(first, to)];
      const expected = await byHand(startDate, endDate);
      const rows = (await report(startDate, endDate)).filter((row) => String(row['Code']).startsWith('R-'));
      expect(rows).toHaveLength(12);
      for (const row of rows) {
        const names = ['Opening Quantity', 'Added', 'Sold', 'Removed', 'Closing Quantity'];
        const [opening = 0, added = 0, sold = 0, removed = 0, closing = 0] = names.map((name) => Number(row[name]));
        expect(opening + added - sold - removed).toBe(closing);
        expect([opening, added, sold, removed, closing]).toEqual(expected.get(String(row['Code'])));
      }
    }
    clock.set('2026-09-01T00:00:00Z');
    const onHand = await db.selectFrom('product_items').select(['code', 'on_hand as onHand']).execute();
    const today = await report('2026-08-01', '2026-09-01');
    for (const row of today)
      expect(row['Closing Quantity']).toBe(onHand.find(({ code }) => code === row['Code'])?.onHand);
  });
});

describe('bad input', () => {
  test('all faults are reported at once, in the specified words', async () => {
    const { status, faults } = await send({});
    expect([status, faults]).toEqual([
      400,
      [
        { path: 'reportType', message: 'Report type is required.' },
        { path: 'startDate', message: 'Start date is required.' },
        { path: 'endDate', message: 'End date is required.' },
      ],
    ]);
  });

  test.each([
    ['2026-02-30', '2026-03-01', 'startDate', 'Must be a date.'],
    ['2026-03-01', 'yesterday', 'endDate', 'Must be a date.'],
    ['2026-03-02', '2026-03-01', 'endDate', 'The end date must not be before the start date.'],
    ['', '2026-03-01', 'startDate', 'Start date is required.'],
    [null, '2026-03-01', 'startDate', 'Start date is required.'],
  ])('%s to %s: %s is invalid', async (startDate, endDate, at, message) => {
    const { status, faults } = await ask(startDate, endDate);
    expect([status, faults]).toEqual([400, [{ path: at, message }]]);
  });

  test.each([2, 0, '1', null])('report type %j is refused', async (reportType) => {
    const { status, faults } = await ask('2026-03-01', '2026-03-01', { reportType });
    expect([status, faults]).toEqual([400, [{ path: 'reportType', message: 'Report type is required.' }]]);
  });

  test('it requires ViewReports', async () => {
    const body = { reportType: 1, startDate: '2026-03-01', endDate: '2026-03-01' };
    const other = await makeAdministrator(shop.deps, { claims: ['ManageCartStock'] });
    const customer = await makePerson(shop.deps);
    expect((await shop.ask('POST', path, { body })).status).toBe(401);
    expect((await shop.ask('POST', path, { body, token: other.token })).status).toBe(403);
    expect((await shop.ask('POST', path, { body, token: customer.token })).status).toBe(403);
  });
});
