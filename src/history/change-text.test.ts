import { expect, test } from 'vitest';
import { actionWord, changedFields, fieldLabel, valueText } from './change-text.ts';

test.each([
  ['usersClaims', 'Permissions'],
  ['shortDescription', 'Short description'],
  ['first_name', 'First name'],
  ['sku-2', 'Sku 2'],
])('the field %s is read as %s', (name, words) => expect(fieldLabel(name)).toBe(words));

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [0, '0'],
  [false, 'No'],
  ['2026-03-02', '02/03/2026'],
  ['2026-03-02T01:00:00.000Z', '02/03/2026, 12:00 pm'],
  [['A', 'B'], 'A, B'],
  [['ManageCartStock', 'ViewReports'], 'Manage stock, View reports'],
  [{ unitPrice: 5, isNew: true }, 'Unit price: 5, Is new: Yes'],
])('%j is read as %s', (value, words) => expect(valueText(value)).toBe(words));

test('only changed fields are listed; for a new record all fields', () => {
  const before = { name: 'Mop', price: 5, tags: ['a'] };
  expect(changedFields(before, { ...before, price: 6 })).toEqual([{ name: 'Price', before: '5', after: '6' }]);
  expect(changedFields(null, { name: 'Mop', note: '' })).toEqual([{ name: 'Name', before: '–', after: 'Mop' }]);
  expect(changedFields(before, null)).toHaveLength(3);
});

test('codes are shown as words, depending on their field', () => {
  expect(changedFields({ userType: 1, mobile: '0491570006' }, { userType: 3, mobile: '' })).toEqual([
    { name: 'Member type', before: 'Regular', after: 'Admin' },
    { name: 'Mobile', before: '0491 570 006', after: '–' },
  ]);
});

test('actions are shown as words', () => {
  expect(actionWord('archive')).toBe('deleted');
  expect(actionWord('price-change')).toBe('price change');
});
