import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeCategory, makeProduct, makeSupplier } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import { onHandOf } from '../../test/shop-state.ts';
import type { StockRowOnPage } from './contract.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
const path = '/v1/manage-product-stocks';

const list = async (query = ''): Promise<StockRowOnPage[]> => {
  const { status, body } = await ask<StockRowOnPage[]>('GET', `${path}/view${query}`, { token });
  expect(status).toBe(200);
  return body;
};
const codes = async (query = '') => (await list(query)).map(({ productCode }) => productCode);
const rowOf = async (code: string): Promise<StockRowOnPage> => {
  const [row] = await list(`?code=${code}`);
  if (!row) throw new Error(`No item has the code ${code}.`);
  return row;
};
const lastAuditEntry = async () => {
  clock.advance(1); // ids made in the same millisecond have no defined order
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};

const supplierId = await makeSupplier(db, 'Cascade Hygiene');
const floors = await makeCategory(db, 'Floors');
const mops = await makeCategory(db, 'Mops', floors);
const gloves = await makeProduct(db, {
  name: 'Nitrile Gloves',
  variations: ['Size'],
  items: [
    { code: 'GLV-S', price: 12, onHand: 3, values: ['Small'] },
    { code: 'GLV-L', price: 13, onHand: 40, values: ['Large'] },
  ],
});
await makeProduct(db, { name: 'Flat Mop', code: 'MOP-1', price: 30, onHand: 0, supplierId, categories: [mops] });
await makeProduct(db, { name: 'Bucket', code: 'BUC-1', price: 9.5, onHand: 12, supplierId, isActive: false });
await makeProduct(db, { name: 'Hire', code: 'HIR-1', price: null, onHand: 0, allowSaleWithoutStock: true });
await makeProduct(db, { name: 'Old', code: 'OLD-1', onHand: 1, isArchived: true });

describe('the list', () => {
  test('has a row for each item that is not archived, in order of product and variations', async () => {
    const rows = await list();
    expect(rows.map(({ productCode }) => productCode)).toEqual(['BUC-1', 'MOP-1', 'HIR-1', 'GLV-S', 'GLV-L']);
    expect(rows[3]).toEqual({
      id: gloves.itemIds[0],
      productId: gloves.id,
      productVariationItemId: gloves.itemIds[0],
      productName: 'Nitrile Gloves',
      variation: 'Small',
      productCode: 'GLV-S',
      sellingPrice: 12,
      stockOnHand: 3,
      supplierId: null,
      supplier: '',
      lowStockAt: null,
      isLow: true,
      isOutOfStock: false,
      image: expect.stringMatching(/^\/files\//),
      version: 1,
    });
    expect(rows[1]).toMatchObject({ productVariationItemId: null, variation: '', isOutOfStock: true, isLow: true });
    expect(rows[2]).toMatchObject({ isOutOfStock: false, isLow: false, sellingPrice: null });
  });

  test.each([
    ['productName', ['BUC-1', 'MOP-1', 'HIR-1', 'GLV-S', 'GLV-L']],
    ['productCode', ['BUC-1', 'GLV-L', 'GLV-S', 'HIR-1', 'MOP-1']],
    ['sellingPrice', ['HIR-1', 'BUC-1', 'GLV-S', 'GLV-L', 'MOP-1']],
    ['stockOnHand', ['MOP-1', 'HIR-1', 'GLV-S', 'BUC-1', 'GLV-L']],
    ['supplier', ['GLV-S', 'GLV-L', 'HIR-1', 'MOP-1', 'BUC-1']],
  ])('can be sorted by %s in both directions, page by page', async (sort, wanted) => {
    expect(await codes(`?sort=${sort}`)).toEqual(wanted);
    expect(await codes(`?sort=-${sort}`)).toEqual(wanted.toReversed());
    const pages = [1, 2, 3, 4].map((page) => codes(`?sort=${sort}&page=${page}&pageSize=2`));
    expect((await Promise.all(pages)).flat()).toEqual(wanted);
    const filtered = await Promise.all([1, 2].map((page) => codes(`?sort=${sort}&page=${page}&pageSize=2&search=g`)));
    expect(filtered.flat()).toEqual(wanted.filter((code) => code.startsWith('GLV')));
  });

  test.each([
    ['stock=low', ['MOP-1', 'GLV-S']],
    ['stock=out', ['MOP-1']],
    [`supplier=${supplierId}`, ['BUC-1', 'MOP-1']],
    [`category=${floors.id}`, ['MOP-1']],
    [`displayedOnline=false`, ['BUC-1']],
    [`stock=low&supplier=${supplierId}&displayedOnline=true`, ['MOP-1']],
    ['code=glv-l', ['GLV-L']],
    ['code=glv', []],
    ['search=gloves', ['GLV-S', 'GLV-L']],
    ['search=gloves large', ['GLV-L']],
    ['search=glv s', ['GLV-S']],
    ['search=buc1', ['BUC-1']],
    ['search=buc1 bucket', ['BUC-1']],
    ['search=1buc', []],
    ['search="nitrile gloves"', ['GLV-S', 'GLV-L']],
    ['search="gloves nitrile"', []],
    ['search="glv l"', ['GLV-L']],
    ['search=-', ['BUC-1', 'MOP-1', 'HIR-1', 'GLV-S', 'GLV-L']],
  ])('can be filtered by %s, with the right total', async (query, wanted) => {
    const { body, headers } = await ask<StockRowOnPage[]>('GET', `${path}/view?${query}&page=1`, { token });
    expect(body.map(({ productCode }) => productCode)).toEqual(wanted);
    expect(headers['x-total-count']).toBe(String(wanted.length));
  });

  test('shows the item first whose code equals the search', async () => {
    await makeProduct(db, { name: 'A 7710 kit', code: '7710-2' });
    await makeProduct(db, { name: 'Zest', code: '7710' });
    expect(await codes('?search=7710')).toEqual(['7710', '7710-2']);
    expect(await codes('?search=7710&sort=-productName&page=1&pageSize=1')).toEqual(['7710']);
    await sql`update products set archived_at = now() where name in ('Zest', 'A 7710 kit')`.execute(db);
    await sql`update product_items set is_listed = false where code like '7710%'`.execute(db);
  });

  test.each(['sort=reason', 'stock=high', 'supplier=7', 'pageSize=101'])('refuses %s', async (query) => {
    expect((await ask('GET', `${path}/view?${query}`, { token })).status).toBe(400);
  });

  test('has counts of low items and filter options, even without the claim to manage products', async () => {
    const { body } = await ask('GET', `${path}/overview`, { token });
    expect(body).toMatchObject({ low: 2, out: 1, suppliers: [{ id: supplierId, name: 'Cascade Hygiene' }] });
    expect(body['categories']).toEqual([
      { id: floors.id, name: 'Floors', parentId: null },
      { id: mops.id, name: 'Mops', parentId: floors.id },
    ]);
  });

  test('is exported as filtered, with formulas escaped', async () => {
    const nasty = await makeProduct(db, { name: '=cmd()', code: '+1', price: 5, onHand: 7, supplierId });
    const csv = await ask('GET', `${path}/download-excel?format=csv&supplier=${supplierId}`, { token });
    expect(csv.bytes.toString().replace('\ufeff', '').split('\n')).toEqual([
      'Product Name,Variation,Product Code,Supplier,Selling Price,Stock on Hand,Low at,State',
      'Bucket,,BUC-1,Cascade Hygiene,9.50,12,5,',
      "'=cmd(),,'+1,Cascade Hygiene,5.00,7,5,",
      'Flat Mop,,MOP-1,Cascade Hygiene,30.00,0,5,Out of Stock',
      '',
    ]);
    const excel = await ask('GET', `${path}/download-excel`, { token });
    expect(excel.headers['content-disposition']).toBe('attachment; filename="product-stocks-2026-03-02.xlsx"');
    expect(excel.bytes.subarray(0, 2).toString()).toBe('PK');
    await sql`update product_items set is_listed = false where product_id = ${nasty.id}`.execute(db);
  });

  test('is updated when a product is renamed, archived or restored', async () => {
    const editor = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
    const product = await makeProduct(db, { name: 'Squeegee', code: 'SQ-1', onHand: 2, categories: [mops] });
    const bulk = (action: string) =>
      ask('POST', '/v1/manage-products/bulk', { token: editor.token, body: { action, ids: [product.id] } });
    const update = { id: product.id, productName: 'Aqua Blade', productUrl: 'aqua-blade', categories: [mops.id] };
    const renamed = { ...update, productCode: 'SQ-1', sellingPrice: 10, variations: [] };
    await ask('PUT', '/v1/manage-products', { token: editor.token, body: renamed });
    expect((await codes())[0]).toBe('SQ-1');
    expect((await bulk('archive')).status).toBe(200);
    expect(await codes('?stock=low')).not.toContain('SQ-1');
    expect(await codes()).not.toContain('SQ-1');
    await bulk('restore');
    expect(await codes('?stock=low')).toContain('SQ-1');
    await ask('DELETE', `/v1/manage-products/${product.id}`, { token: editor.token });
    expect(await codes()).not.toContain('SQ-1');
  });
});

describe('details', () => {
  const update = (row: StockRowOnPage, change: object) =>
    ask<StockRowOnPage>('POST', `${path}/update-details`, {
      token,
      body: {
        productId: row.productId,
        productVariationItemId: row.productVariationItemId,
        productCode: row.productCode,
        sellingPrice: row.sellingPrice,
        ...change,
      },
    });

  test('are changed with an audit entry of the differences, and shoppers see the price', async () => {
    clock.advance(1);
    const row = await rowOf('GLV-L');
    const change = { productCode: 'GLV-XL', sellingPrice: 14.95, lowStockAt: 50, version: row.version };
    const { status, body } = await update(row, change);
    expect([status, body]).toEqual([
      200,
      { ...row, productCode: 'GLV-XL', sellingPrice: 14.95, lowStockAt: 50, isLow: true, version: 2 },
    ]);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'update',
      entity: 'product',
      entity_id: gloves.id,
      before: {
        name: 'Nitrile Gloves',
        item: 'Large',
        productCode: 'GLV-L',
        sellingPrice: 13,
        lowStockAt: '5 (default)',
      },
      after: { name: 'Nitrile Gloves', item: 'Large', productCode: 'GLV-XL', sellingPrice: 14.95, lowStockAt: 50 },
    });
    expect(await codes('?search=glv xl')).toEqual(['GLV-XL']);
    const shown = await ask<{ variationItems: { productCode: string; price: number }[] }>(
      'GET',
      `/v1/products/details/${gloves.id}`,
    );
    expect(shown.body.variationItems[1]).toMatchObject({ productCode: 'GLV-XL', price: 14.95 });
    const late = await update(row, { sellingPrice: 1, version: 1 });
    expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
    expect((await rowOf('GLV-XL')).sellingPrice).toBe(14.95);
  });

  test('report every fault at once', async () => {
    const row = await rowOf('MOP-1');
    const faultsOf = async (change: object) => (await update(row, change)).faults.map(({ message }) => message);
    expect(await faultsOf({ productCode: ' ', sellingPrice: null, lowStockAt: 1.5 })).toEqual([
      'Product code is required.',
      'Selling price is required.',
      'Must be a whole number from 0 to 1,000,000.',
    ]);
    expect(await faultsOf({ productCode: 'x' })).toEqual(['Product code is too short.']);
    expect(await faultsOf({ productCode: 'x'.repeat(31) })).toEqual(['Product code is too long.']);
    expect(await faultsOf({ productVariationItemId: gloves.itemIds[0] })).toEqual([
      'This variation item no longer exists.',
    ]);
    const taken = await update(row, { productCode: 'glv-s' });
    expect([taken.status, taken.faults]).toEqual([
      409,
      [{ path: 'productCode', message: "Code 'glv-s' belongs to 'Nitrile Gloves'." }],
    ]);
    expect(await rowOf('MOP-1')).toEqual(row);
  });

  test('keep the threshold if it is omitted; the list can change it separately', async () => {
    const { id } = await rowOf('MOP-1');
    const put = (lowStockAt: unknown) =>
      ask<StockRowOnPage>('PUT', `${path}/items/${id}/threshold`, { token, body: { lowStockAt } });
    expect((await put(8)).body).toMatchObject({ lowStockAt: 8, isLow: true });
    expect((await update(await rowOf('MOP-1'), { sellingPrice: 31 })).body.lowStockAt).toBe(8);
    expect((await put(null)).body.lowStockAt).toBeNull();
    for (const wrong of [-1, 1.5, '5', 1_000_001, undefined]) expect((await put(wrong)).status).toBe(400);
    expect((await ask('PUT', `${path}/items/${gloves.id}/threshold`, { token, body: { lowStockAt: 1 } })).status).toBe(
      404,
    );
  });
});

describe('stock', () => {
  const move = (row: StockRowOnPage, movement: object) =>
    ask<StockRowOnPage>('POST', `${path}/update-stocks`, {
      token,
      body: { productId: row.productId, productVariationItemId: row.productVariationItemId, ...movement },
    });

  test('is added and removed, and the response is the row', async () => {
    const row = await rowOf('MOP-1');
    const added = await move(row, { inventoryDirection: 0, quantity: 6, purchasePrice: 11.5 });
    expect([added.status, added.body]).toEqual([200, { ...row, stockOnHand: 6, isLow: false, isOutOfStock: false }]);
    const removed = await move(row, { inventoryDirection: 2, quantity: 2, reason: 'Dropped' });
    expect(removed.body.stockOnHand).toBe(4);
    const more = await move(row, { inventoryDirection: 2, quantity: 5, reason: 'Dropped' });
    expect([more.status, more.faults]).toEqual([409, [{ path: 'quantity', message: 'Only 4 are on hand.' }]]);
    expect((await rowOf('MOP-1')).stockOnHand).toBe(4);
    await move(row, { inventoryDirection: 2, quantity: 3, reason: 'Dropped' });
    const last = await move(row, { inventoryDirection: 2, quantity: 2, reason: 'Dropped' });
    expect(last.message).toBe('Only 1 is on hand.');
    await move(row, { inventoryDirection: 0, quantity: 3, purchasePrice: 11.5 });
  });

  test.each([
    [{}, ['Inventory direction is required.', 'Quantity is required.']],
    [{ inventoryDirection: 1, quantity: 1 }, ['Inventory direction is required.']],
    [{ inventoryDirection: 0, quantity: 1 }, ['Purchase price is required.']],
    [{ inventoryDirection: 0, quantity: 0 }, ['Quantity must be greater than 0.', 'Purchase price is required.']],
    [{ inventoryDirection: 0, quantity: -3, purchasePrice: 1 }, ['Quantity must be greater than 0.']],
    [{ inventoryDirection: 0, quantity: 1.5, purchasePrice: 1 }, ['Not a valid quantity.']],
    [{ inventoryDirection: 0, quantity: 'two', purchasePrice: 1 }, ['Not a valid quantity.']],
    [{ inventoryDirection: 0, quantity: 1_000_001, purchasePrice: 1 }, ['Not a valid quantity.']],
    [{ inventoryDirection: 2, quantity: 1 }, ['Reason for removing stocks is required.']],
    [{ inventoryDirection: 2, quantity: 1, reason: 'x' }, ['The reason is too short.']],
    [{ inventoryDirection: 2, quantity: 1, reason: 'x'.repeat(251) }, ['The reason is too long']],
  ])('refuses %j with its messages', async (movement, messages) => {
    const row = await rowOf('BUC-1');
    const { status, faults } = await move(row, movement);
    expect([status, faults.map(({ message }) => message)]).toEqual([400, messages]);
    expect((await rowOf('BUC-1')).stockOnHand).toBe(12);
  });

  test('is refused above a maximum, so that no column of the ledger overflows', async () => {
    await makeProduct(db, { code: 'SAND', onHand: 999_999_999 });
    const row = await rowOf('SAND');
    const grain = { inventoryDirection: 0, quantity: 1, purchasePrice: 0.01 };
    expect((await move(row, grain)).body.stockOnHand).toBe(1_000_000_000);
    const more = await move(row, grain);
    expect([more.status, more.message]).toEqual([409, 'At most 1,000,000,000 can be on hand.']);
    expect((await rowOf('SAND')).stockOnHand).toBe(1_000_000_000);
  });

  test('of an archived product is refused', async () => {
    const { id } = await db.selectFrom('products').select('id').where('name', '=', 'Old').executeTakeFirstOrThrow();
    const movement = { productId: id, inventoryDirection: 0, quantity: 1, purchasePrice: 1 };
    expect((await ask('POST', `${path}/update-stocks`, { token, body: movement })).status).toBe(404);
    expect(await onHandOf(db, gloves)).toEqual({ onHand: 3, ledger: 3 });
  });
});
