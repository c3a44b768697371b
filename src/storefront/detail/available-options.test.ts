import { expect, test } from 'vitest';
import { choose, chosenItem, optionsOf, priceRange, type Variations } from './available-options.ts';

const item = (id: string, size: string, scent: string, price: number, outOfStock = false) => ({
  id,
  productCode: id.toUpperCase(),
  price,
  outOfStock,
  variationValues: { size, scent },
});

const cleaner: Variations = {
  variations: [
    { id: 'size', fieldText: 'Size' },
    { id: 'scent', fieldText: 'Scent' },
  ],
  variationItems: [
    item('a', '5 L', 'Lemon', 38.5),
    item('b', '1 L', 'Lemon', 12.9),
    item('c', '1 L', 'Eucalyptus', 12.9),
    item('d', '15 L', 'Lemon', 99, true),
    item('e', '5 L', 'Eucalyptus', 38.5, true),
  ],
  variationsSortTable: { size: { '1 L': 0, '5 L': 1, '15 L': 2 }, scent: { Eucalyptus: 0, Lemon: 1 } },
};

const shown = (selection: Record<string, string>, index: number) =>
  optionsOf(cleaner, selection, index).map(({ value, isAvailable }) => (isAvailable ? value : `(${value})`));

test('options are in the order of the sort table, with sold-out ones unavailable', () => {
  expect(shown({}, 0)).toEqual(['1 L', '5 L', '(15 L)']);
  expect(shown({}, 1)).toEqual(['Eucalyptus', 'Lemon']);
});

test('choosing narrows the later variations, never the earlier', () => {
  expect(shown({ size: '5 L' }, 1)).toEqual(['(Eucalyptus)', 'Lemon']);
  expect(shown({ scent: 'Eucalyptus' }, 0)).toEqual(['1 L', '5 L', '(15 L)']);
});

test('a later choice is cleared if it becomes unavailable, and kept otherwise', () => {
  expect(choose(cleaner, { size: '1 L', scent: 'Eucalyptus' }, ['size', '5 L'])).toEqual({ size: '5 L' });
  expect(choose(cleaner, { size: '1 L', scent: 'Lemon' }, ['size', '5 L'])).toEqual({ size: '5 L', scent: 'Lemon' });
});

test('an unavailable option can not be chosen', () => {
  expect(choose(cleaner, {}, ['size', '15 L'])).toEqual({});
  expect(choose(cleaner, {}, ['size', '200 L'])).toEqual({});
});

test('the item is known once every variation is chosen', () => {
  expect(chosenItem(cleaner, { size: '5 L' })).toBeUndefined();
  expect(chosenItem(cleaner, { size: '5 L', scent: 'Lemon' })?.id).toBe('a');
});

test('the price range follows the choices', () => {
  expect(priceRange(cleaner, {})).toEqual({ lowest: 12.9, highest: 99 });
  expect(priceRange(cleaner, { size: '1 L' })).toEqual({ lowest: 12.9, highest: 12.9 });
});
