import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#lib/api/problem.ts';

/** 19 MiB and two passes: the minimum of OWASP's password storage guidance for argon2id, about 25 ms. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of an unknown password, compared when there is no such user, so that both cases take the same time. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$hzeMb25k8bGd9kRc0exJYQ$cVfxM0TTahUVz3U3BgVcoMhHDL/Wgh7Gho/ilakAMik';

/** Stored for accounts that have no password yet. No known input has this hash, so no password matches it. */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$bm8gcGFzc3dvcmQgeWV0$${'A'.repeat(43)}`;

const maxWaiting = 200;

/**
 * Hashing uses at most two of libuv's four threads, which the whole process shares, and at most half of the cores. The queue is
 * created in the module, because its limit applies to the whole process.
 */
const runInSlot = createQueue(Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))));

function createQueue(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else if (waiting.length >= maxWaiting) throw new Problem(503, 'The server is busy. Please try again.');
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

/** Hashes a password. Call it before a transaction, never inside one. Throws 503 when the queue is full. */
export const hashPassword = (password: string): Promise<string> => runInSlot(() => hash(password, argon2id));

/**
 * Runs a sign-in attempt in the hashing queue, so that each attempt sees the failures of those before it. `matches` compares a
 * password with a stored hash and takes the same time if there is none.
 */
export const inHashingQueue = <T>(
  work: (matches: (stored: string | undefined, password: string) => Promise<boolean>) => Promise<T>,
) =>
  runInSlot(() => work(async (stored, password) => (await verify(stored ?? decoy, password)) && stored !== undefined));
