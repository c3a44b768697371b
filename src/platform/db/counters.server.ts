import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.server.ts';

/** What counters start from (migration 0001). */
const start = 100_000;

/** Lets a counter begin again if nothing has a number of it: `isUsed` is a condition. Who is taking a number is waited for. */
export async function restartUnusedCounter(tx: Tx, name: string, isUsed: RawBuilder<unknown>): Promise<void> {
  await sql`select from counters where name = ${name} for update`.execute(tx); // a statement of its own, so that the next one sees what it has waited for
  await sql`update counters set value = ${start} where name = ${name} and not ${isUsed}`.execute(tx);
}
