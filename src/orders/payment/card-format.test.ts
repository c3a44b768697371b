import { expect, test } from 'vitest';
import { formatOf, isExpiryAhead, knownBrand } from './card-format.ts';

test.each([
  ['4242 4', 'Visa', '9999 9999 9999 9999', 3],
  ['5555 5555 5555 4444', 'Mastercard', '9999 9999 9999 9999', 3],
  ['37', 'American Express', '9999 999999 99999', 4],
  ['3056 9300 0902 04', 'Diners Club', '9999 999999 9999', 3],
  ['9', undefined, '9999 9999 9999 9999 999', 4],
  ['', undefined, '9999 9999 9999 9999 999', 4],
])('the number %s is of brand %s, has the mask %s and a CVC of %i digits', (number, brand, mask, cvc) => {
  expect(knownBrand(number)).toBe(brand);
  expect(formatOf(number)).toEqual({ mask, cvc });
});

test('a card is valid until the end of its month', () => {
  const now = new Date(2026, 10, 21);
  expect(isExpiryAhead('11 / 26', now)).toBe(true);
  expect(isExpiryAhead('10/26', now)).toBe(false);
  expect(isExpiryAhead('01/30', now)).toBe(true);
});
