import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day } from '#lib/day.ts';
import { dateFormatOf, formatHint, readDay, showDay, withSeparators } from './date-format.ts';

const usual = dateFormatOf(null);

test('a format without day, month and year falls back to the default; times are ignored', () => {
  expect(formatHint(usual)).toBe('dd/mm/yyyy');
  expect(formatHint(dateFormatOf('MM/YYYY'))).toBe('dd/mm/yyyy');
  expect(formatHint(dateFormatOf('DD/MM/DD/YYYY'))).toBe('dd/mm/yyyy');
  expect(formatHint(dateFormatOf('YYYY-MM-DD HH:mm:ss'))).toBe('yyyy-mm-dd');
  expect(formatHint(dateFormatOf('yyyy-MM-dd'))).toBe('yyyy-mm-dd');
});

test.each([
  ['DD/MM/YYYY', '05/03/2026'],
  ['D/M/YYYY', '5/3/2026'],
  ['MM-DD-YY', '03-05-26'],
  ['D MMM YYYY', '5 Mar 2026'],
  ['MMMM D, YYYY', 'March 5, 2026'],
  ['YYYYMMDD', '20260305'],
])('%s writes 5 March 2026 as %s and reads it again', (format, text) => {
  expect(showDay(day('2026-03-05'), dateFormatOf(format))).toBe(text);
  expect(readDay(text, dateFormatOf(format))).toBe('2026-03-05');
});

test.each([
  ['1/2/2026', '2026-02-01'],
  ['1.2.2026', '2026-02-01'],
  ['1 2 26', '2026-02-01'],
  ['01022026', '2026-02-01'],
  ['1 feb 2026', '2026-02-01'],
  ['1 September 2026', '2026-09-01'],
  ['1/2/75', '1975-02-01'],
  ['2026-02-01', '2026-02-01'],
  [' 29/02/2028 ', '2028-02-29'],
])('"%s" is read as %s', (typed, iso) => {
  expect(readDay(typed, usual)).toBe(iso);
});

test.each([
  '',
  '1/2',
  '1/2/202',
  '29/02/2026',
  '31/04/2026',
  '1/13/2026',
  'tomorrow',
  '1/2/2026/1',
  '0102202',
  'ma 1 2026',
])('"%s" is not a day', (typed) => {
  expect(readDay(typed, usual)).toBeUndefined();
});

test('every day survives formatting and parsing in every format', () => {
  const formats = ['DD/MM/YYYY', 'D.M.YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'D MMMM YYYY', 'YYYYMMDD'].map(dateFormatOf);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(...formats), (days, format) => {
      const one = addDays(day('1800-01-01'), days);
      expect(readDay(showDay(one, format), format)).toBe(one);
    }),
  );
});

test.each([
  ['2', '2'],
  ['20', '20'],
  ['201', '20/1'],
  ['20/112', '20/11/2'],
  ['20112026', '20/11/2026'],
  ['1/2/2026', '1/2/2026'],
  ['1/22', '1/22'],
  ['1/222', '1/22/2'],
  ['1 Feb', '1 Feb'],
])('separators are inserted while typing: %s becomes %s', (typed, text) => {
  expect(withSeparators(typed, usual)).toBe(text);
});

test('a year at the start has four digits', () => {
  expect(withSeparators('20261120', dateFormatOf('YYYY-MM-DD'))).toBe('2026-11-20');
  expect(withSeparators('2026', dateFormatOf('YYYY-MM-DD'))).toBe('2026');
});
