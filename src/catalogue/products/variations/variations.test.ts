import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../../test/app.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';
import type { ProductDetail } from '../contract.ts';
import type { VariationItem } from './items-contract.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageCartStock'] });
const shelf = await makeCategory(db, 'Chemicals');

const read = async (id: string) => (await ask<ProductDetail>('GET', `${path}/${id}`, { token })).body;
const items = async (id: string) => (await ask<VariationItem[]>('GET', `${path}/variations/${id}`, { token })).body;
const itemTexts = async (id: string) =>
  (await items(id)).map(({ value, productCode, price, stockOnHand }) => [value, productCode, price, stockOnHand]);

type Variations = ProductDetail['variations'];
async function define(id: string, variations: Variations, changes: object = {}) {
  const product = await read(id);
  const body = {
    ...product,
    categories: product.categories.map((one) => one.id),
    productSupplierId: null,
    variations,
    ...changes,
  };
  return ask<ProductDetail>('PUT', path, { token, body });
}
const variation = (name: string, ...labels: string[]): Variations[number] => ({
  id: newId(),
  name,
  options: labels.map((label) => ({ value: newId(), label })),
});
const without = ({ options, ...rest }: Variations[number], label: string) => ({
  ...rest,
  options: options.filter((one) => one.label !== label),
});
const price = (productId: string, productVariationItems: object[], version?: number) =>
  ask<VariationItem[]>('POST', `${path}/update-variation-items`, {
    token,
    body: { productId, productVariationItems, version },
  });
const move = (productId: string, productVariationItemId: string | null, body: object) =>
  ask<VariationItem>('POST', `${path}/update-variation-items-inventory`, {
    token,
    body: { productId, productVariationItemId, ...body },
  });

test("two variations of three options make nine items; the product's only item becomes the first", async () => {
  const { id, itemIds } = await makeProduct(db, { code: 'NFC', price: 9.8, onHand: 4, categories: [shelf] });
  expect(await items(id)).toEqual([]);
  const size = variation('Size', '1 L', '5 L', '20 L');
  const scent = variation('Scent', 'Lemon', 'Mint', 'None');
  const { status, body } = await define(id, [size, scent]);
  expect([status, body.hasVariations, body.productCode, body.sellingPrice]).toEqual([200, true, '', null]);
  expect(body.variations).toEqual([size, scent]);
  const made = await items(id);
  expect(made.map(({ value }) => value)).toEqual([
    '1 L / Lemon',
    '1 L / Mint',
    '1 L / None',
    '5 L / Lemon',
    '5 L / Mint',
    '5 L / None',
    '20 L / Lemon',
    '20 L / Mint',
    '20 L / None',
  ]);
  expect(made[0]).toMatchObject({ id: itemIds[0], productCode: 'NFC', price: 9.8, stockOnHand: 4 });
  expect(made[1]).toMatchObject({ productCode: '', price: null, stockOnHand: 0 });
  expect(made[1]?.options).toEqual([size.options[0]?.value, scent.options[1]?.value]);
  const rows = made.map((one, at) => ({ id: one.id, productCode: `NFC-${at}`, price: 10 + at }));
  expect((await price(id, rows)).body.map((one) => one.price)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18]);
  const shown = await ask<{ variationItems: object[]; hasMultiplePrices: boolean }>(
    'GET',
    `/v1/products/details/${id}`,
  );
  expect([shown.body.variationItems.length, shown.body.hasMultiplePrices]).toEqual([9, true]);
});

test('renaming and reordering options keeps items, codes, prices and stock', async () => {
  const { id } = await makeProduct(db, { code: 'KEEP', price: 5, onHand: 2, categories: [shelf] });
  const size = variation('Size', 'S', 'L');
  await define(id, [size]);
  const [small, large] = await items(id);
  await price(id, [
    { id: small?.id, productCode: 'KEEP-S', price: 5 },
    { id: large?.id, productCode: 'KEEP-L', price: 9 },
  ]);
  const [s, l] = size.options;
  if (!s || !l) throw new Error('Both were just made.');
  await define(id, [
    { ...size, name: 'Sizes', options: [{ ...l, label: 'Large' }, s, { value: newId(), label: 'XL' }] },
  ]);
  expect(await itemTexts(id)).toEqual([
    ['Large', 'KEEP-L', 9, 0],
    ['S', 'KEEP-S', 5, 2],
    ['XL', '', null, 0],
  ]);
});

test('removing an option deletes unsold items, archives ordered ones, and is refused for items in stock', async () => {
  const { id } = await makeProduct(db, { code: 'GO', price: 5, onHand: 0, categories: [shelf] });
  const size = variation('Size', 'S', 'M', 'L');
  await define(id, [size]);
  const [, medium, large] = await items(id);
  await move(id, large?.id ?? '', { inventoryDirection: 0, quantity: 3, purchasePrice: 2 });
  await move(id, medium?.id ?? '', { inventoryDirection: 0, quantity: 1, purchasePrice: 2 });
  await move(id, medium?.id ?? '', { inventoryDirection: 2, quantity: 1, reason: 'Damaged' });
  const refused = await define(id, [without(size, 'L')], { productName: 'Changed' });
  expect([refused.status, refused.message]).toEqual([409, 'L has 3 in stock. Remove this stock first.']);
  expect((await read(id)).productName).not.toBe('Changed');
  expect((await define(id, [without(size, 'M')])).status).toBe(200);
  const archived = await db
    .selectFrom('product_items')
    .selectAll()
    .where('id', '=', medium?.id ?? '')
    .execute();
  expect(archived).toMatchObject([{ label: 'M', archived_at: expect.any(Date) }]);
  expect((await itemTexts(id)).map(([value]) => value)).toEqual(['S', 'L']);
});

test('removing all variations keeps the first item', async () => {
  const { id, itemIds } = await makeProduct(db, { code: 'BACK', price: 5, onHand: 6, categories: [shelf] });
  await define(id, [variation('Size', 'S', 'L')]);
  const faulty = await define(id, []);
  expect(faulty.faults.map(({ message }) => message)).toEqual([
    'Product Code is required.',
    'Selling price is required.',
  ]);
  const { status, body } = await define(id, [], { productCode: 'BACK-2', sellingPrice: 7 });
  expect([status, body]).toMatchObject([
    200,
    { hasVariations: false, productCode: 'BACK-2', sellingPrice: 7, stockOnHand: 6 },
  ]);
  const left = await db.selectFrom('product_items').select(['id', 'label']).where('product_id', '=', id).execute();
  expect(left).toEqual([{ id: itemIds[0], label: '' }]);
});

test('ids of variations and options of another product are refused', async () => {
  const theirs = await makeProduct(db, { categories: [shelf] });
  const size = variation('Size', 'S');
  await define(theirs.id, [size]);
  const { id } = await makeProduct(db, { categories: [shelf] });
  const { status, faults } = await define(id, [size, { ...variation('Colour', 'Red'), options: size.options }]);
  expect([status, faults.map(({ path: at }) => at)]).toEqual([400, ['variations']]);
  const stolen = await define(id, [{ ...size, options: [{ value: newId(), label: 'S' }] }]);
  expect([stolen.status, stolen.faults]).toEqual([400, [{ path: 'variations.0.id', message: 'Not a valid id.' }]]);
  expect((await read(theirs.id)).variations).toEqual([size]);
});

test('too many combinations are refused', async () => {
  const { id } = await makeProduct(db, { categories: [shelf] });
  const many = (name: string) => variation(name, ...Array.from({ length: 30 }, (_, n) => `${name} ${n}`));
  const { status, message } = await define(id, [many('Size'), many('Colour')]);
  expect([status, message]).toEqual([400, 'There are 900 combinations; at most 512 are possible.']);
});

test('codes and prices of items are validated; codes may be exchanged, but must be unique', async () => {
  const { id } = await makeProduct(db, { code: 'EX', price: 5, categories: [shelf] });
  await define(id, [variation('Size', 'S', 'L')]);
  const [a, b] = (await items(id)).map((one) => one.id);
  const bad = await price(id, [
    { id: a, productCode: ' ', price: null },
    { id: b, productCode: 'x' },
  ]);
  expect(bad.faults.map(({ path: at, message }) => `${at}: ${message}`)).toEqual([
    'productVariationItems.0.productCode: Product code is required.',
    'productVariationItems.0.price: Price is required.',
    'productVariationItems.1.productCode: Product Code must have at least 2 characters.',
    'productVariationItems.1.price: Price is required.',
  ]);
  const twice = await price(id, [
    { id: a, productCode: 'EX-1', price: 1 },
    { id: b, productCode: 'ex-1', price: 1 },
  ]);
  expect([twice.status, twice.faults]).toEqual([
    400,
    [{ path: 'productVariationItems.1.productCode', message: 'Row 1 already has this code.' }],
  ]);
  await price(id, [
    { id: a, productCode: 'EX-1', price: 1 },
    { id: b, productCode: 'EX-2', price: 2 },
  ]);
  const exchanged = await price(id, [
    { id: a, productCode: 'EX-2', price: 1 },
    { id: b, productCode: 'EX-1', price: 2 },
  ]);
  expect(exchanged.body.map(({ productCode }) => productCode)).toEqual(['EX-2', 'EX-1']);
  const codeOfOtherItem = await price(id, [{ id: a, productCode: 'ex-1', price: 1 }]);
  expect([codeOfOtherItem.status, codeOfOtherItem.faults]).toEqual([
    409,
    [{ path: 'productVariationItems.0.productCode', message: "Code 'ex-1' belongs to 'L'." }],
  ]);
  clock.advance(1);
  await price(id, [{ id: a, productCode: 'EX-2', price: 1.5 }]);
  const line = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', id)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  expect([line?.before, line?.after]).toMatchObject([{ items: ['S: EX-2, $1.00'] }, { items: ['S: EX-2, $1.50'] }]);
  await makeProduct(db, { name: 'Holder', code: 'HELD', categories: [shelf] });
  const taken = await price(id, [{ id: a, productCode: 'held', price: 1 }]);
  expect([taken.status, taken.faults]).toEqual([
    409,
    [{ path: 'productVariationItems.0.productCode', message: "Code 'held' belongs to 'Holder'." }],
  ]);
  const { version } = await read(id);
  expect((await price(id, [{ id: a, productCode: 'EX-9', price: 1 }], version - 1)).status).toBe(409);
  expect((await price(id, [{ id: newId(), productCode: 'EX-9', price: 1 }])).status).toBe(400);
});

test('a manual stock movement is validated and written to the ledger', async () => {
  const { id } = await makeProduct(db, { code: 'STK', onHand: 2, categories: [shelf] });
  const messagesFor = async (body: object) => (await move(id, null, body)).faults.map(({ message }) => message);
  expect(await messagesFor({})).toEqual(['Inventory direction is required.', 'Quantity is required.']);
  expect(await messagesFor({ inventoryDirection: 1, quantity: 'x' })).toEqual([
    'Inventory direction is required.',
    'Not a valid quantity.',
  ]);
  expect(await messagesFor({ inventoryDirection: 0, quantity: 0 })).toEqual([
    'Quantity must be greater than 0.',
    'Purchase price is required.',
  ]);
  expect(await messagesFor({ inventoryDirection: 2, quantity: 1 })).toEqual([
    'Reason for removing stocks is required.',
  ]);
  expect(await messagesFor({ inventoryDirection: 2, quantity: 1, reason: 'a' })).toEqual(['The reason is too short.']);
  expect(await messagesFor({ inventoryDirection: 2, quantity: 1, reason: 'a'.repeat(251) })).toEqual([
    'The reason is too long',
  ]);
  const added = await move(id, null, { inventoryDirection: 0, quantity: 5, purchasePrice: 1.5 });
  expect([added.status, added.body.stockOnHand]).toEqual([200, 7]);
  const removed = await Promise.all(
    [4, 4].map((quantity) => move(id, null, { inventoryDirection: 2, quantity, reason: 'Broken' })),
  );
  expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await sql<{ on_hand: number; sum: number }>`
    select i.on_hand, (select sum(case direction when 0 then quantity else -quantity end)::int from stock_movements m
      where m.item_id = i.id) as sum from product_items i where product_id = ${id}`.execute(db);
  expect(rows).toEqual([{ on_hand: 3, sum: 3 }]);
  const other = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
  const body = { productId: id, inventoryDirection: 0, quantity: 1, purchasePrice: 1 };
  const denied = await ask('POST', `${path}/update-variation-items-inventory`, { token: other.token, body });
  expect(denied.status).toBe(403);
});
