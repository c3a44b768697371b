import { expect, test } from 'vitest';
import { sorts } from '../list-query.ts';
import { readAddress, sortNames, toggleOption, withChange, writeAddress } from './list-url.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));

test('an address is read and written back the same', () => {
  const text =
    '?search=floor+cleaner&sort=5&minPrice=5&maxPrice=40.5&inStock=true&option=Size%3A5+L&option=Scent%3ALemon&page=3';
  expect(writeAddress(read(text))).toBe(text);
  expect(writeAddress(read(''))).toBe('');
});

test('invalid values are ignored', () => {
  const odd = read('?sort=9&page=-1&minPrice=abc&maxPrice=1e9&inStock=maybe&option=nocolon');
  expect(odd).toEqual(read(''));
  expect(read('?page=1.5').page).toBe(1);
  expect(read('?sort=toString').sort).toBeUndefined();
});

test('a change returns to the first page', () => {
  expect(withChange(read('?search=mop&page=4'), { sort: 6 })).toBe('?search=mop&sort=6');
});

test('an option is switched on and off', () => {
  const address = read('?option=Size:5 L');
  expect(toggleOption(address, 'Size:1 L')).toEqual(['Size:5 L', 'Size:1 L']);
  expect(toggleOption(address, 'Size:5 L')).toEqual([]);
});

test('the sort orders are those of the contract', () => {
  expect(sortNames).toEqual(Object.fromEntries(sorts.map(({ id, label }) => [id, label])));
});

test('swapped prices mean the same range', () => {
  expect(read('?minPrice=40&maxPrice=5')).toEqual(read('?minPrice=5&maxPrice=40'));
});
