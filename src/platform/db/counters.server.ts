import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.server.ts';

/** What counters start from (migration 0001). */
const start = 100_000;

/** Resets a counter, unless the condition `isUsed` finds one of its numbers in use. Waits for transactions that are taking a number. */
export async function restartUnusedCounter(tx: Tx, name: string, isUsed: RawBuilder<unknown>): Promise<void> {
  await sql`select from counters where name = ${name} for update`.execute(tx); // separate, so that the next statement sees what was just committed
  await sql`update counters set value = ${start} where name = ${name} and not ${isUsed}`.execute(tx);
}
