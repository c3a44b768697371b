import { expect, test } from 'vitest';
import { deletedSentence, itemDifferences, mergeRows } from './merge-rows.ts';
import type { VariationRow } from './use-variations.ts';
import type { Item } from '../product-types.ts';

const item = (id: string, productCode: string, price: number | null): Item => ({
  id,
  value: id.toUpperCase(),
  stockOnHand: 0,
  productCode,
  price,
  options: [`option of ${id}`],
});

/** A row for the item `was`, into which `typed` has been typed. */
function row(was: Item, typed: { code?: string; price?: string } = {}): VariationRow {
  const { id, options, productCode: code, price, stockOnHand, value } = was;
  const stored = { id, options: {}, code, price, stockOnHand, value };
  return { key: id, item: stored, options, labels: [value], code, price: price?.toFixed(2) ?? '', ...typed };
}

const [s, m, l] = [item('s', 'C-S', 10), item('m', 'C-M', 20), item('l', 'C-L', 30)];

test('typed values go to their own item after another item was deleted', () => {
  const rows = [row(s, { price: '11.00' }), row(m), row(l, { price: '31.00' })];
  expect(mergeRows(rows, [s, l])).toEqual({
    sent: [
      { id: 's', productCode: 'C-S', price: 11 },
      { id: 'l', productCode: 'C-L', price: 31 },
    ],
    deletedRows: [],
  });
});

test("cells without input keep another user's values", () => {
  const rows = [row(s), row(m, { price: '25.00' }), row(l, { code: 'L-NEW' })];
  const stored = [item('s', 'THEIRS-S', 1), item('m', 'THEIRS-M', 2), item('l', 'C-L', 3)];
  expect(mergeRows(rows, stored).sent).toEqual([
    { id: 'm', productCode: 'THEIRS-M', price: 25 },
    { id: 'l', productCode: 'L-NEW', price: 3 },
  ]);
});

test('rows with input whose items were deleted are named', () => {
  const rows = [row(s, { price: '11.00' }), row(m, { price: '21.00' }), row(l)];
  const { sent, deletedRows } = mergeRows(rows, [s]);
  expect(sent).toEqual([{ id: 's', productCode: 'C-S', price: 11 }]);
  expect(deletedSentence(deletedRows)).toBe('M no longer exists, so nothing was saved for it.');
  expect(deletedSentence([row(s), row(m)])).toBe('S, M no longer exist, so nothing was saved for them.');
  expect(deletedSentence([])).toBeUndefined();
});

test('an item that was created from a new row is found by its options, at any position', () => {
  const fresh = { ...row(item('x', '', null), { code: 'C-X', price: '5.00' }), item: undefined };
  expect(mergeRows([row(s), fresh], [item('x', '', null), s]).sent).toEqual([
    { id: 'x', productCode: 'C-X', price: 5 },
  ]);
  const plain = { ...row(s, { code: 'C-1' }), key: 'plain' };
  if (plain.item) plain.item = { ...plain.item, id: 'plain' };
  expect(mergeRows([plain], [s]).sent).toEqual([{ id: 's', productCode: 'C-1', price: 10 }]);
});

test('only differing values are shown side by side', () => {
  const rows = [row(s, { price: '11.00' }), row(m), row(l, { code: 'L-NEW' })];
  expect(itemDifferences([item('s', 'THEIRS', 10), item('m', 'C-M', 22)], rows)).toEqual([
    { label: 'S', theirs: 'THEIRS, $10.00', mine: 'THEIRS, $11.00' },
    { label: 'L', theirs: 'deleted', mine: 'L-NEW, $30.00' },
  ]);
});
