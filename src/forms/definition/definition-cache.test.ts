import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { DefinitionCache } from './definition-cache.server.ts';

const formOf = (characters: number) =>
  makeForm([makeField({ formFieldType: 30, initialValue: 'x'.repeat(characters) })]);

test('what was used longest ago makes room, and what is too large is not kept', () => {
  const cache = new DefinitionCache();
  const [a, b, c] = [formOf(3_000_000), formOf(3_000_000), formOf(3_000_000)];
  cache.keep('a', a);
  cache.keep('b', b);
  expect(cache.get('a')).toBe(a);
  cache.keep('c', c);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([a, undefined, c]);
  cache.keep('huge', formOf(9_000_000));
  expect([cache.get('huge'), cache.get('a')]).toEqual([undefined, a]);
});
