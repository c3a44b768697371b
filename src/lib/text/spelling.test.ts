import { expect, test } from 'vitest';
import { editDistance, nearestWords, swapsOf } from './spelling.ts';

test.each([
  ['example', 'example', 0],
  ['example', 'exmaple', 1], // adjacent letters swapped
  ['example', 'exampl', 1],
  ['example', 'eexample', 1],
  ['example', 'exemple', 1],
  ['example', 'exmapel', 2],
  ['main', 'mian', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
])('%j and %j differ by %i edits', (word, typed, slips) => {
  expect(editDistance(word, typed)).toBe(slips);
});

test.each([
  ['example', 'exam', 0],
  ['example', 'exma', 1],
  ['example', 'ample', 2],
])('a prefix of %j and %j differ by %i edits', (word, typed, slips) => {
  expect(editDistance(word, typed, true)).toBe(slips);
});

test('nearestWords returns the nearest words, if any is near enough', () => {
  expect(nearestWords('exmaple', ['example', 'maple', 'sample'])).toEqual(['example']);
  expect(nearestWords('smaple', ['sample', 'maple', 'simple'])).toEqual(['sample', 'maple']);
  expect(nearestWords('main', ['road', 'lane'])).toEqual([]);
  expect(nearestWords('exmap', ['example', 'maple'], true)).toEqual(['example']);
  expect(nearestWords('any', [])).toEqual([]);
});

test('adjacent letters are swapped', () => {
  expect(swapsOf('abc')).toEqual(['bac', 'acb']);
  expect(swapsOf('a')).toEqual([]);
});
