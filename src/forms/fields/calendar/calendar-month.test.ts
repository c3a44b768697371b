import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { fullDay, monthOf, weeksOf } from './calendar-month.ts';

test('a month is shown as six weeks from Monday, with days of adjacent months', () => {
  const weeks = weeksOf(day('2026-11-20'));
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeksOf(day('2027-02-14')).flat()).toHaveLength(42);
});

test('months and days are named correctly, also before 1900', () => {
  expect(monthOf(day('2026-11-20'))).toBe('November 2026');
  expect(fullDay(day('2026-11-20'))).toBe('Friday 20 November 2026');
  expect(fullDay(day('1899-12-31'))).toBe('Sunday 31 December 1899');
});
