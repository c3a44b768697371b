import { expect, test } from 'vitest';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { requireNextVersion } from './store-pictures.ts';

test('a change by another user between two uploads is a conflict', () => {
  expect(() => requireNextVersion(5, 5)).not.toThrow();
  expect(() => requireNextVersion(5, 6)).toThrow(changedBySomeoneElse);
});
