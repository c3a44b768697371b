import { expect, test } from 'vitest';
import { toIsoDay, toTypedDay } from './day-text.ts';

test.each([
  ['31/01/2026', '2026-01-31'],
  ['', ''],
  ['31/1', '31/1'],
])('%s is sent as %s', (typed, iso) => {
  expect(toIsoDay(typed)).toBe(iso);
  expect(toTypedDay(iso)).toBe(typed);
});

test('a day without zeros in front is read, too', () => {
  expect(toIsoDay('1/7/2026')).toBe('2026-07-01');
});
