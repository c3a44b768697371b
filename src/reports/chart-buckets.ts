import { addDays, day, format } from '#lib/day.ts';
import type { SalesOnPage } from './sales-contract.ts';

/** A bar of the chart and a row of its table: a day, a week or a month. */
export interface Bucket {
  key: string;
  /** `02/03/2026`, `02/03/2026 to 08/03/2026`, `March 2026` */
  name: string;
  /** The label under the bar. */
  short: string;
  orders: number;
  sales: number;
  refunds: number;
  net: number;
  before: number;
}

type Days = SalesOnPage['days'];
export type Step = 'day' | 'week' | 'month';

const mostDays = 45;
const mostWeeks = 210;

/** Chooses days, weeks or months for the bars of a period's chart, so that the bars are wide enough. */
export const stepOf = (days: Days): Step =>
  days.length <= mostDays ? 'day' : days.length <= mostWeeks ? 'week' : 'month';

const cents = (dollars: number): number => Math.round(dollars * 100);

function addTo(bucket: Bucket, one: Days[number]): void {
  bucket.orders += one.orders;
  // Summed in cents, because sums of dollars have rounding errors.
  for (const name of ['sales', 'refunds', 'net', 'before'] as const)
    bucket[name] = (cents(bucket[name]) + cents(one[name])) / 100;
}

const monthName = (iso: string, month: 'long' | 'short'): string =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-AU', { month, year: 'numeric', timeZone: 'UTC' });

/** The bars of a period. Weeks start on the weekday of the period's first day. */
export function bucketsOf(days: Days): Bucket[] {
  const step = stepOf(days);
  const buckets = new Map<string, Bucket>();
  for (const [i, one] of days.entries()) {
    const first = step === 'week' ? (days[i - (i % 7)]?.day ?? one.day) : one.day;
    const key = step === 'month' ? one.day.slice(0, 7) : first;
    const bucket = buckets.get(key) ?? {
      key,
      ...namesOf(step, first, days),
      orders: 0,
      sales: 0,
      refunds: 0,
      net: 0,
      before: 0,
    };
    addTo(bucket, one);
    buckets.set(key, bucket);
  }
  return [...buckets.values()];
}

function namesOf(step: Step, first: string, days: Days): Pick<Bucket, 'name' | 'short'> {
  if (step === 'month') return { name: monthName(first, 'long'), short: monthName(first, 'short').slice(0, 3) };
  const shown = format(day(first));
  const short = shown.slice(0, 5);
  if (step === 'day') return { name: shown, short };
  const last = [addDays(day(first), 6), day(days.at(-1)?.day ?? first)].sort()[0];
  return { name: `${shown} to ${format(last ?? day(first))}`, short };
}
