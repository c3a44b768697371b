import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { Promo } from './contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db, clock } = deps;
const path = '/v1/shopping-cart/promoCode';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartPromoCodes'] });

let made = 0;
/** The form's input for a percentage off everything. */
const form = (change: object = {}) => ({
  code: `CODE${++made}`,
  isEdit: false,
  discountPercentage: 10,
  discountAmount: null,
  description: '',
  isOneTimeUseOnly: false,
  minimumSpend: 0,
  expiryDate: null,
  isApplicableToAllProducts: true,
  ...change,
});

async function add(change: object = {}): Promise<Promo> {
  const { status, body, message } = await ask<Promo>('POST', `${path}/`, { token, body: form(change) });
  expect([status, message]).toEqual([201, undefined]);
  return body;
}

const put = (body: object) => ask<Promo>('PUT', `${path}/`, { token, body });
const read = async (id: string) => (await ask<Promo>('GET', `${path}/${id}`, { token })).body;
const codes = async (query = '') =>
  (await ask<Promo[]>('GET', `${path}${query}`, { token })).body.map(({ code }) => code);

/** Ids of one instant are unordered, so the clock advances before each expected entry. */
const lastLine = async () => {
  clock.advance(1);
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};

test('a promo is added, changed and deleted, each with an audit entry', async () => {
  const promo = await add({ code: '  Spring 12 ', discountPercentage: 12.5, expiryDate: '2026-03-31' });
  expect(promo).toEqual({
    id: expect.any(String),
    code: 'Spring 12',
    description: '',
    discountPercentage: 12.5,
    discountPercentageValue: '12.50 %',
    discountAmount: null,
    discountAmountValue: '',
    minimumSpend: 0,
    expiryDate: '2026-03-31',
    expiryDateValue: '31/03/2026',
    isApplicableToAllProducts: true,
    isOneTimeUseOnly: false,
    createdDate: clock.now().toISOString(),
    status: 'active',
    uses: 0,
    discountGiven: 0,
    productCount: null,
    belowCost: 0,
    version: 1,
  });
  expect(await lastLine()).toMatchObject({
    action: 'create',
    entity: 'promo',
    entity_id: promo.id,
    title: 'Spring 12',
    before: null,
    after: { code: 'Spring 12', discount: '12.50 %', minimumSpend: null, expiryDate: '2026-03-31' },
  });
  const amount = { discountPercentage: null, discountAmount: 20, minimumSpend: 99.5 };
  const changed = await put({ ...form({ ...amount, code: 'Spring 12' }), id: promo.id, version: 1 });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    {
      discountPercentage: null,
      discountPercentageValue: '',
      discountAmount: 20,
      discountAmountValue: '$20.00',
      minimumSpend: 99.5,
      expiryDate: null,
      expiryDateValue: 'N/A',
      version: 2,
    },
  ]);
  expect(await lastLine()).toMatchObject({
    action: 'update',
    before: { discount: '12.50 %', minimumSpend: null },
    after: { discount: '$20.00', minimumSpend: '$99.50' },
  });
  const gone = await ask('DELETE', `${path}/${promo.id}`, { token });
  expect([gone.status, gone.body]).toEqual([204, undefined]);
  expect(await lastLine()).toMatchObject({ action: 'delete', before: { code: 'Spring 12' }, after: null });
  for (const answer of [await ask('DELETE', `${path}/${promo.id}`, { token }), await put({ ...form(), id: promo.id })])
    expect([answer.status, answer.message]).toEqual([404, 'This promo no longer exists.']);
});

const amountOf = (discountAmount: number | null, minimumSpend: number | null) => ({
  discountPercentage: null,
  discountAmount,
  minimumSpend,
});

test.each([
  [{ code: '' }, 'code', 'Product code is required.'],
  [{ code: ' x ' }, 'code', 'Product code is too short.'],
  [{ code: 'x'.repeat(151) }, 'code', 'Product code is too long.'],
  [{ discountPercentage: null }, 'discountType', 'Discount type is required.'],
  [{ discountPercentage: null, discountType: 0 }, 'discountPercentage', 'Discount percentage is required.'],
  [{ discountPercentage: 0.99 }, 'discountPercentage', 'Discount percentage must be at least 1.'],
  [{ discountPercentage: -5 }, 'discountPercentage', 'Discount percentage must be at least 1.'],
  [{ discountPercentage: 100.01 }, 'discountPercentage', 'Discount percentage must not be 100.'],
  [{ discountPercentage: 10.005 }, 'discountPercentage', 'Discount percentage can have at most two decimals.'],
  [{ discountPercentage: '10' }, 'discountPercentage', 'Discount percentage must be a number.'],
  [{ discountType: 1, ...amountOf(null, 10) }, 'discountAmount', 'Discount amount is required.'],
  [amountOf(0, 10), 'discountAmount', 'Discount amount must be greater than 0.'],
  [{ discountAmount: 5, minimumSpend: 10 }, 'discountType', 'Choose a percentage or an amount, not both.'],
  [amountOf(5, null), 'minimumSpend', 'Minimum spend is required.'],
  [amountOf(5, 0), 'minimumSpend', 'Minimum spend must be greater than 0.'],
  [amountOf(5, 5), 'minimumSpend', 'Minimum spend must be greater than the discount amount.'],
  [amountOf(50, 49.99), 'minimumSpend', 'Minimum spend must be greater than the discount amount.'],
  [{ hasMinimumSpend: true }, 'minimumSpend', 'Minimum spend must be greater than 0.'],
  [{ hasMinimumSpend: true, minimumSpend: null }, 'minimumSpend', 'Minimum spend is required.'],
  [{ description: 'x'.repeat(201) }, 'description', 'Description must not exceed 200 characters.'],
  [{ expiryDate: '31/03/2026' }, 'expiryDate', 'Invalid date.'],
  [{ expiryDate: '2026-02-30' }, 'expiryDate', 'Invalid date.'],
  [{ expiryDate: '' }, 'expiryDate', 'Expiry date is required.'],
  [{ hasExpiryDate: true }, 'expiryDate', 'Expiry date is required.'],
])('%j is refused at %s, for new and stored promos', async (change, at, message) => {
  const before = await codes();
  const { id, code } = await makePromo(db, { percentage: 10 });
  for (const answer of [await ask('POST', path, { token, body: form(change) }), await put({ ...form(change), id })])
    expect([answer.status, answer.message, answer.faults]).toEqual([400, message, [{ path: at, message }]]);
  expect(await codes()).toEqual([...before, code].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test('all faults are reported at once, in field order', async () => {
  const body = { code: '', discountType: 1, discountAmount: 30, description: 'x'.repeat(300), minimumSpend: 20 };
  const { faults } = await ask('POST', path, { token, body: { ...body, hasExpiryDate: true } });
  expect(faults.map((fault) => fault.path)).toEqual(['code', 'description', 'minimumSpend', 'expiryDate']);
});

test.each([
  { discountPercentage: 1 },
  { discountPercentage: 100 },
  { expiryDate: '2020-01-01' },
  { minimumSpend: null },
])('%j is accepted', async (change) => {
  expect((await add(change)).version).toBe(1);
});

test('codes are unique case-insensitively, also at once, and available again once archived', async () => {
  const { id } = await add({ code: 'Unique' });
  const other = await add();
  const message = 'A promo with this code already exists.';
  for (const answer of [
    await ask('POST', path, { token, body: form({ code: 'UNIQUE' }) }),
    await put({ ...form({ code: 'unique' }), id: other.id }),
  ])
    expect([answer.status, answer.message, answer.faults]).toEqual([409, message, [{ path: 'code', message }]]);
  const atOnce = await Promise.all(
    ['at once', 'At once', 'aT once', 'AT ONCE'].map((code) => ask('POST', path, { token, body: form({ code }) })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);

  const product = await makeProduct(db);
  await checkOut(shop, checkoutOf([{ product }], { promoCode: 'unique' }));
  clock.advance(1);
  expect((await ask('DELETE', `${path}/${id}`, { token })).status).toBe(204);
  expect(await lastLine()).toMatchObject({ action: 'archive', before: { code: 'Unique' } });
  await add({ code: 'UNIQUE' });
  const back = await ask('PATCH', `${path}/${id}/restore`, { token });
  expect([back.status, back.message]).toEqual([409, message]);
});

test('an outdated version is refused, a missing one is accepted, and a change without effect keeps the version', async () => {
  const promo = await add();
  const body = { ...form({ code: promo.code }), id: promo.id };
  expect((await put({ ...body, description: 'First.', version: 1 })).body.version).toBe(2);
  const late = await put({ ...body, description: 'Late.', version: 1 });
  expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  expect((await put({ ...body, description: 'Last.' })).body).toMatchObject({ description: 'Last.', version: 3 });
  expect((await put({ ...body, description: 'Last.', version: null })).body.version).toBe(3);
  const atOnce = await Promise.all(
    Array.from({ length: 6 }, (_, i) => put({ ...body, description: `${i}`, version: 3 })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test('a used promo is archived, keeps its orders, and can be restored', async () => {
  const promo = await add({ discountPercentage: 20 });
  const product = await makeProduct(db, { price: 50 });
  for (const qty of [1, 2]) await checkOut(shop, checkoutOf([{ product, qty }], { promoCode: promo.code }));
  expect(await read(promo.id)).toMatchObject({ uses: 2, discountGiven: 30, status: 'active' });
  await ask('DELETE', `${path}/${promo.id}`, { token });
  expect([await codes(), await codes('?status=archived')]).toEqual([
    expect.not.arrayContaining([promo.code]),
    expect.arrayContaining([promo.code]),
  ]);
  const refused = await checkOut(shop, checkoutOf([{ product }], { promoCode: promo.code }));
  expect(refused.body.orderIssues).toEqual([{ reason: 'This promo code is not valid.' }]);
  clock.advance(1);
  const back = await ask<Promo>('PATCH', `${path}/${promo.id}/restore`, { token });
  expect([back.status, back.body]).toMatchObject([200, { status: 'active', uses: 2, version: 3 }]);
  expect(await lastLine()).toMatchObject({ action: 'restore', after: { code: promo.code } });
});

test('the list can be paged, sorted, searched, filtered by status, and exported', async () => {
  const all = await codes();
  expect(await codes('?page=2&pageSize=3')).toEqual(all.slice(3, 6));
  expect(await codes('?sort=-code')).toEqual(all.toReversed());
  const worn = await makePromo(db, { code: '=WORN', isOneTime: true, percentage: 10 });
  await add({ code: 'OVER', description: 'Winter of floors', expiryDate: '2026-03-01' });
  await add({ code: 'TODAY', description: 'Winter of windows', expiryDate: '2026-03-02', discountPercentage: 77 });
  await checkOut(shop, checkoutOf([{ product: await makeProduct(db) }], { promoCode: worn.code }));
  expect([await codes('?status=expired'), await codes('?status=usedUp')]).toEqual([
    expect.arrayContaining(['OVER']),
    ['=WORN'],
  ]);
  const active = await codes('?status=active');
  expect([active.includes('TODAY'), active.includes('OVER'), active.includes('=WORN')]).toEqual([true, false, false]);
  expect(await codes('?search=winter')).toEqual(['OVER', 'TODAY']);
  expect(await codes('?search=winter%20floo')).toEqual(['OVER']);
  expect((await codes('?status=active&sort=-discountPercentage')).slice(0, 2)).toEqual([expect.any(String), 'TODAY']);
  const wrong = await ask('GET', `${path}?sort=price&status=lost`, { token });
  expect(wrong.faults.map((fault) => fault.path)).toEqual(['sort', 'status']);
  const file = await ask('GET', `${path}/export?format=csv&status=usedUp`, { token });
  expect(file.headers['content-disposition']).toBe('attachment; filename="promos-2026-03-02.csv"');
  expect(file.bytes.toString()).toContain("'=WORN,,,10.00,".replace(',10.00', '10'));
});

test('a copy has the same products', async () => {
  const products = [await makeProduct(db), await makeProduct(db)];
  const model = await makePromo(db, { percentage: 10, products: products.map(({ id }) => id) });
  const copy = await add({ isApplicableToAllProducts: false, copyOf: model.id });
  expect(copy).toMatchObject({ productCount: 2, uses: 0 });
  expect(await add({ copyOf: model.id })).toMatchObject({ productCount: null });
});
