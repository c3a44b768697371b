import { addDays, type Day, firstOfMonth } from '#lib/day.ts';
import { dayMs } from '#lib/durations.ts';
import { monthNames } from '#forms/answers/date-format.ts';

/** Days since the last Monday; 1 January 1900 was a Monday. */
const sinceMonday = (day: Day): number => ((((Date.parse(day) - Date.parse('1900-01-01')) / dayMs) % 7) + 7) % 7;

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Six weeks around any month, including days of adjacent months, so that the layout never shifts. */
export function weeksOf(day: Day): Day[][] {
  const first = firstOfMonth(day);
  const monday = addDays(first, -sinceMonday(first));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, i) => addDays(monday, week * 7 + i)));
}

/** `November 2026` */
export const monthOf = (day: Day): string => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** `Friday 20 November 2026` */
export const fullDay = (day: Day): string => `${weekdays[sinceMonday(day)]} ${Number(day.slice(8))} ${monthOf(day)}`;
