import { expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { dueDay, termsInWords } from './trading-terms.ts';

test.each([
  ['2026-11-05', 'days', 30, '2026-12-05', '30 days from the invoice'],
  ['2026-11-05', 'days', 1, '2026-11-06', '1 day from the invoice'],
  ['2026-11-05', 'days', 0, '2026-11-05', 'Due at once'],
  ['2026-11-05', 'endOfMonth', 0, '2026-11-30', 'End of the month'],
  ['2028-02-01', 'endOfMonth', 30, '2028-03-30', '30 days from the end of the month'],
  ['2026-12-31', 'endOfMonth', 14, '2027-01-14', '14 days from the end of the month'],
] as const)('an invoice of %s with terms %s %i is due on %s', (invoiced, kind, days, due, words) => {
  expect(dueDay(day(invoiced), { kind, days })).toBe(due);
  expect(termsInWords({ kind, days })).toBe(words);
});
