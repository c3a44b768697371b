import { expect, test } from 'vitest';
import { searchOf, selectionFrom } from './selection-in-url.ts';
import type { Variations } from './available-options.ts';

const item = (id: string, size: string, scent: string, outOfStock = false) => {
  return { id, productCode: id, price: 10, outOfStock, variationValues: { v1: size, v2: scent } };
};
const cleaner: Variations = {
  variations: [
    { id: 'v1', fieldText: 'Size' },
    { id: 'v2', fieldText: '香り' },
  ],
  variationItems: [item('a', '5 L', '檸檬'), item('b', '1 L', '檸檬'), item('c', '15 L', '檸檬', true)],
  variationsSortTable: { v1: { '1 L': 0, '5 L': 1, '15 L': 2 }, v2: { 檸檬: 0 } },
};
const from = (query: string) => selectionFrom(cleaner, new URLSearchParams(query));

test('selected options are read from the URL, in any script', () => {
  expect(from('size=5-l')).toEqual({ v1: '5 L' });
  expect(from('香り=檸檬&size=5 L')).toEqual({ v1: '5 L', v2: '檸檬' });
});

test('unknown, sold-out and unrelated parameters are ignored', () => {
  expect([from(''), from('size=7-l'), from('size=15-l'), from('colour=red&size=')]).toEqual([{}, {}, {}, {}]);
});

test('a selection survives a round trip through the URL, and other parameters stay', () => {
  const selection = { v1: '5 L', v2: '檸檬' };
  const search = searchOf(cleaner, selection, new URLSearchParams('ref=mail&size=1-l'));
  expect(search).toBe(`?ref=mail&size=5-l&${new URLSearchParams({ 香り: '檸檬' })}`);
  expect(from(search)).toEqual(selection);
  expect([searchOf(cleaner, {}, new URLSearchParams('size=5-l')), searchOf(cleaner, { v1: '1 L' })]).toEqual([
    '',
    '?size=1-l',
  ]);
});
