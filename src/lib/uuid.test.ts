import { expect, test } from 'vitest';
import { lowestIdAt, newId } from './uuid.ts';

test('returns a UUID of version 7 that begins with its time', () => {
  const id = newId(0x0192_f0c1_23ab);
  expect(id).toMatch(/^0192f0c1-23ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids sort by time', () => {
  const ids = [1, 255, 256, 65_536, 1_700_000_000_000, 2 ** 48 - 1].map((time) => newId(time));
  expect(ids.toSorted()).toEqual(ids);
});

test('ids of one millisecond sort by creation, even if times alternate', () => {
  const early = [];
  const late = [];
  for (let count = 0; count < 2_000; count++) {
    early.push(newId(1_700_000_000_000));
    late.push(newId(1_700_000_000_001));
  }
  const ids = [...early, ...late];
  expect(ids.toSorted()).toEqual(ids);
});

test('ids are unique and sort by creation, even if there are more of one millisecond than the counter has room for', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(7));
  expect(new Set(ids).size).toBe(10_000);
  expect(ids.toSorted()).toEqual(ids);
});

test('no id of a millisecond or later is below the lowest of that millisecond', () => {
  for (const time of [0, 7, 1_700_000_000_000, 2 ** 48 - 1]) {
    const ids = Array.from({ length: 100 }, () => newId(time));
    expect(ids.every((id) => id >= lowestIdAt(time))).toBe(true);
    expect(lowestIdAt(time) > newId(Math.max(time - 1, 0)) || time === 0).toBe(true);
  }
});
