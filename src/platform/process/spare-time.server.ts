import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Runs one piece of background work at a time, and leaves the processor to requests in between. */
export type SpareTime = <T>(work: () => Promise<T>, options: { isUrgent: boolean }) => Promise<T>;

/** While requests keep the process busy, a piece is followed by a rest so many times as long as it took: so work gets a quarter of the time. */
const restFactor = 3;
const longestRestMs = 300;
const sliceMs = 4;

/** Requests wait for the process if it was busy for more than this share of a slice. */
const busyShare = 0.5;

/**
 * Makes the queue of one kind of background work that takes much processor time, such as drawing documents. After each piece it rests
 * until the process has been idle for some milliseconds. Urgent work, which has waited long enough, does not rest: then work and requests take turns.
 */
export function makeSpareTime(): SpareTime {
  let last: Promise<unknown> = Promise.resolve();
  return (work, { isUrgent }) => {
    let began = 0;
    const result = last.then(() => {
      began = performance.now();
      return work();
    });
    const rest = () => (isUrgent ? nextTurn() : restAfter(performance.now() - began));
    last = result.then(rest, rest);
    return result;
  };
}

async function restAfter(workMs: number): Promise<void> {
  const end = performance.now() + Math.min(restFactor * workMs, longestRestMs);
  while (performance.now() < end) {
    const before = performance.eventLoopUtilization();
    await sleep(sliceMs, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
