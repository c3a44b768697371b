import { expect, test } from 'vitest';
import { charactersLeft } from './characters-left.ts';

test('the number of characters left is shown near the limit, counting code points', () => {
  expect(charactersLeft(null, 'a'.repeat(9_000))).toBeUndefined();
  expect(charactersLeft(100, 'a'.repeat(79))).toBeUndefined();
  expect(charactersLeft(100, 'a'.repeat(80))).toBe('20 characters left');
  expect(charactersLeft(100, '🧽'.repeat(99))).toBe('1 character left');
  expect(charactersLeft(100, 'a'.repeat(100))).toBe('0 characters left');
  expect(charactersLeft(100, 'a'.repeat(102))).toBe('2 characters too many');
  expect(charactersLeft(5, '18:30')).toBeUndefined();
  expect(charactersLeft(5, '18:30 h')).toBe('2 characters too many');
});
