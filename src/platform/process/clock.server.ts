/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests, which shows the same time until it is set or advanced. */
export interface StoppedClock extends Clock {
  set(at: Date | string): void;
  advance(milliseconds: number): void;
}

export function stoppedClock(at: Date | string): StoppedClock {
  let moment = new Date(at);
  return {
    now: () => new Date(moment),
    set: (next) => {
      moment = new Date(next);
    },
    advance: (milliseconds) => {
      moment = new Date(moment.getTime() + milliseconds);
    },
  };
}
