import { dayMs } from './durations.ts';

declare const kind: unique symbol;

/** A calendar day of the business, `YYYY-MM-DD`, in its time zone, which only this file knows. */
export type Day = string & { readonly [kind]: 'day' };

export const timeZone = 'Australia/Sydney';

const clockParts = new Intl.DateTimeFormat('en-AU', {
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The wall clock time in the business' time zone at an instant, read as if it were UTC: milliseconds since 1970. */
function wallTime(instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of clockParts.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const dayOfWall = (wall: number): Day => new Date(wall).toISOString().slice(0, 10) as Day; // ISO dates have this shape

const wallOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Whether the text is a calendar day in the years 1000 to 9998, so that the days before and after it have four-digit years too. */
export function isDay(text: string): text is Day {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) || text.startsWith('9999')) return false;
  const wall = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(wall) && dayOfWall(wall) === text; // `Date.parse` turns 30 February into a day of March
}

/** Brands a valid day. Throws `RangeError` otherwise. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  return text;
}

/** Sweden writes days as `YYYY-MM-DD`. Each page needs several days, and this takes less than half the time of `wallTime`. */
const isoDays = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The business day on which an instant falls. */
export const dayOf = (instant: Date): Day => isoDays.format(instant) as Day; // years of four digits have this shape

/** The instant of a wall clock time in the business' time zone. */
function instantOf(wall: number): Date {
  const guess = wall - (wallTime(wall) - wall);
  return new Date(guess + wall - wallTime(guess));
}

/** The instant at which a day begins. Clocks change at 2 or 3 in the morning, so midnight always exists exactly once. */
export const startOf = (day: Day): Date => instantOf(wallOf(day));

/** Whether the text is a time of the day, `00:00` to `23:59`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The instant at which the business' clock shows a time, `17:30`, on a day. */
export function instantAt(day: Day, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantOf(wallOf(day) + (hours * 60 + minutes) * 60_000);
}

/** A time of the day on the business' clock, either every day or every week on one weekday (0 is Sunday). */
export interface Recurrence {
  time: string;
  weekday?: number;
}

/** The last instant of a recurrence up to `now`. `time` is what the clock shows, even on days when clocks change. */
export function lastOf(recurrence: Recurrence, now: Date): Date {
  for (let on = dayOf(now); ; on = addDays(on, -1)) {
    const at = instantAt(on, recurrence.time);
    if (at <= now && isOn(on, recurrence)) return at;
  }
}

/** The next instant of a recurrence after `now`. */
export function nextOf(recurrence: Recurrence, now: Date): Date {
  for (let on = dayOf(now); ; on = addDays(on, 1)) {
    const at = instantAt(on, recurrence.time);
    if (at > now && isOn(on, recurrence)) return at;
  }
}

const isOn = (day: Day, { weekday }: Recurrence): boolean =>
  weekday === undefined || new Date(wallOf(day)).getUTCDay() === weekday;

/** The instant at which a day has ended: the start of the next, because ranges exclude their end. */
export const endOf = (day: Day): Date => startOf(addDays(day, 1));

export const addDays = (day: Day, days: number): Day => dayOfWall(wallOf(day) + days * dayMs);

/** The same date months later (or earlier); the month's last day if it has no such date. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOfWall(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)));
}

/** The first day of the day's month. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01` as Day; // every month has a first

/** The same date years later (or earlier); 29 February becomes the 28th. */
export const addYears = (day: Day, years: number): Day => addMonths(day, years * 12);

/** `DD/MM/YYYY`. */
export const format = (day: Day): string => day.split('-').reverse().join('/');

/** The hour on the business' clock, 0 to 23. */
export const hourOf = (instant: Date): number => new Date(wallTime(instant.getTime())).getUTCHours();

/** The time on the business' clock, as input fields expect it: `14:30`. */
export const timeOf = (instant: Date): string => new Date(wallTime(instant.getTime())).toISOString().slice(11, 16);

/** `DD/MM/YYYY, 9:05 am` in the business' time zone. */
export function formatInstant(instant: Date): string {
  const wall = new Date(wallTime(instant.getTime()));
  const hour = wall.getUTCHours();
  const minute = String(wall.getUTCMinutes()).padStart(2, '0');
  return `${format(dayOf(instant))}, ${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}
