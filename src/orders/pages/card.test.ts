import { expect, test } from 'vitest';
import { brandOf, expiryOf, isExpiryAhead, isFullLength } from './card.ts';

test.each([
  ['4242 4242 4242 4242', 'Visa', true],
  ['4000000000000002', 'Visa', true],
  ['5555 5555 5555 4444', 'Mastercard', true],
  ['2223 0031 2200 3222', 'Mastercard', true],
  ['3782 822463 10005', 'American Express', true],
  ['3056 9300 0902 04', 'Diners Club', true],
  ['3566 0020 2036 0505', 'JCB', true],
  ['6200 0000 0000 0005', 'UnionPay', true],
  ['4242 4242 4242', 'Visa', false],
  ['3782 822463 1000', 'American Express', false],
  ['9', '', true],
  ['', '', true],
])('%s is of brand "%s", of full length: %s', (number, brand, isFull) => {
  expect(brandOf(number).name).toBe(brand);
  expect(isFullLength(number)).toBe(isFull);
});

test('a card is good until the end of its month', () => {
  const now = new Date(2026, 10, 21);
  expect(expiryOf('08 / 28')).toBe('08/28');
  expect(isExpiryAhead('11 / 26', now)).toBe(true);
  expect(isExpiryAhead('10/26', now)).toBe(false);
  expect(isExpiryAhead('13/30', now)).toBe(false);
  expect(isExpiryAhead('1', now)).toBe(false);
});
