import { expect, test } from 'vitest';
import type { FoundItem } from '../item-search.tsx';
import { type QuickRow, withItems } from './quick-rows.ts';

const item = (itemId: string) => ({ itemId, code: itemId.toUpperCase(), carton: 1, isSold: true }) as FoundItem; // what rows use of it
let made = 0;
const newKey = () => `new ${++made}`;
const row = (key: string, units: string, of?: FoundItem): QuickRow => ({ key, code: of?.code ?? '', units, item: of });

test('an item that has a row already is added to its units, others get rows, and blank rows go', () => {
  const rows = [row('a', '2', item('mop')), row('b', ''), row('c', '998', item('soap'))];
  const items = [
    { item: item('mop'), quantity: 3 },
    { item: item('soap'), quantity: 5 },
    { item: item('cloth'), quantity: null },
  ];
  expect(withItems(rows, items, newKey).map(({ code, units }) => [code, units])).toEqual([
    ['MOP', '5'],
    ['SOAP', '999'],
    ['CLOTH', '1'],
  ]);
});

test('a row whose quantity is wrong keeps it, and the item gets a row of its own', () => {
  const rows = withItems([row('a', '0', item('mop'))], [{ item: item('mop'), quantity: 3 }], newKey);
  expect(rows.map(({ units }) => units)).toEqual(['0', '3']);
});
