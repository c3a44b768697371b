import { expect, test } from 'vitest';
import { mergeDetails } from './merge-details.ts';
import { type Product, updateOf } from '../product-types.ts';

const read: Product = {
  id: 'p',
  version: 3,
  productName: 'Flat Mop',
  productUrl: 'flat-mop',
  shortDescription: '',
  longDescription: '<p>Wide.</p>',
  isActive: true,
  allowSaleWithoutStock: false,
  isConsignment: false,
  categories: [{ id: 'mops', name: 'Mops', path: ['Mops'] }],
  productSupplier: null,
  productCode: 'FM-1',
  sellingPrice: 10,
  hasVariations: false,
  isShown: true,
  isArchived: false,
  createdDate: '2026-11-01T00:00:00.000Z',
  stockOnHand: 0,
  lowestPrice: 10,
  highestPrice: 10,
  images: [],
  documents: [],
  facts: [{ name: 'Width', value: '40 cm' }],
  complements: [],
  variations: [],
};

test("only fields that the user has changed override another user's changes", () => {
  const variations = [{ id: 'v', name: 'Size', options: [{ value: 'o', label: 'Wide' }] }];
  const theirs = { ...read, version: 5, productUrl: 'their-mop', isActive: false, sellingPrice: 12, variations };
  const form = { ...updateOf(read), productName: 'My Mop', categories: ['mops', 'floors'] };
  expect(mergeDetails(theirs, read, form)).toEqual({
    ...updateOf(theirs),
    productName: 'My Mop',
    categories: ['mops', 'floors'],
  });
});

test('a field that the user has cleared is cleared, and an unchanged form changes nothing', () => {
  const theirs = { ...read, version: 5, productName: 'Their Mop' };
  const form = { ...updateOf(read), longDescription: '', sellingPrice: null };
  expect(mergeDetails(theirs, read, form)).toMatchObject({
    version: 5,
    productName: 'Their Mop',
    longDescription: '',
    sellingPrice: null,
  });
  expect(mergeDetails(theirs, read, updateOf(read))).toEqual(updateOf(theirs));
});
