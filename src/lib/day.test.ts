import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  day,
  dayOf,
  endOf,
  format,
  formatInstant,
  instantAt,
  isDay,
  isTime,
  lastOf,
  nextOf,
  startOf,
} from './day.ts';

const hours = (text: string): number => (endOf(day(text)).getTime() - startOf(day(text)).getTime()) / 3_600_000;

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
  ['0999-01-01', false],
  ['9999-01-01', false],
  ['', false],
])('isDay %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('day throws for an invalid day', () => {
  expect(() => day('2026-02-30')).toThrow(RangeError);
});

describe('the bounds of a day', () => {
  test.each([
    ['2026-07-01', '2026-06-30T14:00:00.000Z', 24],
    ['2026-01-01', '2025-12-31T13:00:00.000Z', 24],
    ['2026-04-05', '2026-04-04T13:00:00.000Z', 25],
    ['2026-10-04', '2026-10-03T14:00:00.000Z', 23],
    ['2026-10-05', '2026-10-04T13:00:00.000Z', 24],
  ])('%s starts at %s and has %d hours', (text, start, length) => {
    expect(startOf(day(text)).toISOString()).toBe(start);
    expect(hours(text)).toBe(length);
  });

  test('an instant is within its own day', () => {
    const anyInstant = fc.date({ min: new Date('1950-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true });
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const own = dayOf(instant);
        return startOf(own) <= instant && instant < endOf(own);
      }),
    );
  });

  test('the first and the last millisecond belong to the day', () => {
    const today = day('2026-10-04');
    expect(dayOf(startOf(today))).toBe(today);
    expect(dayOf(new Date(startOf(today).getTime() - 1))).toBe('2026-10-03');
    expect(dayOf(new Date(endOf(today).getTime() - 1))).toBe(today);
    expect(dayOf(endOf(today))).toBe('2026-10-05');
  });
});

test.each([
  ['2026-07-01', '17:30', '2026-07-01T07:30:00.000Z'],
  ['2026-01-01', '00:05', '2025-12-31T13:05:00.000Z'],
  ['2026-10-04', '09:00', '2026-10-03T22:00:00.000Z'],
  ['2026-04-05', '09:00', '2026-04-04T23:00:00.000Z'],
])('on %s the clock shows %s at %s', (text, time, instant) => {
  expect(instantAt(day(text), time).toISOString()).toBe(instant);
  expect(['23:59', '00:00'].every(isTime)).toBe(true);
  expect(['24:00', '9:00', '12:60', ''].some(isTime)).toBe(false);
});

test('adds days, months and years', () => {
  expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01');
  expect(addDays(day('2026-03-01'), -1)).toBe('2026-02-28');
  expect(addMonths(day('2026-01-31'), 1)).toBe('2026-02-28');
  expect(addMonths(day('2026-03-31'), -1)).toBe('2026-02-28');
  expect(addMonths(day('2026-11-30'), 3)).toBe('2027-02-28');
  expect(addMonths(day('2026-01-15'), -1)).toBe('2025-12-15');
  expect(addYears(day('2024-02-29'), 1)).toBe('2025-02-28');
  expect(addYears(day('2026-11-21'), -1)).toBe('2025-11-21');
});

test('formats days and instants the Australian way', () => {
  expect(format(day('2026-11-02'))).toBe('02/11/2026');
  expect(formatInstant(new Date('2026-11-21T22:05:00Z'))).toBe('22/11/2026, 9:05 am');
  expect(formatInstant(new Date('2026-06-30T14:00:00Z'))).toBe('01/07/2026, 12:00 am');
  expect(formatInstant(new Date('2026-06-30T02:30:00Z'))).toBe('30/06/2026, 12:30 pm');
});

test.each([
  // [now, the last 03:00, the next 03:00]; the clocks go forward on 4 October 2026 and back on 5 April 2026
  ['2026-10-03T15:59:59Z', '2026-10-02T17:00:00Z', '2026-10-03T16:00:00Z'],
  ['2026-10-03T16:00:00Z', '2026-10-03T16:00:00Z', '2026-10-04T16:00:00Z'],
  ['2026-04-04T16:30:00Z', '2026-04-03T16:00:00Z', '2026-04-04T17:00:00Z'],
  ['2026-04-04T17:00:00Z', '2026-04-04T17:00:00Z', '2026-04-05T17:00:00Z'],
])('at %s it was 3 am last at %s and will be at %s', (now, last, next) => {
  const recurrence = { time: '03:00' };
  expect(lastOf(recurrence, new Date(now))).toEqual(new Date(last));
  expect(nextOf(recurrence, new Date(now))).toEqual(new Date(next));
});

test('a weekly recurrence keeps to its weekday', () => {
  const sunday = { time: '04:30', weekday: 0 };
  const now = new Date('2026-03-04T00:00:00Z'); // a Wednesday
  expect(lastOf(sunday, now)).toEqual(new Date('2026-02-28T17:30:00Z'));
  expect(nextOf(sunday, now)).toEqual(new Date('2026-03-07T17:30:00Z'));
});
