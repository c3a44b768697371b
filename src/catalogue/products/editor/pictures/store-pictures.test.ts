import { expect, test } from 'vitest';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { demandFollowing } from './store-pictures.ts';

test('a picture that somebody else adds between two own ones is told, not dropped', () => {
  expect(() => demandFollowing(5, 5)).not.toThrow();
  expect(() => demandFollowing(5, 6)).toThrow(changedMeanwhile);
});
