import { expect, test } from 'vitest';
import { urlOf } from './endpoint.ts';

const path = '/v1/core/auth/sessions/{id}';

test('a part of a path is encoded', () => {
  expect(urlOf(path, { params: { id: 'a/b?c' } })).toBe('/v1/core/auth/sessions/a%2Fb%3Fc');
});

test.each(['', '.', '..'])('“%s” names nothing, and must not name what stands above it', (id) => {
  expect(() => urlOf(path, { params: { id } })).toThrow('Not found.');
});
