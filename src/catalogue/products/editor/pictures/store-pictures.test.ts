import { expect, test } from 'vitest';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { demandFollowing } from './store-pictures.ts';

test('a picture added by another user between two uploads is a conflict, not lost', () => {
  expect(() => demandFollowing(5, 5)).not.toThrow();
  expect(() => demandFollowing(5, 6)).toThrow(changedMeanwhile);
});
