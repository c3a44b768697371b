import { expect, test } from 'vitest';
import { formatAbn, isAbn } from './abn.ts';

test.each([
  ['51824753556', true],
  ['83914571673', true],
  ['51824753557', false],
  ['15824753556', false],
  ['5182475355', false],
  ['51 824 753 556', false],
  ['00000000000', false],
  ['', false],
])('%s is a valid ABN: %s', (digits, isValid) => {
  expect(isAbn(digits)).toBe(isValid);
});

test('an ABN is formatted in groups', () => {
  expect(formatAbn('51824753556')).toBe('51 824 753 556');
});
