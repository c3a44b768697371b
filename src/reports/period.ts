import type { z } from 'zod';
import { addDays, addMonths, type Day } from '#lib/day.ts';
import { dayOf, withDaysInOrder } from '#lib/api/wire.ts';
import { dayMs } from '#lib/durations.ts';

/** Calendar days in Sydney's time zone, both inclusive. */
export interface Period {
  startDate: Day;
  endDate: Day;
}

/** Days of a report (specification of the shop, section 5). */
export const periodShape = {
  startDate: dayOf('Start date is required.'),
  endDate: dayOf('End date is required.'),
};

const mostDays = 3_660;

/** Limits a period to ten years, for pages with daily figures. */
export const ofTenYears = <S extends z.ZodType>(shape: S): S =>
  withDaysInOrder(shape).refine(
    (value) => {
      const { startDate, endDate } = value as { startDate?: Day; endDate?: Day }; // every shape of a period has both
      return !startDate || !endDate || lengthOf({ startDate, endDate }) <= mostDays;
    },
    { path: ['endDate'], error: 'The period must not be longer than ten years.' },
  );

export const lengthOf = ({ startDate, endDate }: Period): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1;

/** The period directly before this one, with the same number of days, or of months if this one consists of whole months. */
export function periodBefore(period: Period): Period {
  const { startDate, endDate } = period;
  const months = wholeMonths(period);
  const first = months > 0 ? addMonths(startDate, -months) : addDays(startDate, -lengthOf(period));
  return { startDate: first, endDate: addDays(endDate >= startDate ? startDate : endDate, -1) };
}

/** The number of months in a period that consists of whole months; 0 for any other period. */
function wholeMonths({ startDate, endDate }: Period): number {
  if (!startDate.endsWith('-01') || !addDays(endDate, 1).endsWith('-01')) return 0;
  const [year = 0, month = 0] = startDate.split('-').map(Number);
  const [lastYear = 0, lastMonth = 0] = endDate.split('-').map(Number);
  return (lastYear - year) * 12 + lastMonth - month + 1;
}

/** A quarter of the Australian financial year, which begins in July. */
export interface Quarter extends Period {
  /** `Jul–Sep 2025` */
  name: string;
  /** `2025–26` */
  year: string;
}

const quarterNames: Record<number, string> = { 1: 'Jan–Mar', 4: 'Apr–Jun', 7: 'Jul–Sep', 10: 'Oct–Dec' };

/** The quarter that contains a day. */
export function quarterOf(day: Day): Quarter {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month - ((month - 1) % 3);
  const startDate = `${year}-${String(first).padStart(2, '0')}-01` as Day; // the first of a month is a day
  return {
    startDate,
    endDate: addDays(addMonths(startDate, 3), -1),
    name: `${quarterNames[first]} ${year}`,
    year: yearName(first >= 7 ? year : year - 1),
  };
}

/** `2025–26` */
const yearName = (first: number): string => `${first}–${String((first + 1) % 100).padStart(2, '0')}`;

/** All quarters that overlap a period, in their order. */
export function quartersOf({ startDate, endDate }: Period): Quarter[] {
  const quarters: Quarter[] = [];
  for (
    let quarter = quarterOf(startDate);
    quarter.startDate <= endDate;
    quarter = quarterOf(addDays(quarter.endDate, 1))
  )
    quarters.push(quarter);
  return quarters;
}

/** The first day of the financial year that contains a day. */
export const financialYearOf = (day: Day): Day => {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '07' ? 1 : 0);
  return `${year}-07-01` as Day; // the first of July is a day
};

export const presets = ['today', '7-days', 'month', 'quarter', 'financial-year', 'own'] as const;
export type Preset = (typeof presets)[number];

export const presetNames: Record<Preset, string> = {
  today: 'Today',
  '7-days': '7 days',
  month: 'Month',
  quarter: 'Quarter',
  'financial-year': 'Financial year',
  own: 'Custom dates',
};

/** The days of a preset, up to today. */
export function presetPeriod(preset: Exclude<Preset, 'own'>, today: Day): Period {
  const starts: Record<Exclude<Preset, 'own'>, Day> = {
    today,
    '7-days': addDays(today, -6),
    month: addMonths(today, -1),
    quarter: quarterOf(today).startDate,
    'financial-year': financialYearOf(today),
  };
  return { startDate: starts[preset], endDate: today };
}

/** The period in a page's URL: a preset, or two days, which may be invalid. */
export interface PeriodQuery {
  preset: Preset;
  startDate: string;
  endDate: string;
}

/** Reads the period from a page's URL. If the URL has none, it is the last month (specification of the shop, section 9). */
export function readPeriodQuery(query: URLSearchParams, today: Day): PeriodQuery {
  const [startDate, endDate] = [query.get('startDate'), query.get('endDate')];
  const usual = presetPeriod('month', today);
  if (startDate !== null || endDate !== null)
    return { preset: 'own', startDate: startDate ?? usual.startDate, endDate: endDate ?? usual.endDate };
  const preset = presets.find((name) => name === query.get('period') && name !== 'own') ?? 'month';
  return { preset, ...presetPeriod(preset === 'own' ? 'month' : preset, today) };
}
