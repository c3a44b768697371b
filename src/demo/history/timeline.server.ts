import type { StoppedClock } from '#platform/process/clock.server.ts';
import type { Calendar } from './calendar.server.ts';

/**
 * Runs events one after another. A place on the timeline is a number of orders, not of days: at place 300, three hundred orders have been
 * placed. So the events and their sequence are the same whatever the date is; only the calendar says when they happen.
 */
export interface Timeline {
  /** The place of the event that is happening. */
  now(): number;
  at(place: number, happens: () => Promise<void>): void;
  /** An event that would fall after the end of the timeline is dropped. */
  after(places: number, happens: () => Promise<void>): void;
  run(): Promise<void>;
}

interface Happening {
  place: number;
  /** Of two events at the same place, the one that was added first happens first. */
  added: number;
  happens: () => Promise<void>;
}

const isBefore = (one: Happening, other: Happening): boolean =>
  one.place < other.place || (one.place === other.place && one.added < other.added);

export function makeTimeline(
  length: number,
  { calendar, clock }: { calendar: Calendar; clock: StoppedClock },
): Timeline {
  const waiting: Happening[] = []; // the last element happens next
  let current = 0;
  let added = 0;
  const at = (place: number, happens: () => Promise<void>): void => {
    if (place >= length) return;
    const happening = { place: Math.max(place, current), added: added++, happens };
    const before = waiting.findLastIndex((other) => isBefore(happening, other));
    waiting.splice(before + 1, 0, happening);
  };
  return {
    now: () => current,
    at,
    after: (places, happens) => at(current + places, happens),
    async run() {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        current = next.place;
        clock.set(calendar.momentOf(current / length));
        await next.happens();
      }
    },
  };
}
