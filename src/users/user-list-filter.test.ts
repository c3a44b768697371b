import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { filterOf } from './user-list-filter.ts';

test('a URL without a filter means all types and the last year', () => {
  expect(filterOf(new URLSearchParams(), day('2026-11-21'))).toEqual({
    startDate: '2025-11-21',
    endDate: '2026-11-21',
    userTypes: [1, 2, 3],
  });
  const query = new URLSearchParams('startDate=2026-01-01&userTypes=3&userTypes=1&endDate=');
  expect(filterOf(query, day('2026-11-21'))).toEqual({ startDate: '2026-01-01', endDate: '', userTypes: [3, 1] });
});
