import type { StoppedClock } from '#platform/process/clock.server.ts';
import type { Calendar } from './calendar.server.ts';

/**
 * What happens, in order. Places are counted in orders, not in days: at place 300 three hundred orders have been placed. So the same things
 * happen in the same order whatever the date is; only the calendar says when.
 */
export interface Timeline {
  /** The place of what happens now. */
  now(): number;
  at(place: number, happens: () => Promise<void>): void;
  /** What would happen after the end does not happen. */
  after(places: number, happens: () => Promise<void>): void;
  run(): Promise<void>;
}

interface Happening {
  place: number;
  /** Of two at one place, the one that was added first happens first. */
  added: number;
  happens: () => Promise<void>;
}

const isBefore = (one: Happening, other: Happening): boolean =>
  one.place < other.place || (one.place === other.place && one.added < other.added);

export function makeTimeline(
  length: number,
  { calendar, clock }: { calendar: Calendar; clock: StoppedClock },
): Timeline {
  const waiting: Happening[] = []; // the last is next
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
