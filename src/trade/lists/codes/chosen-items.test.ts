import { expect, test } from 'vitest';
import { chosenItems, type ShownLine } from './chosen-items.ts';

const item = (itemId: string, carton = 1) => ({
  itemId,
  productId: itemId,
  variationItemId: null,
  name: itemId,
  code: itemId,
  image: '',
  url: itemId,
  isSold: true,
  isOutOfStock: false,
  carton,
});
const line = (at: number, more: Partial<ShownLine>): ShownLine => ({
  line: at,
  typed: { code: '', quantity: '' },
  text: '',
  state: 'matched',
  message: '',
  item: null,
  quantity: 1,
  multiple: null,
  note: '',
  suggestions: [],
  ...more,
});

test('matched and picked lines are chosen, others left out, and lines of one item added up', () => {
  const lines = [
    line(1, { item: item('mop'), quantity: 600, note: 'Top shelf' }),
    line(2, { item: item('cloth', 12), quantity: null }),
    line(3, { item: item('mop'), quantity: 500, multiple: 6 }),
    line(4, { state: 'unmatched', quantity: 3 }),
    line(5, { state: 'unmatched', quantity: 4 }),
    line(6, { state: 'notSold', item: { ...item('old'), isSold: false } }),
  ];
  expect(chosenItems(lines, new Map([[5, item('cloth', 12)]]))).toEqual([
    { item: item('mop'), quantity: 999, multiple: 6, note: 'Top shelf' },
    { item: item('cloth', 12), quantity: 4, multiple: 12, note: '' },
  ]);
});
