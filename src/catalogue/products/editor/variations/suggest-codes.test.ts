import { expect, test } from 'vitest';
import type { GridRow } from './grid-cells.ts';
import { suggestCodes } from './suggest-codes.ts';

const row = (key: string, code: string, labels: string[]): GridRow => ({ key, code, price: '', labels });

test('unique codes are suggested for rows without one', () => {
  const rows = [
    row('a', '', ['500 mL', 'Lemon Myrtle']),
    row('b', 'NFC-1L-UNS', ['1 L', 'Unscented']),
    row('c', '', ['1 L', 'Uns']),
  ];
  expect(suggestCodes(rows, 'NFC').map(({ text }) => text)).toEqual(['NFC-500ML-LM', 'NFC-1L-UNS-2']);
});
