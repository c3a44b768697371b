import { dayMs, hourMs, minuteMs } from '../durations.ts';

/** `6 min ago`, `3 h ago`, `2 days ago`; `now` is passed in, so that server and browser render the same text. */
export function ago(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minuteMs) return 'just now';
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min ago`;
  if (passed < dayMs) return `${Math.floor(passed / hourMs)} h ago`;
  const days = Math.floor(passed / dayMs);
  return days === 1 ? 'a day ago' : `${days} days ago`;
}
