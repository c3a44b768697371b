import { expect, test } from 'vitest';
import { firstMeaningsOf, isCommon, meaningsOf } from '../address-words.ts';
import { parseQuery } from './parse-query.ts';

test.each([
  ['12 exam', '', '12', 12, 'exam'],
  ['12 Example St, Sydney NSW 2000', '', '12', 12, 'example st sydney nsw 2000'],
  ['unit 3 12 example st syd', '3', '12', 12, 'example st syd'],
  ['Unit 3, 12 Example St', '3', '12', 12, 'example st'],
  ['u3/12 example', '3', '12', 12, 'example'],
  ['3/12 example street', '3', '12', 12, 'example street'],
  ['3 / 12 example street', '3', '12', 12, 'example street'],
  ['g03/12-16 example', 'g03', '12-16', 12, 'example'],
  ['3 12 example', '3', '12', 12, 'example'],
  ['level 2 suite 5/12 example', '5', '12', 12, 'example'],
  ['apt. 4b 12 example', '4b', '12', 12, 'example'],
  ['12A example', '', '12a', 12, 'example'],
  ['12 - 16 example', '', '12-16', 12, 'example'],
  ['12–16 example', '', '12-16', 12, 'example'],
  ['lot 7 example rd', '', 'lot 7', 7, 'example rd'],
  ['example street', '', '', 0, 'example street'],
  ['flat rock road', '', '', 0, 'flat rock road'],
  ["12 O'Connor rd", '', '12', 12, 'oconnor rd'],
  ['12', '', '12', 12, ''],
  ['12 2000', '', '12', 12, '2000'],
  ['2nd avenue', '', '', 0, '2nd avenue'],
  ['%_\\ "\'', '', '', 0, ''],
  ['', '', '', 0, ''],
])('%j has unit %j, number %j', (text, unit, number, first, words) => {
  expect(parseQuery(text)).toEqual({ unit, number, first, words: words === '' ? [] : words.split(' ') });
});

test('at most ten words are read', () => {
  expect(parseQuery('a '.repeat(100)).words).toHaveLength(10);
});

test.each([
  ['rd', ['rd', 'road']],
  ['st', ['st', 'saint']], // and a prefix of `street`
  ['saint', ['saint', 'st']],
  ['tr', ['tr', 'terrace']],
  ['pt', ['pt', 'point', 'port']],
  ['constructor', ['constructor']],
])('%s may mean %j', (word, meanings) => {
  expect(meaningsOf(word)).toEqual(meanings);
});

test('a name does not start with a street type', () => {
  expect(firstMeaningsOf('mt')).toEqual(['mt', 'mount']);
  expect(firstMeaningsOf('rd')).toEqual(['rd']);
});

test('street types, states and post codes are common words', () => {
  expect(['street', 'st', 'nsw', 'wales', '2000', 'example'].map(isCommon)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});
