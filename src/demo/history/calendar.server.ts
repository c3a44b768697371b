import { addDays, type Day, dayOf, startOf } from '#lib/day.ts';
import { dayMs, hourMs } from '#lib/durations.ts';

/** How busy the months are, January first: schools return, the financial year ends, offices are cleaned before Christmas. */
const months = [0.72, 1.12, 1, 0.88, 1, 1.3, 1.12, 1.02, 0.96, 1.04, 1.24, 0.86];
/** Sunday first. */
const weekdays = [0.14, 1.3, 1.22, 1.16, 1.08, 0.94, 0.24];
/** From 6 am to 9 pm. */
const hours = new Map([4, 7, 9, 10, 9, 8, 6, 8, 8, 7, 6, 5, 4, 3, 2, 1].map((weight, place) => [place + 6, weight]));
/** How much more is sold per day at the end than at the beginning: 0.85 is 85 %. */
const growth = 0.85;

/** Spreads moments over the time between two instants like the orders of a growing shop with busy hours, days and months. */
export interface Calendar {
  /** The moment by which this share of all orders, 0 to 1, has been placed. */
  momentOf(share: number): Date;
}

const weightOf = (day: Day, progress: number): number => {
  const date = new Date(`${day}T00:00:00Z`);
  return (1 + growth * progress) * (months[date.getUTCMonth()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1);
};

export function tradeCalendar(from: Date, until: Date): Calendar {
  const ends: { at: number; sum: number }[] = [];
  let sum = 0;
  const length = until.getTime() - from.getTime();
  for (let day = dayOf(from); startOf(day) < until; day = addDays(day, 1)) {
    const start = startOf(day).getTime();
    const weight = weightOf(day, Math.min(Math.max((start - from.getTime()) / length, 0), 1));
    for (let hour = 0; hour < dayMs / hourMs; hour++) {
      const begins = Math.max(start + hour * hourMs, from.getTime());
      const at = Math.min(start + (hour + 1) * hourMs, until.getTime());
      if (at <= begins) continue;
      sum += (weight * (hours.get(hour) ?? 0) * (at - begins)) / hourMs;
      ends.push({ at, sum });
    }
  }
  return {
    momentOf(share) {
      const wanted = Math.min(Math.max(share, 0), 1) * sum;
      const place = firstFrom(ends, wanted);
      const end = ends[place] ?? { at: until.getTime(), sum };
      const before = ends[place - 1] ?? { at: from.getTime(), sum: 0 };
      const part = end.sum === before.sum ? 1 : (wanted - before.sum) / (end.sum - before.sum);
      return new Date(Math.round(before.at + part * (end.at - before.at)));
    },
  };
}

/** The index of the first row whose sum is at least `wanted`, found by binary search. */
function firstFrom(rows: readonly { sum: number }[], wanted: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.sum ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
