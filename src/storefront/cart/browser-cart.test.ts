import { expect, test } from 'vitest';
import { maxQuantity } from '#lib/cart-limits.ts';
import { type CartLine, lineKey, merge, parseCart, pricingKey } from './browser-cart.ts';

const line = (change: Partial<CartLine> = {}): CartLine => ({
  id: 'mop',
  variationItemId: null,
  productName: 'Flat mop',
  productCode: 'SPR-1',
  qty: 2,
  image: '/v1/images/1',
  price: 64,
  url: 'flat-mop',
  isVariant: false,
  variations: [],
  ...change,
});

test('the same item adds to its quantity and takes the new price', () => {
  const lines = merge([line(), line({ id: 'cloth' })], line({ qty: 3, price: 60 }));
  expect(lines.map(({ id, qty, price }) => [id, qty, price])).toEqual([
    ['mop', 5, 60],
    ['cloth', 2, 64],
  ]);
});

test('another variation of the product becomes a new last line', () => {
  const lines = merge([line({ variationItemId: 'blue' })], line({ variationItemId: 'red' }));
  expect(lines.map(lineKey)).toEqual(['mop/blue', 'mop/red']);
});

test("a quantity never exceeds the server's maximum", () => {
  expect(merge([line({ qty: 998 })], line({ qty: 5 }))[0]?.qty).toBe(maxQuantity);
});

test('stored lines are read; invalid ones are left out', () => {
  const good = line({ variations: [{ id: 'v', fieldText: 'Size', selected: '5 L' }] });
  const stored = [good, null, 7, 'mop', {}, line({ qty: 0 }), line({ qty: 1.5 }), { ...good, price: '64' }];
  expect(parseCart(JSON.stringify(stored))).toEqual([good]);
  for (const broken of ['', '{', 'null', '{"a":1}', '[[]]']) expect(parseCart(broken)).toEqual([]);
});

test('the pricing key changes with items, quantities and the code, not with fields that the server adds', () => {
  const key = pricingKey([line()], 'WELCOME10');
  expect(pricingKey([line({ total: 128, discountedPrice: 60, productName: 'Mop' })], 'WELCOME10')).toBe(key);
  expect(pricingKey([line({ qty: 3 })], 'WELCOME10')).not.toBe(key);
  expect(pricingKey([line()], '')).not.toBe(key);
});
