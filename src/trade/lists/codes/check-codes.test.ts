import { expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../../test/buyer.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makeTradeAccount, makeTradeMember } from '../../../../test/make-trade-account.ts';
import { makePerson } from '../../../../test/people.ts';
import type { CheckedLine, OrderItem } from '../contract.ts';

const shop = await testApp();
const { db } = shop.deps;
await makeProduct(db, { name: 'Flat mop', code: 'FM-40' });
await makeProduct(db, { name: 'Mop frame', code: 'FM' });
await makeProduct(db, { name: 'Mop frame, 40 cm', code: 'FM 40' });
await makeProduct(db, {
  name: 'Gloves',
  code: 'GL',
  variations: ['Size'],
  items: [
    { code: 'GL-S', values: ['S'] },
    { code: 'GL-L', values: ['L'] },
  ],
});
await makeProduct(db, { name: 'Lemon bleach', code: '4012' });
await makeProduct(db, { name: 'Scourer', code: 'SC-1042' });
await makeProduct(db, { name: 'Hidden mop', code: 'HID-1', isActive: false });
const former = await makeProduct(db, { name: 'Former mop', code: 'OLD-1' });

const account = await makeTradeAccount(db, { sites: ['Depot', 'Tower'] });
const [depot = '', tower = ''] = account.siteIds;
const person = await makePerson(shop.deps);
await makeTradeMember(db, account.id, { user: person });

const check = (body: object, siteId = depot) =>
  shop.ask<CheckedLine[]>('POST', `/v1/trade/sites/${siteId}/items/check`, {
    token: person.token,
    body,
  });
const brief = ({ state, item, quantity, suggestions }: CheckedLine) => [
  state,
  item?.name ?? null,
  quantity,
  suggestions.map(({ code }) => code),
];

test('pasted lines are matched by code, whatever its case', async () => {
  const { body } = await check({ text: 'Code\tQty\nfm-40\t12\n3 x GL-s\nGL-L\n4012 7' });
  expect(body.map(brief)).toEqual([
    ['matched', 'Flat mop', 12, []],
    ['matched', 'Gloves (S)', 3, []],
    ['matched', 'Gloves (L)', null, []],
    ['matched', 'Lemon bleach', 7, []],
  ]);
  expect(body.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  expect(body[1]?.item?.variationItemId).toEqual(expect.any(String));
});

test('a line that can mean several items is not guessed', async () => {
  const { body } = await check({ text: 'FM 40\nFM 12\nFM 40 12' });
  expect(body.map(brief)).toEqual([
    ['ambiguous', null, 40, ['FM', 'FM 40']],
    ['matched', 'Mop frame', 12, []],
    ['matched', 'Mop frame, 40 cm', 12, []],
  ]);
  expect(body[0]?.message).toBe('This can mean several items.');
});

test('a space typed for a hyphen finds the item', async () => {
  const { body } = await check({ text: 'sc 1042\nSC 1042 3' });
  expect(body.map(brief)).toEqual([
    ['matched', 'Scourer', null, []],
    ['matched', 'Scourer', 3, []],
  ]);
});

test('codes alone are never split into code and quantity', async () => {
  const { body } = await check({ codes: ['sc 1042', 'FM 40', 'SC 1043', 'Code'] });
  expect(body.map(brief)).toEqual([
    ['matched', 'Scourer', null, []],
    ['matched', 'Mop frame, 40 cm', null, []],
    ['unmatched', null, null, ['SC-1042']],
    ['unmatched', null, null, []],
  ]);
  expect(body.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  expect(body[2]?.message).toBe('No item has this code.');
});

test.each([
  ['FM40 2', 'FM-40'],
  ['FM-4O 2', 'FM-40'],
  ['FM--40 2', 'FM-40'],
  ['MF-40 2', 'FM-40'],
  ['4021 2', '4012'],
  ['401 2', '4012'],
  ['lemon bleach 2', '4012'],
])('for "%s", the item %s is suggested', async (text, code) => {
  const { body } = await check({ text });
  const [line] = body;
  expect(line).toMatchObject({ state: 'unmatched', message: 'No item has this code.', quantity: 2, item: null });
  expect(line?.suggestions.map((item) => item.code)).toContain(code);
});

test("a product's code suggests its items", async () => {
  const { body } = await check({ text: 'GL- 2' });
  expect(body[0]?.suggestions.map(({ code }) => code).sort()).toEqual(['GL-L', 'GL-S']);
});

test('items that are no longer sold say so, also by the code of a former order of the site', async () => {
  const trade = { siteId: depot, isOnAccount: false };
  await checkOut(shop, checkoutOf([{ product: former }], { billingInfo: buyer, trade }), person);
  await db.updateTable('product_items').set({ archived_at: new Date() }).where('product_id', '=', former.id).execute();
  const { body } = await check({ text: 'OLD-1 2\nHID-1 3' });
  expect(body.map(brief)).toEqual([
    ['notSold', 'Former mop', 2, []],
    ['unmatched', null, 3, []], // the shop does not show it, and the site has never had it
  ]);
  expect((await check({ text: 'OLD-1 2' }, tower)).body[0]?.state).toBe('unmatched');
});

test('lines with a quantity that cannot be ordered are marked, and the others are still matched', async () => {
  const { body } = await check({ text: 'FM-40,1,200\nFM-40;0\nFM-40 5' });
  expect(body.map(({ state, message }) => [state, message])).toEqual([
    ['faulty', 'The quantity must be a whole number from 1 to 999.'],
    ['faulty', 'The quantity must be a whole number from 1 to 999.'],
    ['matched', ''],
  ]);
  expect(body.map(({ typed }) => [typed.code, typed.quantity])).toEqual([
    ['FM-40', '1,200'],
    ['FM-40', '0'],
    ['FM-40', '5'],
  ]);
});

test('a CSV is read by its header, with cartons and notes', async () => {
  const csv =
    'Our list of 2026,,,\nSKU,Name,Par level,Pack size,Notes\nfm-40,Mop,12,6,Top shelf\nNOPE-1,Other,1,,\nGL-L,Gloves,x,,\n';
  const { body } = await check({ file: `data:text/csv;base64,${Buffer.from(csv).toString('base64')}` });
  expect(body).toMatchObject([
    { line: 3, state: 'matched', quantity: 12, multiple: 6, note: 'Top shelf', item: { name: 'Flat mop' } },
    { line: 4, state: 'unmatched', quantity: 1, multiple: null },
    { line: 5, state: 'faulty', message: 'The quantity must be a whole number from 1 to 999.' },
  ]);
  const noCodes = await check({ file: 'Name,Number of them\nMop,12\n' });
  expect(noCodes).toMatchObject({ status: 400, faults: [{ path: 'file' }] });
});

test('nothing, and more than 300 lines, are refused', async () => {
  expect(await check({ text: ' \n ' })).toMatchObject({ status: 400, message: 'Paste some lines, or choose a file.' });
  const many = 'FM-40 1\n'.repeat(301);
  expect(await check({ text: many })).toMatchObject({ status: 400, message: 'At most 300 lines at a time.' });
});

test('checking codes stores nothing', async () => {
  await check({ text: 'FM-40 12' });
  const rows = await db.selectFrom('order_lists').select('id').execute();
  expect(rows).toEqual([]);
});

test.each([
  ['fm', ['FM', 'FM 40', 'FM-40']],
  ['flat', ['FM-40']],
  ['gloves l', ['GL-L']],
  ['hidden', []],
  ['m', []],
])('a look-up of "%s" finds %j', async (search, codes) => {
  const path = `/v1/trade/sites/${depot}/items?search=${encodeURIComponent(search)}`;
  const { body } = await shop.ask<OrderItem[]>('GET', path, { token: person.token });
  expect(body.map(({ code }) => code).sort()).toEqual(codes);
});
