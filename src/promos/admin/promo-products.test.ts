import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeCategory, makeProduct } from '../../../test/make.ts';
import { makePromo } from '../../../test/make-promo.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { BelowCostItem } from './below-cost-contract.ts';
import { type Promo, sentences } from './contract.ts';
import type { PromoProduct } from './promo-products-contract.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const path = '/v1/shopping-cart/promoCode';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartPromoCodes'] });

const floors = await makeCategory(db, 'Floors');
const mops = await makeCategory(db, 'Mops', floors);
const paper = await makeCategory(db, 'Paper');
const flat = await makeProduct(db, { name: 'Flat mop', categories: [mops] });
const string = await makeProduct(db, { name: 'String mop', categories: [mops] });
const polish = await makeProduct(db, { name: 'Floor polish', categories: [floors] });
const towel = await makeProduct(db, { name: 'Paper towel', categories: [paper] });
const gone = await makeProduct(db, { name: 'Old mop', categories: [mops], isArchived: true });

const list = (promoCodeId: string, asked: object = {}, query = '') =>
  ask<PromoProduct[]>('POST', `${path}/products${query}`, { token, body: { promoCodeId, categoryIds: [], ...asked } });
const names = async (...asked: Parameters<typeof list>) => (await list(...asked)).body.map(({ name }) => name);
const chosen = async (id: string, asked: object = {}) =>
  (await list(id, asked)).body.filter(({ selected }) => selected).map(({ name }) => name);
const save = (promoCodeId: string, change: object) =>
  ask<Record<string, unknown>>('POST', `${path}/products/save`, { token, body: { promoCodeId, ...change } });

test('products are listed with their selection, optionally by name, filtered by categories and their descendants', async () => {
  const { id } = await makePromo(db, { percentage: 10, products: [string.id, gone.id] });
  const { status, body } = await list(id, {}, '?sort=name');
  expect([status, body]).toEqual([
    200,
    [
      { productId: flat.id, name: 'Flat mop', selected: false },
      { productId: polish.id, name: 'Floor polish', selected: false },
      { productId: towel.id, name: 'Paper towel', selected: false },
      { productId: string.id, name: 'String mop', selected: true },
    ],
  ]);
  const byName = '?sort=name';
  expect(await names(id, { categoryIds: [floors.id] }, byName)).toEqual(['Flat mop', 'Floor polish', 'String mop']);
  expect(await names(id, { categoryIds: [mops.id, paper.id] }, byName)).toEqual([
    'Flat mop',
    'Paper towel',
    'String mop',
  ]);
  expect(await names(id, {}, '?sort=-name&page=1&pageSize=2')).toEqual(['String mop', 'Paper towel']);
  expect(await names(id, {}, '?search=mop&sort=name')).toEqual(['Flat mop', 'String mop']);
  expect(await names(id, { categoryIds: null }, '?selected=true')).toEqual(['String mop']);
  expect(await names(id, { categoryIds: [mops.id] }, '?selected=false')).toEqual(['Flat mop']);
  const paged = await list(id, {}, '?page=2&pageSize=3');
  expect([paged.body.length, paged.headers['x-total-count']]).toEqual([1, '4']);
});

test('selected products come first, also within a search and a category', async () => {
  const { id } = await makePromo(db, { percentage: 10, products: [towel.id, string.id, gone.id] });
  const order = ['Paper towel', 'String mop', 'Flat mop', 'Floor polish'];
  expect(await names(id)).toEqual(order);
  for (const pageSize of [1, 2, 3]) {
    const pages = Array.from({ length: Math.ceil(4 / pageSize) }, (_, at) => `?page=${at + 1}&pageSize=${pageSize}`);
    const answers = await Promise.all(pages.map((query) => list(id, {}, query)));
    expect(answers.flatMap(({ body }) => body.map(({ name }) => name))).toEqual(order);
    expect(answers.map(({ headers }) => headers['x-total-count'])).toEqual(pages.map(() => '4'));
  }
  expect(await names(id, {}, '?page=3&pageSize=2')).toEqual([]);
  expect(await names(id, {}, '?search=mop')).toEqual(['String mop', 'Flat mop']);
  expect(await names(id, { categoryIds: [floors.id] })).toEqual(['String mop', 'Flat mop', 'Floor polish']);
  expect(await names(id, {}, '?sort=-selected')).toEqual([...order.slice(2), ...order.slice(0, 2)]);
  await save(id, { productIds: [polish.id] });
  expect(await names(id, {}, '?sort=selected&pageSize=2')).toEqual(['Floor polish', 'Flat mop']);
});

test('the selection can be replaced or changed, and archived products stay selected', async () => {
  const { id, code } = await makePromo(db, { percentage: 10, products: [string.id, gone.id] });
  const set = await save(id, { productIds: [flat.id, towel.id, flat.id] });
  expect([set.status, set.body]).toEqual([200, { promoCodeId: id, productCount: 3, added: 2, removed: 1 }]);
  expect(await chosen(id)).toEqual(['Flat mop', 'Paper towel']);
  deps.clock.advance(1);
  expect((await save(id, { add: [polish.id, flat.id], remove: [towel.id, newId()] })).body).toMatchObject({
    added: 1,
    removed: 1,
  });
  expect(await chosen(id)).toEqual(['Flat mop', 'Floor polish']);
  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    action: 'update',
    entity: 'promo',
    entity_id: id,
    title: code,
    before: { products: 3 },
    after: { products: 3, productsAdded: 'Floor polish', productsRemoved: 'Paper towel' },
  });
  expect((await save(id, { productIds: [] })).body).toMatchObject({ productCount: 1, removed: 2 });
  const kept = await sql`select from promo_products where promo_id = ${id} and product_id = ${gone.id}`.execute(db);
  expect(kept.rows).toHaveLength(1);
});

test('filters select all matching products, in sequence, and show them before saving', async () => {
  const { id } = await makePromo(db, { percentage: 10, products: [towel.id] });
  const all = [
    { selected: true, categoryIds: [floors.id] },
    { selected: false, search: 'string' },
  ];
  expect(await chosen(id, { all })).toEqual(['Paper towel', 'Flat mop', 'Floor polish']);
  expect(await chosen(id)).toEqual(['Paper towel']);
  const saved = await save(id, { all, remove: [polish.id] });
  expect(saved.body).toEqual({ promoCodeId: id, productCount: 2, added: 3, removed: 2 });
  expect(await chosen(id)).toEqual(['Flat mop', 'Paper towel']);
  expect((await save(id, { all: [{ selected: false }] })).body).toMatchObject({ productCount: 0 });
});

test('unknown products, or none, are refused', async () => {
  const { id } = await makePromo(db, { percentage: 10, products: [towel.id] });
  const unknown = newId();
  const refused = await save(id, { add: [flat.id, unknown], remove: [towel.id] });
  expect([refused.status, refused.faults]).toEqual([
    400,
    [{ path: 'add.1', message: 'This product no longer exists.' }],
  ]);
  for (const body of [{}, { productIds: [flat.id], add: [flat.id] }])
    expect((await save(id, body)).message).toBe('Choose products to add or remove.');
  expect((await save(id, { all: [{ selected: true, serach: 'mop' }] })).status).toBe(400);
  expect(await chosen(id)).toEqual(['Paper towel']);
  const { id: archived } = await makePromo(db, { percentage: 10, products: [], isArchived: true });
  for (const answer of [await list(archived), await save(archived, { add: [flat.id] }), await list(unknown)])
    expect([answer.status, answer.message]).toEqual([404, 'This promo no longer exists.']);
});

test('twenty simultaneous changes of one promo are all saved', async () => {
  const { id } = await makePromo(db, { percentage: 10, products: [] });
  const products = await Promise.all(Array.from({ length: 20 }, () => makeProduct(db)));
  const answers = await Promise.all(products.map((product) => save(id, { add: [product.id] })));
  expect(answers.map(({ body }) => body['added'])).toEqual(products.map(() => 1));
  expect(answers.map(({ body }) => body['productCount']).sort((a, b) => Number(a) - Number(b))).toEqual(
    products.map((_, i) => i + 1),
  );
});

/** Gives an item's average purchase price, in dollars. */
const costing = (itemId: string | undefined, dollars: number) =>
  sql`update product_items set average_cost_cents = ${dollars * 100} where id = ${itemId}`.execute(db);

const below = async (asked: object) =>
  (await ask<{ total: number; items: BelowCostItem[] }>('POST', `${path}/below-cost`, { token, body: asked })).body;

test('items that a promo sells below their average purchase price are listed, worst first', async () => {
  const near = await makeProduct(db, { name: 'Near', price: 100, code: 'NEAR' });
  const safe = await makeProduct(db, { name: 'Safe', price: 100 });
  const dear = await makeProduct(db, { name: 'Dear', price: 1000 });
  const hidden = await makeProduct(db, { name: 'Hidden', price: 100, isActive: false });
  await costing(near.itemIds[0], 85);
  await costing(safe.itemIds[0], 50);
  await costing(dear.itemIds[0], 985);
  await costing(hidden.itemIds[0], 99);
  const belowCost = async (asked: object) => (await below(asked)).items.map(({ productName }) => productName);
  const all = { isApplicableToAllProducts: true };
  expect(await belowCost({ ...all, discountPercentage: 1.5 })).toEqual([]); // at its cost exactly, and not below
  expect(await belowCost({ ...all, discountPercentage: 1.51 })).toEqual(['Dear']);
  expect(await belowCost({ ...all, discountPercentage: 15.01 })).toEqual(['Dear', 'Near']);
  // $20 of an order of $200 is a tenth of everything in it, and a fiftieth of what costs $1,000
  expect(await belowCost({ ...all, discountAmount: 20, minimumSpend: 200 })).toEqual(['Dear']);
  expect(await belowCost({ ...all, discountAmount: 20, minimumSpend: 130 })).toEqual(['Dear', 'Near']);
  const some = await makePromo(db, { amount: 20, minimumSpend: 200, products: [near.id, safe.id] });
  expect(await below({ promoCodeId: some.id, discountAmount: 20, minimumSpend: 200 })).toEqual({
    total: 1,
    items: [
      {
        itemId: near.itemIds[0],
        productId: near.id,
        productName: 'Near',
        variation: '',
        productCode: 'NEAR',
        price: 100,
        reducedPrice: 80,
        averageCost: 85,
      },
    ],
  });
  expect((await ask<Promo>('GET', `${path}/${some.id}`, { token })).body).toMatchObject({
    belowCost: 1,
    productCount: 2,
  });
  expect(await below({})).toEqual({ total: 0, items: [] });
  for (const asked of [{}, { discountPercentage: 50 }, { discountPercentage: 50, ...all }]) {
    const unknown = await ask('POST', `${path}/below-cost`, { token, body: { promoCodeId: newId(), ...asked } });
    expect([unknown.status, unknown.message]).toEqual([404, sentences.notFound]);
  }
});
