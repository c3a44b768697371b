import { expect, test } from 'vitest';
import { urlOf } from './endpoint.ts';

const path = '/v1/core/auth/sessions/{id}';

test('path parameters are encoded', () => {
  expect(urlOf(path, { params: { id: 'a/b?c' } })).toBe('/v1/core/auth/sessions/a%2Fb%3Fc');
});

test.each(['', '.', '..'])('the path parameter “%s”, which would change the path, is rejected', (id) => {
  expect(() => urlOf(path, { params: { id } })).toThrow('Not found.');
});
