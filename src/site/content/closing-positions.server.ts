import { sql } from 'kysely';
import { addDays, dayOf } from '#lib/day.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

export const midnightJob = jobKind<Due>('closed-positions');

/** At midnight, pages with positions whose last day is over are dropped from memory and shared caches. */
export function startPositionsJob({ jobs, db }: Pick<Deps, 'jobs' | 'db'>): void {
  jobs.recurring(midnightJob, { time: '00:00' }, ({ due }) => dropIfClosed(db, new Date(due)));
}

/** The job may come again within the day: then pages are dropped once more, which costs no more than their rendering. */
async function dropIfClosed(db: Deps['db'], due: Date): Promise<void> {
  const lastDay = addDays(dayOf(due), -1);
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      select from site_records
      where kind = 'position' and removed_at is null and content ->> 'closesOn' = ${lastDay} limit 1`.execute(tx);
    if (rows.length > 0) await publishChange(tx, 'site');
  });
}
