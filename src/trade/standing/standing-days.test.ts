import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { daysFrom, firstFrom, type Frequency, nextAfter } from './standing-days.ts';

const first = (every: Frequency, firstOn: string, count: number): string[] => {
  const days = daysFrom({ every, firstOn: day(firstOn) }, day(firstOn));
  return Array.from({ length: count }, () => days.next().value);
};

test('the days follow from the first, also over a change of clocks and the end of a year', () => {
  expect(first('week', '2026-03-30', 3)).toEqual(['2026-03-30', '2026-04-06', '2026-04-13']);
  expect(first('twoWeeks', '2026-12-14', 3)).toEqual(['2026-12-14', '2026-12-28', '2027-01-11']);
  expect(first('fourWeeks', '2026-11-02', 3)).toEqual(['2026-11-02', '2026-11-30', '2026-12-28']);
});

test('a month without the date has its last day, and the date comes back after it', () => {
  expect(first('month', '2026-12-31', 4)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
});

test('a series is entered at any day', () => {
  const series = { every: 'twoWeeks', firstOn: day('2026-12-01') } as const;
  expect(firstFrom(series, day('2026-11-01'))).toBe('2026-12-01');
  expect(firstFrom(series, day('2026-12-15'))).toBe('2026-12-15');
  expect(firstFrom(series, day('2026-12-16'))).toBe('2026-12-29');
  expect(nextAfter(series, day('2026-12-15'))).toBe('2026-12-29');
});
