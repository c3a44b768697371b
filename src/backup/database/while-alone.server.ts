import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#platform/db/db.server.ts';
import { withClient } from './database-client.server.ts';

/**
 * Runs `work` under a lock on `what` (`restore of spruce`), which all connections to the same database share. Returns undefined if another
 * process still has the lock after `waitMs`: a process that was just killed keeps its lock for a moment.
 */
export async function whileAlone<T>(
  connection: Connection,
  { what, waitMs = 0 }: { what: string; waitMs?: number | undefined },
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  return withClient(connection, async (client) => {
    const lock = async (): Promise<boolean> => {
      const locking = `select pg_try_advisory_lock(hashtext('spruce'), hashtext($1)) as is`;
      return (await client.query<{ is: boolean }>(locking, [what])).rows[0]?.is ?? false;
    };
    for (const until = performance.now() + waitMs; !(await lock()); await sleep(50))
      if (performance.now() > until) return undefined;
    try {
      return { result: await work() };
    } finally {
      // The end of the session would release the lock, too, but a moment later.
      await client.query(`select pg_advisory_unlock(hashtext('spruce'), hashtext($1))`, [what]).catch(() => {});
    }
  });
}
