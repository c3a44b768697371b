import { expect, test } from 'vitest';
import { newId } from './uuid.ts';

test('is a UUID of version 7 with its time in front', () => {
  const id = newId(0x0192_f0c1_23ab);
  expect(id).toMatch(/^0192f0c1-23ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('sorts by time', () => {
  const ids = [1, 255, 256, 65_536, 1_700_000_000_000, 2 ** 48 - 1].map((time) => newId(time));
  expect(ids.toSorted()).toEqual(ids);
});

test('sorts by the order in which it is made within a millisecond, also where times alternate', () => {
  const early = [];
  const late = [];
  for (let made = 0; made < 2_000; made++) {
    early.push(newId(1_700_000_000_000));
    late.push(newId(1_700_000_000_001));
  }
  const ids = [...early, ...late];
  expect(ids.toSorted()).toEqual(ids);
});

test('differs each time', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(7))).size).toBe(10_000);
});
