import { addDays, addMonths, type Day, day, format } from '#lib/day.ts';

/** How often a standing order comes. */
export const frequencies = ['week', 'twoWeeks', 'fourWeeks', 'month'] as const;
export type Frequency = (typeof frequencies)[number];

export const frequencyLabels: Record<Frequency, string> = {
  week: 'Every week',
  twoWeeks: 'Every two weeks',
  fourWeeks: 'Every four weeks',
  month: 'Every month',
};

const daysOf = { week: 7, twoWeeks: 14, fourWeeks: 28 };

/** The days of a standing order: the first, and how often it comes. */
export interface Series {
  every: Frequency;
  firstOn: Day;
}

/** The days of a series from `from` on. Months count from the first day, so that one that began on the 31st stays at the end of months. */
export function* daysFrom({ every, firstOn }: Series, from: Day): Generator<Day, never> {
  for (let step = 0; ; step++) {
    const on = every === 'month' ? addMonths(firstOn, step) : addDays(firstOn, step * daysOf[every]);
    if (on >= from) yield on;
  }
}

/** The first day of a series from `from` on. */
export const firstFrom = (series: Series, from: Day): Day => daysFrom(series, from).next().value;

/** The first day of a series from `from` on that is not one of `taken`. */
export function firstWithout(series: Series, from: Day, taken: readonly Day[]): Day {
  const days = daysFrom(series, from);
  for (;;) {
    const { value } = days.next();
    if (!taken.includes(value)) return value;
  }
}

/** The first day of a series after `on`. */
export const nextAfter = (series: Series, on: Day): Day => firstFrom(series, addDays(on, 1));

const weekdays = new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' });

/** `Mon 07/12/2026` */
export const dayInWords = (text: string): string =>
  `${weekdays.format(new Date(`${text}T00:00:00Z`))} ${format(day(text))}`;
