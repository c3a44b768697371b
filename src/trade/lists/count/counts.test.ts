import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { countOf, lastTime, parseCounts, storedCounts, unitsOf } from './counts.ts';

const item = { itemId: 'mop', par: 12, multiple: 6, carton: 1, isSold: true };

test('counts are stored and read again; what is none of them is left out', () => {
  const counts = { mop: { count: 3 }, cloth: { order: 12 }, soap: { count: 0 } };
  expect(parseCounts(storedCounts(counts))).toEqual(counts);
  expect(storedCounts({})).toBe('');
  expect(parseCounts('{"a":{"count":-1},"b":{"count":1.5},"c":7,"d":null,"e":{"count":2}}')).toEqual({
    e: { count: 2 },
  });
  expect(parseCounts('not JSON')).toEqual({});
  expect(parseCounts('[1]')).toEqual({});
});

test.each([
  [{ mop: { count: 5 } }, item, 12],
  [{ mop: { count: 12 } }, item, 0],
  [{}, item, 0],
  [{ mop: { order: 7 } }, item, 12],
  [{ mop: { count: 5 } }, { ...item, isSold: false }, 0],
  [{ mop: { count: 5 } }, { ...item, multiple: 1, carton: 24 }, 24],
  [{ mop: { count: 5 } }, { ...item, par: null }, 6],
])('%j of %j means an order of %i', (counts, which, units) => {
  expect(unitsOf(which, counts)).toBe(units);
});

test('a typed count is a whole number, and nothing else is taken for one', () => {
  expect(['', '0', '12', ' 12 ', '99999'].map(countOf)).toEqual([undefined, 0, 12, 12, 99_999]);
  for (const typed of ['2.5', '-3', '1 2', 'x', '100000']) expect(countOf(typed)).toBeNaN();
});

test('the last time is the newest day on which something of the list was ordered', () => {
  const last = (quantity: number, on: string) => ({ quantity, day: day(on) });
  expect(
    lastTime([
      { itemId: 'mop', last: last(6, '2026-03-02') },
      { itemId: 'cloth', last: last(4, '2026-02-02') },
      { itemId: 'soap', last: last(2, '2026-03-02') },
      { itemId: 'new', last: null },
    ]),
  ).toEqual({ mop: { order: 6 }, soap: { order: 2 } });
  expect(lastTime([{ itemId: 'new', last: null }])).toEqual({});
});
