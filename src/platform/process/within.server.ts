import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`; undefined if that takes longer than `ms`, in which case it goes on. */
export const within = <T>(ms: number, work: T | Promise<T>): Promise<T | undefined> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })]);
