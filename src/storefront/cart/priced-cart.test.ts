import { expect, test } from 'vitest';
import type { CartLine } from './browser-cart.ts';
import { type Issue, keptPromo, missingToFree, type Priced, priceChanges, reasonsOf } from './priced-cart.ts';

const line = (id: string, price: number): CartLine => ({
  id,
  variationItemId: null,
  productName: id,
  productCode: id,
  qty: 1,
  image: '',
  price,
  url: id,
  isVariant: false,
  variations: [],
});

const issue = (cartItemIssue: Issue['cartItemIssue'], reason = ''): Issue => ({
  id: null,
  variationItemId: null,
  cartItemIssue,
  reason,
});

test('an invalid code is removed, one that may apply later stays', () => {
  expect(keptPromo('A', { issues: [issue('PromoNotFound')] })).toBe('');
  expect(keptPromo('A', { issues: [issue('PromoExpired')] })).toBe('');
  expect(keptPromo('A', { issues: [issue('PromoMinimumSpend')] })).toBe('A');
  expect(keptPromo('A', { issues: [issue('OutOfStock')] })).toBe('A');
});

test('a changed price is reported, a new line is not', () => {
  expect(
    priceChanges([line('Mop', 60), line('Cloth', 5)], [line('Mop', 64), line('Cloth', 5), line('New', 1)]),
  ).toEqual(['The price of Mop has changed from $60.00 to $64.00.']);
});

test('free delivery depends on the price of goods after discount', () => {
  const priced = { subTotal: 147.8, discount: 14.78 } as Priced; // all that is read
  expect(missingToFree(priced, 150)).toBe(16.98);
  expect(missingToFree(priced, 100)).toBe(0);
  expect(missingToFree(priced, null)).toBeUndefined();
});

test('each reason is reported once', () => {
  expect(reasonsOf([issue('OutOfStock', 'a'), issue('OutOfStock', 'a'), issue('OutOfStock', 'b')])).toEqual(['a', 'b']);
});
