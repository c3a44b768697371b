import { expect, test } from 'vitest';
import { deepestJson, isTooDeep } from './json-depth.ts';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  [lists(deepestJson), false],
  [lists(deepestJson + 1), true],
  [`{"a":${lists(deepestJson)}}`, true],
  [lists(100_000), true],
  ['['.repeat(100_000), true],
  [JSON.stringify(lists(1000)), false],
  [JSON.stringify(`"\\${lists(1000)}\\"`), false],
  [`[${'[],'.repeat(1000)}[]]`, false],
  ['"[[[', false],
  ['', false],
])('%.60s', (text, expected) => {
  expect(isTooDeep(text)).toBe(expected);
});
