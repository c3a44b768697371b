import { expect, test } from 'vitest';
import { distanceOf, nearestTo, swapsOf } from './spelling.ts';

test.each([
  ['example', 'example', 0],
  ['example', 'exmaple', 1], // two neighbours
  ['example', 'exampl', 1],
  ['example', 'eexample', 1],
  ['example', 'exemple', 1],
  ['example', 'exmapel', 2],
  ['main', 'mian', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
])('from %j to %j are %i slips', (word, typed, slips) => {
  expect(distanceOf(word, typed)).toBe(slips);
});

test.each([
  ['example', 'exam', 0],
  ['example', 'exma', 1],
  ['example', 'ample', 2],
])('%j may be begun as %j with %i slips', (word, typed, slips) => {
  expect(distanceOf(word, typed, true)).toBe(slips);
});

test('the nearest are meant, if they are near at all', () => {
  expect(nearestTo('exmaple', ['example', 'maple', 'sample'])).toEqual(['example']);
  expect(nearestTo('smaple', ['sample', 'maple', 'simple'])).toEqual(['sample', 'maple']);
  expect(nearestTo('main', ['road', 'lane'])).toEqual([]);
  expect(nearestTo('exmap', ['example', 'maple'], true)).toEqual(['example']);
  expect(nearestTo('any', [])).toEqual([]);
});

test('neighbours are changed in place', () => {
  expect(swapsOf('abc')).toEqual(['bac', 'acb']);
  expect(swapsOf('a')).toEqual([]);
});
