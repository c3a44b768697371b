import { sql } from 'kysely';
import { addDays, dayOf } from '#lib/day.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

export const midnightJob = jobKind<Due>('closed-positions');

/** Registers the job that at midnight drops pages from memory and shared caches if the last day of a position on them is over. */
export function startPositionsJob({ jobs, db }: Pick<Deps, 'jobs' | 'db'>): void {
  jobs.recurring(midnightJob, { time: '00:00' }, ({ due }) => dropIfClosed(db, new Date(due)));
}

/** The job may run again within the day. Pages are then dropped once more, which costs nothing but rendering them again. */
async function dropIfClosed(db: Deps['db'], due: Date): Promise<void> {
  const lastDay = addDays(dayOf(due), -1);
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      select from site_records
      where kind = 'position' and removed_at is null and content ->> 'closesOn' = ${lastDay} limit 1`.execute(tx);
    if (rows.length > 0) await publishChange(tx, 'site');
  });
}
