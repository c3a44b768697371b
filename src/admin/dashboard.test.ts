import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../test/app.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { makeField, makeForm, storeForm } from '../../test/make-form.ts';
import { makeProduct } from '../../test/make.ts';
import { makePerson } from '../../test/people.ts';
import { orderDeskOf, makeManager } from '../../test/sold.ts';
import type { Counts, DashboardOnPage } from './contract.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const read = async (claims: Parameters<typeof makePerson>[1] = {}): Promise<DashboardOnPage> => {
  const { token } = await makePerson(shop.deps, { userType: 3, ...claims });
  const { status, body } = await shop.ask('GET', '/v1/dashboard', { token });
  expect(status).toBe(200);
  return body as unknown as DashboardOnPage; // the tests check the shape
};

const mop = await makeProduct(db, { name: 'Mop', price: 20, onHand: 100 });
const buy = (qty: number) => checkOut(shop, checkoutOf([{ product: mop, qty }]));

test('a user gets only the parts of the dashboard that their claims allow', async () => {
  expect(await read()).toMatchObject({ sales: null, stock: null, enquiries: null, submissions: null });
  expect(await read({ claims: ['ManageCartStock'] })).toMatchObject({ sales: null, enquiries: null });
  expect((await read({ claims: ['ViewReports'] })).sales).not.toBeNull();
  expect((await read({ claims: ['ManageForms'] })).enquiries).toEqual({ waiting: 0, fresh: 0, latest: [] });
});

test('sales are the payments less the refunds of a day in Sydney, without cancelled orders', async () => {
  clock.set('2026-03-01T12:30:00Z'); // 11:30 pm of 1 March in Sydney
  await buy(1);
  clock.set('2026-03-01T13:30:00Z'); // 00:30 on 2 March
  await buy(2);
  const cancelled = await buy(5);
  const refunded = await buy(3);
  await db.updateTable('orders').set({ status: 2 }).where('id', '=', cancelled.body.orderId).execute();
  const desk = orderDeskOf(shop, await makeManager(shop.deps));
  expect((await desk.refund(refunded.body.orderId ?? '', { amount: 15 })).status).toBe(201);
  clock.set('2026-03-02T03:00:00Z');
  const { sales } = await read({ claims: ['ManageCartOrders'] });
  expect(sales?.today).toEqual({ total: 85, orders: 2 });
  expect(sales?.days.slice(-2)).toEqual([
    { day: '2026-03-01', total: 20, orders: 1, weekBefore: 0 },
    { day: '2026-03-02', total: 85, orders: 2, weekBefore: 0 },
  ]);
  expect(sales?.days).toHaveLength(14);
  expect(sales?.statuses.map(({ name, orders }) => [name, orders])).toEqual([
    ['New Order', 3],
    ['Picking in Progress', 0],
    ['Completed', 0],
    ['Cancelled', 1],
    ['Refunded', 0],
  ]);
  expect(sales?.waiting).toEqual({ orders: 3, oldest: '2026-03-01T12:30:00.000Z' });
});

test('sales of a week ago are counted up to the same time of day, also on a day with 25 hours', async () => {
  clock.set('2026-03-29T03:00:00Z'); // 2 pm in summer time
  await buy(1);
  clock.set('2026-03-29T06:00:00Z'); // 5 pm
  await buy(1);
  clock.set('2026-04-05T04:59:00Z'); // 2:59 pm of the day on which clocks went back, 15 h 59 min after it began
  const { sales } = await read({ claims: ['ManageCartOrders'] });
  expect(sales?.lastWeek).toEqual({ total: 20, orders: 1 });
  expect(sales?.days.at(-1)).toEqual({ day: '2026-04-05', total: 0, orders: 0, weekBefore: 40 });
});

test('low stock lists the items on sale that are at or below their threshold, the lowest first', async () => {
  await makeProduct(db, { name: 'Hidden', onHand: 0, isActive: false });
  await makeProduct(db, { name: 'Endless', onHand: 0, allowSaleWithoutStock: true });
  await makeProduct(db, { name: 'Plenty', onHand: 6 });
  await makeProduct(db, { name: 'Last ones', onHand: 2, code: 'L-2' });
  await makeProduct(db, { name: 'Gone', onHand: 0 });
  const [bulky, rare] = [await makeProduct(db, { onHand: 20 }), await makeProduct(db, { onHand: 1 })];
  const setLowAt = (lowStockAt: number, { itemIds }: typeof rare) =>
    db.updateTable('product_items').set({ low_stock_at: lowStockAt }).where('id', 'in', itemIds).execute();
  await setLowAt(20, bulky);
  await setLowAt(0, rare);
  const { stock } = await read({ claims: ['ManageCartStock'] });
  expect(stock?.out).toBe(1);
  expect(stock?.lowest.map(({ name, onHand }) => [name, onHand])).toEqual([
    ['Gone', 0],
    ['Last ones', 2],
    [bulky.name, 20],
  ]);
  expect(stock?.lowest[1]).toMatchObject({ code: 'L-2', image: expect.stringMatching(/^\/files\//) });
});

test('the newest enquiries are listed with an excerpt, without suspected spam', async () => {
  clock.set('2026-05-04T00:00:00Z');
  const person = { name: 'Kim Lee', email: 'kim@example.com', phone: '', mobile: '' };
  const make = (company: string, message: string, isSpam = false) =>
    db
      .insertInto('enquiries')
      .values({ id: newId(), company, message, ...person, is_suspected_spam: isSpam, created_at: clock.now() })
      .execute();
  await make('Coolabah Primary School', `Term cleaning\nfor 14 rooms ${'and a hall '.repeat(20)}`);
  await make('Bots', 'Buy now', true);
  const { enquiries } = await read({ claims: ['ManageForms'] });
  expect(enquiries).toMatchObject({ waiting: 1, fresh: 1 });
  expect(enquiries?.latest).toHaveLength(1);
  expect(enquiries?.latest[0]?.message).toMatch(/^Term cleaning for 14 rooms and a hall .*…$/);
});

test('submissions that are still new are listed, the newest first', async () => {
  const form = await storeForm(shop.deps, makeForm([makeField({ formFieldType: 0, modelPropertyName: 'name' })]));
  const id = form.formSections[0]?.formRows[0]?.formFields[0]?.id ?? '';
  const send = (response: string) => shop.ask('POST', `/v1/form-builder/${form.id}`, { body: [{ id, response }] });
  await send('Kim Lee');
  clock.advance(1_000);
  await send('Lou Tran');
  await db.updateTable('form_submissions').set({ status: 2 }).where('sender_name', '=', 'Kim Lee').execute();
  const { submissions } = await read({ claims: ['ManageForms'] });
  expect(submissions?.waiting).toBe(1);
  expect(submissions?.latest).toMatchObject([{ formName: form.formName, sender: 'Lou Tran' }]);
});

test('only waiting items are counted, and only in the areas that the claims allow', async () => {
  const counts = async (...claims: Counts['claims']): Promise<Counts> => {
    const { token } = await makePerson(shop.deps, { userType: 3, claims: claims as never }); // names of claims
    const { status, body } = await shop.ask<Counts>('GET', '/v1/dashboard/counts', { token });
    expect(status).toBe(200);
    return body;
  };
  const nothing = { orders: null, stock: null, submissions: null, enquiries: null };
  const all = await read({ claims: ['ManageCartOrders', 'ManageCartStock', 'ManageForms'] });
  expect(all.sales?.waiting.orders).toBeGreaterThan(0);
  expect(await counts()).toEqual({ ...nothing, claims: [] });
  expect(await counts('ManageCartOrders')).toMatchObject({ ...nothing, orders: all.sales?.waiting.orders });
  expect(await counts('ManageCartStock')).toMatchObject({ ...nothing, stock: all.stock?.out });
  const { submissions, enquiries } = all;
  expect(await counts('ManageForms')).toEqual({
    ...nothing,
    submissions: submissions?.waiting,
    enquiries: enquiries?.waiting,
    claims: ['ManageForms'],
  });
  expect((await shop.ask('GET', '/v1/dashboard/counts', {})).status).toBe(401);
});
