import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../../test/app.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { storedListings, rebuiltListings } from '../../../../test/kept-listings.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import type { ProductDetail, ProductRow } from '../contract.ts';
import type { VariationItem } from '../variations/items-contract.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });

interface BulkResult {
  changed: number;
  left: number;
  undoId: string;
}
const post = <Body = BulkResult>(call: string, body: object = {}) => {
  clock.advance(1);
  return ask<Body>('POST', `${path}/${call}`, { token, body });
};
const read = async (id: string) => (await ask<ProductDetail>('GET', `${path}/${id}`, { token })).body;
const online = async (ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).isActive));
const undo = (id: string) => post(`undo/${id}`);
const actions = async (id: string) =>
  (await db.selectFrom('audit_log').select('action').where('entity_id', '=', id).orderBy('at').execute()).map(
    ({ action }) => action,
  );

async function makeThreeProducts() {
  const shelf = await makeCategory(db);
  const made = [
    await makeProduct(db, { categories: [shelf], isActive: false, price: 10 }),
    await makeProduct(db, { categories: [shelf], price: 20 }),
    await makeProduct(db, {
      categories: [shelf],
      variations: ['Size'],
      items: [
        { values: ['S'], price: 5 },
        { values: ['L'], price: null },
      ],
    }),
  ];
  return { shelf, ids: made.map(({ id }) => id) };
}

test('products are displayed online by ids or by filter, and Undo affects only those that changed', async () => {
  const { shelf, ids } = await makeThreeProducts();
  const first = await post('bulk', { action: 'activate', ids });
  expect([first.status, first.body.changed, await online(ids)]).toEqual([200, 1, [true, true, true]]);
  const second = await post('bulk', { action: 'deactivate', all: { category: shelf.id } });
  expect([second.body.changed, await online(ids)]).toEqual([3, [false, false, false]]);
  expect((await undo(second.body.undoId)).body).toEqual({ changed: 3, left: 0 });
  expect(await online(ids)).toEqual([true, true, true]);
  const again = await undo(second.body.undoId);
  expect([again.status, again.message]).toEqual([409, 'This has already been undone.']);
  expect((await undo(first.body.undoId)).body).toEqual({ changed: 1, left: 0 });
  expect(await online(ids)).toEqual([false, true, true]);
  expect(await actions(ids[0] ?? '')).toEqual(['update', 'update', 'undo', 'undo']);
  const nothing = await post('bulk', { action: 'deactivate', ids: ids.slice(0, 1) });
  expect(nothing.body).toEqual({ changed: 0, undoId: null });
});

test('products are archived and restored', async () => {
  const { shelf, ids } = await makeThreeProducts();
  const { body } = await post('bulk', { action: 'archive', all: { category: shelf.id } });
  expect(body.changed).toBe(3);
  const list = await ask<ProductRow[]>('GET', `${path}?category=${shelf.id}`, { token });
  expect(list.body).toEqual([]);
  expect((await undo(body.undoId)).body).toEqual({ changed: 3, left: 0 });
  expect((await read(ids[0] ?? '')).isArchived).toBe(false);
});

test('a price change is previewed, applied, and undone except for prices that have changed again since', async () => {
  const { shelf, ids } = await makeThreeProducts();
  const change = { kind: 'percent', by: 10, ending: '95', all: { category: shelf.id } };
  const seen = await post<{ rows: { oldPrice: number; newPrice: number }[]; total: number; impossible: number }>(
    'price-change/preview',
    change,
  );
  expect(seen.body.rows.map(({ oldPrice, newPrice }) => [oldPrice, newPrice])).toEqual([
    [10, 10.95],
    [20, 21.95],
    [5, 5.95],
  ]);
  expect([seen.body.total, seen.body.impossible]).toEqual([3, 0]);
  expect((await read(ids[0] ?? '')).sellingPrice).toBe(10);
  const made = await post('price-change', change);
  expect([made.status, made.body.changed]).toEqual([200, 3]);
  expect((await ask('GET', `/v1/products/details/${ids[1]}`)).body).toMatchObject({ price: 21.95 });
  const product = await read(ids[1] ?? '');
  const body = {
    ...product,
    categories: product.categories.map(({ id }) => id),
    productSupplierId: null,
    sellingPrice: 33,
  };
  expect((await ask('PUT', path, { token, body })).status).toBe(200);
  expect((await undo(made.body.undoId)).body).toEqual({ changed: 2, left: 1 });
  expect([(await read(ids[0] ?? '')).sellingPrice, (await read(ids[1] ?? '')).sellingPrice]).toEqual([10, 33]);
});

test('a price change is written to the history of each product with the prices before and after', async () => {
  const { ids } = await makeThreeProducts();
  await post('price-change', { kind: 'percent', by: 10, ids: ids.slice(1) });
  const history = await db
    .selectFrom('audit_log')
    .select(['entity_id', 'action', 'before', 'after'])
    .where('entity_id', 'in', ids)
    .orderBy('entity_id')
    .execute();
  expect(history).toMatchObject([
    { entity_id: ids[1], action: 'price', before: { sellingPrice: 20 }, after: { sellingPrice: 22 } },
    {
      entity_id: ids[2],
      action: 'price',
      before: { items: [expect.stringMatching(/, \$5\.00$/)] },
      after: { items: [expect.stringMatching(/, \$5\.50$/)] },
    },
  ]);
});

test('one impossible price refuses the whole change', async () => {
  const { ids } = await makeThreeProducts();
  const change = { kind: 'amount', by: -6, ids };
  const seen = await post<{ impossible: number; rows: { newPrice: number | null }[] }>('price-change/preview', change);
  expect([seen.body.impossible, seen.body.rows[0]?.newPrice]).toEqual([1, null]);
  const refused = await post('price-change', change);
  expect([refused.status, refused.faults[0]?.path]).toEqual([400, 'by']);
  expect((await read(ids[0] ?? '')).sellingPrice).toBe(10);
});

test.each([
  [{ action: 'activate' }, 'Select at least one product.'],
  [{ action: 'activate', ids: [] }, 'Select at least one product.'],
  [{ action: 'activate', ids: [crypto.randomUUID()], all: {} }, 'Select at least one product.'],
  [{ action: 'destroy', ids: [crypto.randomUUID()] }, 'Must be activate, deactivate, archive or restore.'],
])('%j is refused', async (body, message) => {
  const answer = await post('bulk', body);
  expect([answer.status, answer.message]).toEqual([400, message]);
});

test('an unknown filter is refused and changes nothing', async () => {
  const answer = await post('bulk', { action: 'archive', all: { serach: 'zzz' } });
  expect([answer.status, answer.message]).toEqual([400, 'Unknown filter.']);
});

test('archived products keep their promos, and Undo skips products that were archived again since', async () => {
  const { ids } = await makeThreeProducts();
  const promo = newId();
  await sql`insert into promos (id, code, discount_cents, created_at) values (${promo}, 'KEPT', 100, now())`.execute(
    db,
  );
  await sql`insert into promo_products (promo_id, product_id) select ${promo}, unnest(${ids}::uuid[])`.execute(db);
  const { body } = await post('bulk', { action: 'archive', ids });
  await ask('PATCH', `${path}/${ids[0]}/restore`, { token });
  clock.advance(1000);
  await post('bulk', { action: 'archive', ids: ids.slice(0, 1) });
  expect((await undo(body.undoId)).body).toEqual({ changed: 2, left: 1 });
  expect((await read(ids[0] ?? '')).isArchived).toBe(true);
  const { rows } = await sql`select from promo_products where promo_id = ${promo}`.execute(db);
  expect(rows).toHaveLength(3);
});

test('archived products are found by a filter and restored as they were; Undo skips those that have changed since', async () => {
  const { shelf, ids } = await makeThreeProducts();
  const list = async (query: string) => {
    const { body, headers } = await ask<ProductRow[]>('GET', `${path}?category=${shelf.id}&${query}`, { token });
    expect(Number(headers['x-total-count'])).toBe(body.length);
    return body.map(({ id }) => id).sort();
  };
  const inShop = async () =>
    (await ask<{ totalCount: number }>('GET', `/v1/products?category=${shelf.url}`)).body.totalCount;
  expect(await list('archived=true&page=1')).toEqual([]);
  await expect.poll(inShop).toBe(2);
  await post('bulk', { action: 'archive', all: { category: shelf.id } });
  expect(await list('page=1')).toEqual([]);
  await expect.poll(inShop).toBe(0);
  expect(await list('archived=true&page=1')).toEqual([...ids].sort());
  expect(await list('archived=true&page=1&displayedOnline=false&sort=-productSupplier')).toEqual(ids.slice(0, 1));
  const nothing = await post('bulk', { action: 'activate', all: { category: shelf.id, archived: 'true' } });
  expect(nothing.body.changed).toBe(0);

  const { body } = await post('bulk', { action: 'restore', all: { category: shelf.id, archived: 'true' } });
  expect([body.changed, await list('archived=true&page=1')]).toEqual([3, []]);
  await expect.poll(inShop).toBe(2);
  expect(await online(ids)).toEqual([false, true, true]);
  expect((await actions(ids[0] ?? '')).slice(0, 2)).toEqual(['archive', 'restore']);
  await post('bulk', { action: 'activate', ids: ids.slice(0, 1) });
  expect((await undo(body.undoId)).body).toEqual({ changed: 2, left: 1 });
  expect(await list('archived=true&page=1')).toEqual(ids.slice(1).sort());
  expect((await post('bulk', { action: 'restore', ids: ids.slice(0, 1) })).body).toEqual({ changed: 0, undoId: null });
  await expect(rebuiltListings(db)).resolves.toEqual(await storedListings(db));
});

test('restoring the same product twice at once takes effect once and is recorded once', async () => {
  const { ids } = await makeThreeProducts();
  await post('bulk', { action: 'archive', ids: ids.slice(0, 1) });
  const both = await Promise.all([
    post('bulk', { action: 'restore', ids: ids.slice(0, 1) }),
    ask('PATCH', `${path}/${ids[0]}/restore`, { token }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await actions(ids[0] ?? '')).toEqual(['archive', 'restore']);
});

test('two simultaneous changes of the same prices both take effect', async () => {
  const { ids } = await makeThreeProducts();
  const change = { kind: 'amount', by: 1, ids: ids.slice(0, 1) };
  const answers = await Promise.all([post('price-change', change), post('price-change', change)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read(ids[0] ?? '')).sellingPrice).toBe(12);
});

test('a duplicate has everything except codes and stock, and is hidden', async () => {
  const { ids } = await makeThreeProducts();
  const { body, status } = await post<{ id: string }>(`${ids[2]}/duplicate`);
  expect(status).toBe(201);
  const [model, copy] = await Promise.all([read(ids[2] ?? ''), read(body.id)]);
  expect(copy).toMatchObject({ productName: `${model.productName} (copy)`, isActive: false, hasVariations: true });
  expect(copy.categories).toEqual(model.categories);
  expect(copy.images.map(({ data }) => data)).toEqual(model.images.map(({ data }) => data));
  expect(copy.variations[0]?.id).not.toBe(model.variations[0]?.id);
  const items = (await ask<VariationItem[]>('GET', `${path}/variations/${body.id}`, { token })).body;
  expect(items.map(({ value, price, productCode, stockOnHand }) => [value, price, productCode, stockOnHand])).toEqual([
    ['S', 5, '', 0],
    ['L', null, '', 0],
  ]);
  const plain = await post<{ id: string }>(`${ids[1]}/duplicate`);
  expect(await read(plain.body.id)).toMatchObject({ productCode: '', sellingPrice: 20, stockOnHand: 0 });
});
