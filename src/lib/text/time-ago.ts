const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `6 min ago`, `3 h ago`, `2 days ago`; `now` is passed in, so that server and browser render the same text. */
export function ago(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  const days = Math.floor(passed / day);
  return days === 1 ? 'a day ago' : `${days} days ago`;
}
