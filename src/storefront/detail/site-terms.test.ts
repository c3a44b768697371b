import { expect, test } from 'vitest';
import type { OwnPrice } from '#trade/prices/use-site-prices.ts';
import { priceNote } from './site-terms.tsx';

const own = (traits: Partial<OwnPrice>): OwnPrice => ({
  id: 'product',
  variationItemId: null,
  basePrice: 20,
  price: 18,
  multiple: 1,
  breaks: [],
  validUntil: null,
  next: null,
  ...traits,
});
const from = '2027-07-01';

test('says until when the price holds, and what follows', () => {
  expect(priceNote(own({}), 1)).toBe('Your price.');
  const ends = { validUntil: '2027-06-30', next: { from, price: 20 } };
  expect(priceNote(own(ends), 1)).toBe('Your price until 30/06/2027, then $20.00.');
});

test('if only prices of larger quantities end, the price of one unit has no end', () => {
  const ends = { validUntil: '2027-06-30', next: { from, price: 18 } };
  expect(priceNote(own(ends), 1)).toBe('Your price. Prices by quantity until 30/06/2027.');
});

test('says what a quantity becomes in whole cartons, at most what a cart takes', () => {
  expect(priceNote(own({ multiple: 12 }), 24)).toBe('Your price. In cartons of 12.');
  expect(priceNote(own({ multiple: 12 }), 11)).toBe('Your price. In cartons of 12: 11 becomes 12.');
  expect(priceNote(own({ multiple: 12 }), 999)).toBe('Your price. In cartons of 12: 999 becomes 996.');
});
