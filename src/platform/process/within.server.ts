import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`; undefined if it takes longer than `ms`, but then it is not stopped. */
export const within = <T>(ms: number, work: T | Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })]);
