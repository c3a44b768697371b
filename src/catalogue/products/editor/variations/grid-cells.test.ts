import { expect, test } from 'vitest';
import { copyCells, faultOf, fillDown, type GridRow, pasteCells, rangeOf } from './grid-cells.ts';

const row = (key: string, code: string, price: string): GridRow => ({ key, code, price, labels: [] });
const rows = [row('a', 'A-1', '1.00'), row('b', '', ''), row('c', 'C-1', '3.50')];
const at = (r: number, c: number) => ({ row: r, column: c });
const changesText = (changes: ReturnType<typeof pasteCells>) =>
  changes.map(({ key, column, text }) => `${key} ${column} ${text}`);

test('copied cells are tab-separated text and can be pasted back', () => {
  const text = copyCells(rows, rangeOf(at(2, 1), at(0, 0)));
  expect(text).toBe('A-1\t1.00\n\t\nC-1\t3.50');
  expect(changesText(pasteCells(rows, rangeOf(at(0, 0), at(0, 0)), text))).toContain('c price 3.50');
});

test('pasting starts at the first cell, formats amounts and ignores cells outside; a single value fills the selection', () => {
  expect(changesText(pasteCells(rows, rangeOf(at(1, 1), at(1, 1)), '$1,200\tx\r\n7\r\n9\r\n'))).toEqual([
    'b price 1,200.00',
    'c price 7.00',
  ]);
  expect(changesText(pasteCells(rows, rangeOf(at(0, 1), at(2, 1)), '5'))).toEqual([
    'a price 5.00',
    'b price 5.00',
    'c price 5.00',
  ]);
  expect(changesText(pasteCells(rows, rangeOf(at(0, 1), at(0, 1)), 'lots'))).toEqual(['a price lots']);
});

test('filling down copies the first row of the selection', () => {
  expect(changesText(fillDown(rows, rangeOf(at(0, 0), at(1, 1))))).toEqual(['b code A-1', 'b price 1.00']);
});

test('each invalid cell has its message', () => {
  const bad = [
    row('a', 'AB', '1'),
    row('b', '', ''),
    row('c', 'ab', '1.999'),
    row('d', 'x', 'x'),
    row('e', 'x'.repeat(31), '0'),
  ];
  expect(bad.map((_, i) => faultOf(bad, i, 'code'))).toEqual([
    undefined,
    'Product code is required.',
    'Row 1 already has this code.',
    'Product Code must have at least 2 characters.',
    'Product Code is too long.',
  ]);
  expect(bad.map((_, i) => faultOf(bad, i, 'price'))).toEqual([
    undefined,
    'Price is required.',
    'Must be an amount with at most two decimals.',
    'Must be an amount with at most two decimals.',
    undefined,
  ]);
});
