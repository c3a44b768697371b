import { expect, test } from 'vitest';
import { formatAbn, formatPhone, isAbn, telephoneLink } from './company.ts';

test.each([
  ['51824753556', true],
  ['83914571673', true],
  ['51824753557', false],
  ['15824753556', false],
  ['5182475355', false],
  ['51 824 753 556', false],
  ['00000000000', false],
  ['', false],
])('an ABN %s: %s', (digits, isValid) => {
  expect(isAbn(digits)).toBe(isValid);
});

test('numbers are formatted the Australian way', () => {
  expect(formatAbn('51824753556')).toBe('51 824 753 556');
  expect(formatPhone('0255501234')).toBe('(02) 5550 1234');
  expect(formatPhone('0491570006')).toBe('0491 570 006');
  expect(formatPhone('1300555010')).toBe('1300 555 010');
  expect(formatPhone('61491570006')).toBe('0491 570 006');
  expect(formatPhone('442079460958')).toBe('442079460958');
  expect(telephoneLink('0255501234')).toBe('tel:+61255501234');
  expect(telephoneLink('1300555010')).toBe('tel:1300555010');
});
