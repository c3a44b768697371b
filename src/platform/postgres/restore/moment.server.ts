import { instantAt, isDay, isTime, timeZone } from '#lib/day.ts';

const wallTime = /^(\S+)[ T](\d\d:\d\d)(?::([0-5]\d))?$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Reads `2026-11-23 14:05` or `2026-11-23 14:05:30` on the business' clock, or `2026-11-23T03:05:00Z`; undefined for anything else. */
export function readMoment(text: string): Date | undefined {
  if (utc.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : new Date(text);
  const [, day = '', time = '', seconds = '0'] = wallTime.exec(text) ?? [];
  if (!isDay(day) || !isTime(time)) return undefined;
  return new Date(instantAt(day, time).getTime() + Number(seconds) * 1_000);
}

const swedish = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** `2026-11-23 14:05:30`, in the form that `readMoment` reads. */
export const writeMoment = (instant: Date): string => swedish.format(instant);
