import { expect, test } from 'vitest';
import { matchingOptions, toggled } from './multi-select-options.ts';

const options = ['Reception', 'Kitchen', 'Store'].map((label) => ({ label, value: label.toLowerCase() }));
const labels = (typed: string) => matchingOptions(options, typed).map(({ label }) => label);

test('Select all is offered while nothing is typed', () => {
  expect(labels(' ')).toEqual(['Select all', 'Reception', 'Kitchen', 'Store']);
  expect(labels('E')).toEqual(['Reception', 'Kitchen', 'Store']);
  expect(labels('kit')).toEqual(['Kitchen']);
  expect(labels('x')).toEqual([]);
  expect(matchingOptions(options.slice(0, 1), '')).toHaveLength(1);
});

test('selected options are in option order; Select all a second time clears them', () => {
  expect(toggled(options, ['store'], 'reception')).toEqual(['reception', 'store']);
  expect(toggled(options, ['reception', 'store'], 'store')).toEqual(['reception']);
  expect(toggled(options, ['store'], '*')).toEqual(['reception', 'kitchen', 'store']);
  expect(toggled(options, ['reception', 'kitchen', 'store'], '*')).toEqual([]);
});
