import { expect, test } from 'vitest';
import { changedMeanwhile } from '#lib/sentences.ts';
import { following } from './store-pictures.ts';

test('a picture that somebody else adds between two own ones is told, not dropped', () => {
  expect(following(4, 5)).toBe(5);
  expect(() => following(4, 6)).toThrow(changedMeanwhile);
});
