import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#lib/api/problem.ts';

/** 19 MiB and two passes: the least that OWASP's password storage guidance names for argon2id, about 25 ms. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password that nobody knows; it is verified where there is no user, so that both take the same time. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$hzeMb25k8bGd9kRc0exJYQ$cVfxM0TTahUVz3U3BgVcoMhHDL/Wgh7Gho/ilakAMik';

const mostWaiting = 200;

/**
 * Hashes run on libuv's pool of four threads, which the whole process shares, so that half of the cores and at most two
 * of its threads are theirs. This is the process' own limit: one for all servers in it, hence in the module.
 */
const hashingSlot = queueOf(Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))));

function queueOf(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new Problem(503, 'The server is busy. Please try again.');
    else await new Promise<void>((admit) => waiting.push(admit));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

/** Hashes a password; do it before a transaction, never inside one. Throws 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> => hashingSlot(() => hash(password, argon2id));

/**
 * Runs one sign-in attempt in the hashing queue, so that attempts can't overtake the count of the failures before them.
 * `matches` compares a password with a stored hash, in the same time where there is none.
 */
export const attempt = <T>(
  work: (matches: (stored: string | undefined, password: string) => Promise<boolean>) => Promise<T>,
) =>
  hashingSlot(() =>
    work(async (stored, password) => (await verify(stored ?? decoy, password)) && stored !== undefined),
  );
