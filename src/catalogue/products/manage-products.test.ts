import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { type MadeProduct, makeCategory, makeProduct, makeSupplier } from '../../../test/make.ts';
import type { ProductDetail, ProductRow } from './contract.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { userType: 3, claims: ['ManageCartProducts'] });
const shelf = await makeCategory(db, 'Floor care');
const below = await makeCategory(db, 'Mops', shelf);
const supplierId = await makeSupplier(db, 'Wattlebird Chemical Co');

const list = async (query = '') => {
  const { status, body, headers } = await ask<ProductRow[]>('GET', `${path}${query}`, { token });
  expect(status).toBe(200);
  return { rows: body, names: body.map(({ productName }) => productName), total: Number(headers['x-total-count']) };
};
const read = async (id: string) => (await ask<ProductDetail>('GET', `${path}/${id}`, { token })).body;
const create = (productName: string, categoryId = shelf.id) =>
  ask<{ id: string; productUrl: string }>('POST', `${path}/`, { token, body: { productName, categoryId } });

/** The body that the page sends, made from what it has read. */
const payloadOf = (product: ProductDetail, changes: object = {}) => ({
  ...product,
  categories: product.categories.map(({ id }) => id),
  productSupplierId: product.productSupplier?.id ?? null,
  ...changes,
});
const put = (body: object) => {
  clock.advance(1); // entries of the same millisecond have no defined order
  return ask<ProductDetail>('PUT', path, { token, body });
};
const edit = async (id: string, changes: object) => put(payloadOf(await read(id), changes));
const lines = (id: string) =>
  db.selectFrom('audit_log').select(['action', 'before', 'after']).where('entity_id', '=', id).orderBy('at').execute();

test('a product is created with a unique url and is not shown until it is complete', async () => {
  const made = await create('  Neutral <b>Floor</b> Cleaner  ');
  expect([made.status, made.body.productUrl]).toEqual([201, 'neutral-b-floor-b-cleaner']);
  const again = await create('Neutral <b>Floor</b> Cleaner');
  expect(again.body.productUrl).toBe('neutral-b-floor-b-cleaner-2');
  const detail = await read(made.body.id);
  expect(detail).toMatchObject({
    version: 1,
    productName: 'Neutral <b>Floor</b> Cleaner',
    productCode: '',
    sellingPrice: null,
    isShown: false,
    images: [],
    variations: [],
    categories: [{ id: shelf.id, name: 'Floor care', path: ['Floor care'] }],
  });
  const symbols = await create('!!');
  expect(symbols.body.productUrl).toBe('product');
  expect(await lines(made.body.id)).toMatchObject([{ action: 'create' }]);
});

test.each([
  [{ productName: ' ', categoryId: '' }, ['Product name is required.', 'Category is required.']],
  [{ productName: 'a' }, ['Product name is too short.', 'Category is required.']],
  [{ productName: 'a'.repeat(151), categoryId: 7 }, ['Product name is too long.', 'Category is required.']],
])('creating with %j reports every fault', async (body, messages) => {
  const { status, faults } = await ask('POST', path, { token, body });
  expect([status, faults.map(({ message }) => message)]).toEqual([400, messages]);
});

test('products of the same name created at once get different urls', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create('Squeegee')));
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(made.map(({ body }) => body.productUrl)).size).toBe(8);
});

test('an update stores names, url, texts, categories, supplier, code and price', async () => {
  const { id } = (await create('Microfibre cloth')).body;
  const { status, body } = await edit(id, {
    productName: 'Microfibre Cloth',
    productUrl: 'Micro Fibre / Cloth!',
    shortDescription: 'Soft.',
    longDescription: '<p onclick="x()">Soft<script>alert(1)</script> &amp; <a href="javascript:x()">strong</a></p>',
    isActive: true,
    allowSaleWithoutStock: true,
    isConsignment: true,
    categories: [below.id, shelf.id, below.id],
    productSupplierId: supplierId,
    productCode: ' MF-1 ',
    sellingPrice: 12.5,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: 2,
    productName: 'Microfibre Cloth',
    productUrl: 'micro-fibre-cloth',
    longDescription: '<p>Soft &amp; <a>strong</a></p>',
    productSupplier: { id: supplierId, name: 'Wattlebird Chemical Co' },
    productCode: 'MF-1',
    sellingPrice: 12.5,
    isActive: true,
    allowSaleWithoutStock: true,
    isConsignment: true,
    categories: [
      { id: below.id, path: ['Floor care', 'Mops'] },
      { id: shelf.id, path: ['Floor care'] },
    ],
  });
  const [, change] = await lines(id);
  expect(change).toMatchObject({
    action: 'update',
    before: { url: 'microfibre-cloth', sellingPrice: null, categories: ['Floor care'] },
    after: { url: 'micro-fibre-cloth', sellingPrice: 12.5, categories: ['Floor care > Mops', 'Floor care'] },
  });
});

test('an invalid product is refused with all messages at once, in field order', async () => {
  const { id } = (await create('Faulty')).body;
  const { status, faults } = await put({
    id,
    productName: 'a',
    productUrl: '???',
    categories: [],
    productCode: '',
    variations: [],
  });
  expect([status, faults]).toEqual([
    400,
    [
      { path: 'productName', message: 'Product name must have at least 2 characters.' },
      { path: 'productUrl', message: 'Product Url is required.' },
      { path: 'categories', message: 'At least 1 category is required.' },
      { path: 'productCode', message: 'Product Code is required.' },
      { path: 'sellingPrice', message: 'Selling price is required.' },
    ],
  ]);
  const more = await put({
    id,
    productName: '',
    productUrl: 'a',
    categories: [shelf.id],
    productCode: 'x',
    sellingPrice: 1.999,
    variations: [
      { id: newId(), name: 'S', options: [] },
      {
        id: newId(),
        name: '',
        options: [
          { value: newId(), label: 'A' },
          { value: newId(), label: ' a' },
        ],
      },
    ],
  });
  expect(more.faults.map(({ message }) => message)).toEqual([
    'Product name is required.',
    'Product Url must have at least 2 characters.',
    'Product Code must have at least 2 characters.',
    'Must be an amount from 0 to 9,999,999.99 with at most two decimals.',
    'Name is too short.',
    'Options are required.',
    'Name is required.',
    'This option already exists.',
  ]);
  const long = await put({
    id,
    productName: 'a'.repeat(151),
    productUrl: 'a'.repeat(151),
    categories: [shelf.id],
    productCode: 'a'.repeat(31),
    sellingPrice: 1,
    variations: [{ id: newId(), name: 'a'.repeat(51), options: [{ value: newId(), label: 'A' }] }],
  });
  expect(long.faults.map(({ message }) => message)).toEqual([
    'Product name is too long.',
    'Product Url is too long.',
    'Product Code is too long.',
    'Name is too long.',
  ]);
});

test('references to deleted rows are faults of their fields, and nothing changes', async () => {
  const { id } = (await create('Steady')).body;
  const gone = newId();
  const { status, faults } = await edit(id, {
    categories: [shelf.id, gone],
    productSupplierId: gone,
    productCode: 'ST-1',
    sellingPrice: 1,
  });
  expect([status, faults]).toEqual([
    400,
    [
      { path: 'categories.1', message: 'This category no longer exists.' },
      { path: 'productSupplierId', message: 'This supplier no longer exists.' },
    ],
  ]);
  expect((await read(id)).version).toBe(1);
});

test('codes and urls of other products are refused with 409, ignoring case', async () => {
  const other = await makeProduct(db, { name: 'Flat Mop', url: 'flat-mop', code: 'FM-1' });
  const { id } = (await create('Taker')).body;
  const { status, faults } = await edit(id, { productUrl: 'Flat Mop', productCode: 'fm-1', sellingPrice: 1 });
  expect([status, faults]).toEqual([
    409,
    [
      { path: 'productUrl', message: "The url 'flat-mop' belongs to 'Flat Mop'." },
      { path: 'productCode', message: "Code 'fm-1' belongs to 'Flat Mop'." },
    ],
  ]);
  expect((await read(other.id)).version).toBe(1);
});

test('setting the same code for two products at once is refused for one', async () => {
  const ids = await Promise.all(['Left', 'Right'].map(async (name) => (await create(name)).body.id));
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(ids.map((id) => edit(id, { productCode: `PAIR-${round}`, sellingPrice: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('an older version is refused with 409, and of two simultaneous updates one succeeds', async () => {
  const { id } = await makeProduct(db, { categories: [shelf], code: 'VER' });
  const first = await read(id);
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((productName) => put(payloadOf(first, { productName, productCode: 'VER' }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe('Someone else has changed this in the meantime.');
  expect((await read(id)).version).toBe(2);
  const { version: _, ...without } = payloadOf(first, { productName: 'Last one' });
  expect((await put(without)).status).toBe(200);
  expect((await put({ ...without, version: null })).status).toBe(200);
});

test('an old url redirects to the product until another product takes it', async () => {
  const { id, url } = await makeProduct(db, { name: 'Renamed', url: 'old-name', categories: [shelf] });
  expect((await edit(id, { productUrl: 'new-name' })).status).toBe(200);
  const shown = await ask('GET', `/v1/products/details/${url}`);
  expect(shown.body).toMatchObject({ id, url: 'new-name' });
  expect((await edit(id, { productUrl: 'old-name' })).status).toBe(200);
  expect((await ask('GET', '/v1/products/details/new-name')).body).toMatchObject({ url: 'old-name' });
  expect((await edit(id, { productUrl: 'newest-name' })).status).toBe(200);
  const other = await makeProduct(db, { categories: [shelf] });
  expect((await edit(other.id, { productUrl: 'old-name' })).status).toBe(200);
  expect((await ask('GET', '/v1/products/details/old-name')).body).toMatchObject({ id: other.id });
  expect((await edit(id, { productUrl: 'old-name' })).status).toBe(409);
});

async function sell({ id, itemIds }: MadeProduct): Promise<void> {
  const order = newId();
  await sql`insert into orders (id, payment, first_name, last_name, email, billing, shipping, shipping_method, sub_total_cents,
      discount_cents, shipping_fee_cents, total_cents, gst_cents, ip_address, payment_provider, placed_at)
    values (${order}, 'paid', 'A', 'B', 'a@example.com', '{}', '{}', 1, 0, 0, 0, 0, 0, '', 'test', now())`.execute(db);
  await sql`insert into order_items (id, order_id, position, product_id, item_id, product_name, product_code, product_url, label,
      quantity, price_cents, discount_cents)
    values (${newId()}, ${order}, 0, ${id}, ${itemIds[0]}, '', '', '', '', 1, 100, 0)`.execute(db);
}

test('a product without orders and movements is deleted; others are archived and can be restored', async () => {
  const fresh = (await create('Never sold')).body.id;
  expect((await ask('DELETE', `${path}/${fresh}`, { token })).status).toBe(204);
  const missing = await ask('GET', `${path}/${fresh}`, { token });
  expect([missing.status, missing.message]).toEqual([404, 'This product no longer exists.']);
  const sold = await makeProduct(db, { name: 'Sold once', onHand: 0, categories: [shelf] });
  await sell(sold);
  const moved = await makeProduct(db, { name: 'Moved once', onHand: 3, categories: [shelf] });
  for (const { id, url } of [sold, moved]) {
    expect((await ask('DELETE', `${path}/${id}`, { token })).status).toBe(204);
    expect((await list('?search=once')).names).not.toContain(url);
    expect((await ask('GET', `/v1/products/details/${url}`)).status).toBe(404);
    expect(await read(id)).toMatchObject({ isArchived: true });
    clock.advance(1);
    const changed = await edit(id, { productName: 'Changed' });
    expect([changed.status, changed.message]).toEqual([
      404,
      'This product is archived. Restore it before you change it.',
    ]);
    expect((await ask('DELETE', `${path}/${id}`, { token })).status).toBe(404);
    const back = await ask('PATCH', `${path}/${id}/restore`, { token });
    expect([back.status, back.body]).toMatchObject([200, { isArchived: false }]);
    expect((await ask('GET', `/v1/products/details/${url}`)).status).toBe(200);
    expect((await lines(id)).map(({ action }) => action)).toEqual(['archive', 'restore']);
  }
  expect((await list('?search=once')).names.sort()).toEqual(['Moved once', 'Sold once']);
});

test('an archived product keeps its url and code, and the conflict message names it', async () => {
  const archived = await makeProduct(db, {
    name: 'Old Squeegee',
    url: 'old-squeegee',
    code: 'OLD-1',
    categories: [shelf],
  });
  const other = await makeProduct(db, { name: 'New Squeegee', code: 'NEW-1', categories: [shelf] });
  await ask('DELETE', `${path}/${archived.id}`, { token });
  const { status, faults } = await edit(other.id, { productUrl: 'old-squeegee', productCode: 'old-1' });
  expect([status, faults.map(({ message }) => message)]).toEqual([
    409,
    [
      "The url 'old-squeegee' belongs to 'Old Squeegee', which is archived.",
      "Code 'old-1' belongs to 'Old Squeegee', which is archived.",
    ],
  ]);
  expect((await create('Old Squeegee')).body.productUrl).toBe('old-squeegee-2');
  const back = await ask('PATCH', `${path}/${archived.id}/restore`, { token });
  expect(back.body).toMatchObject({
    productUrl: 'old-squeegee',
    productCode: 'OLD-1',
    isArchived: false,
    isActive: true,
  });
});

test('deleting a product removes it from its promos', async () => {
  const { id } = await makeProduct(db, { categories: [shelf] });
  const promo = newId();
  await sql`insert into promos (id, code, discount_cents, created_at) values (${promo}, 'LEFT', 100, now())`.execute(
    db,
  );
  await sql`insert into promo_products (promo_id, product_id) values (${promo}, ${id})`.execute(db);
  await ask('DELETE', `${path}/${id}`, { token });
  const { rows } = await sql`select from promo_products where promo_id = ${promo}`.execute(db);
  expect(rows).toEqual([]);
});

test('the list sorts, filters, searches and pages', async () => {
  const own = await makeCategory(db, 'Listed');
  const inner = await makeCategory(db, 'Inner', own);
  const other = await makeSupplier(db, 'Banksia Supply');
  await makeProduct(db, { name: 'Élan polish', code: 'Z-9', categories: [own], supplierId });
  clock.advance(1000);
  await makeProduct(db, {
    name: 'broom',
    code: 'b-1',
    categories: [inner],
    isActive: false,
    supplierId: other,
    onHand: 0,
  });
  await makeProduct(db, {
    name: 'Apron',
    categories: [own],
    variations: ['Size'],
    items: [
      { code: 'AP-S', values: ['S'] },
      { code: 'AP-XL', values: ['XL'] },
    ],
  });
  const of = async (query: string) => (await list(`?category=${own.id}&${query}`)).names;
  expect(await of('')).toEqual(['Apron', 'broom', 'Élan polish']);
  expect(await of('sort=-productName')).toEqual(['Élan polish', 'broom', 'Apron']);
  expect(await of('sort=productCode')).toEqual(['Apron', 'broom', 'Élan polish']);
  expect(await of('sort=createdDate')).toHaveLength(3);
  expect((await of('sort=-hasVariations'))[0]).toBe('Apron');
  expect(await of('sort=productSupplier')).toEqual(['Apron', 'broom', 'Élan polish']);
  expect((await of('sort=displayedOnline'))[0]).toBe('broom');
  expect(await of('displayedOnline=false')).toEqual(['broom']);
  expect(await of('hasVariations=true')).toEqual(['Apron']);
  expect(await of('outOfStock=true')).toEqual(['broom']);
  expect(await of(`supplier=${supplierId}`)).toEqual(['Élan polish']);
  expect(await of('search=elan')).toEqual(['Élan polish']);
  expect(await of('search=ap-xl')).toEqual(['Apron']);
  expect(await of('search=z+9')).toEqual(['Élan polish']);
  expect(await of('search=z9')).toEqual(['Élan polish']); // the code is Z-9
  expect(await of('search=z9+polish')).toEqual(['Élan polish']);
  expect(await of('search=9z')).toEqual([]);
  expect((await list(`?category=${inner.id}`)).names).toEqual(['broom']);
  const paged = await list(`?category=${own.id}&page=2&pageSize=2`);
  expect([paged.names, paged.total]).toEqual([['Élan polish'], 3]);
  expect(paged.rows[0]).toMatchObject({
    productSupplier: 'Wattlebird Chemical Co',
    displayedOnline: true,
    hasVariations: false,
    version: 1,
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect((await ask('GET', `${path}?sort=price`, { token })).status).toBe(400);
});

test('scripts are stored as plain text in text fields and removed from the description', async () => {
  const { id } = await makeProduct(db, { categories: [shelf], code: 'XSS' });
  const bad = '<img src=x onerror=alert(1)>';
  const { status, body } = await edit(id, {
    productName: bad,
    productUrl: bad,
    shortDescription: bad,
    longDescription: `${bad}<iframe src="//x"></iframe><p style="x">ok</p><a href="data:text/html,x">a</a>`,
    variations: [{ id: newId(), name: bad, options: [{ value: newId(), label: bad }] }],
  });
  expect([status, body]).toMatchObject([
    200,
    {
      productName: bad,
      productUrl: 'img-src-x-onerror-alert-1',
      shortDescription: bad,
      longDescription: '<p>ok</p><a>a</a>',
      variations: [{ name: bad, options: [{ label: bad }] }],
    },
  ]);
  expect((await list(`?search=${encodeURIComponent("'; drop table products; -- \\ onerror")}`)).names).toEqual([]);
  expect((await list(`?search=${encodeURIComponent('"src=x" oner')}`)).names).toEqual([bad]);
});
