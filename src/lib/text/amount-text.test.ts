import { expect, test } from 'vitest';
import { parseAmount, formatAmount } from './amount-text.ts';

test.each([
  ['', null],
  [' ', null],
  ['12', 12],
  ['$1,234.50', 1234.5],
  ['.5', 0.5],
  ['12.', 12],
  ['1.999', 1.999],
  ['abc', Number.NaN],
  ['-5', Number.NaN],
  ['1.2.3', Number.NaN],
  ['.', Number.NaN],
  ['12,50', Number.NaN],
  ['1,234', 1234],
])('%j is read as %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  [1234.5, '1,234.50'],
  [0, '0.00'],
  [1.999, '1.999'],
  [null, ''],
  [Number.NaN, ''],
])('%s is shown as %j', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});
