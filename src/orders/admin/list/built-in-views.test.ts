import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { builtInViews } from './built-in-views.ts';

test.each([
  ['2026-11-22', '2026-11-16'], // Sunday
  ['2026-11-23', '2026-11-23'], // Monday
  ['2027-01-01', '2026-12-28'],
])('the view "This week" of %s begins on %s', (today, start) => {
  const [, week] = builtInViews(day(today));
  expect(week?.query).toBe(`startDate=${start}&endDate=${today}`);
});
