import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { DefinitionCache } from './definition-cache.server.ts';

const formOf = (characters: number) =>
  makeForm([makeField({ formFieldType: 30, initialValue: 'x'.repeat(characters) })]);

test('the cache drops the least recently used definition and does not store one that is too large', () => {
  const cache = new DefinitionCache();
  const [a, b, c] = [formOf(3_000_000), formOf(3_000_000), formOf(3_000_000)];
  cache.set('a', a);
  cache.set('b', b);
  expect(cache.get('a')).toBe(a);
  cache.set('c', c);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([a, undefined, c]);
  cache.set('huge', formOf(9_000_000));
  expect([cache.get('huge'), cache.get('a')]).toEqual([undefined, a]);
});
