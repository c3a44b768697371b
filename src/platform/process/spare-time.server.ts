import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '#lib/one-at-a-time.ts';

/** Runs one piece of background work at a time, and leaves the processor to requests in between. */
export type SpareTime = <T>(work: () => Promise<T>, options: { isUrgent: boolean }) => Promise<T>;

/** Work goes on for so long without a rest. */
const stretchMs = 10;

/** While requests keep the process busy, the rest is so many times as long as the work before it: so work gets a quarter of the time. */
const restFactor = 3;
const longestRestMs = 300;
const sliceMs = 4;

/** Requests wait for the process if it was busy for more than this share of a slice. */
const busyShare = 0.5;

/**
 * Makes the queue of background work that takes much processor time, such as drawing documents. From time to time it rests until the
 * process has been idle for some milliseconds. Urgent work, which has waited long enough, begins at once and takes turns with requests.
 */
export function makeSpareTime(): SpareTime {
  const inTurn = oneAtATime();
  let workedMs = 0;
  return (work, { isUrgent }) => {
    if (isUrgent) return work();
    let began = 0;
    const result = inTurn(() => {
      began = performance.now();
      return work();
    });
    void inTurn(async () => {
      workedMs += performance.now() - began;
      if (workedMs < stretchMs) return nextTurn();
      await restAfter(workedMs);
      workedMs = 0;
    });
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
