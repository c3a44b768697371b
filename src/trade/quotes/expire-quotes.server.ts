import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';

const expiryJob = jobKind<object>('quote-expiry');

/** Stores which quotes have passed their last day, for the filters of lists; that they cannot be accepted is checked without it. */
export async function expireQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`
    update quotes set state = 'expired', version = version + 1
    where state = 'sent' and valid_until < ${dayOf(clock.now())}`.execute(db);
}

/** Expires quotes once an hour, so soon after midnight; call before the queue starts. */
export function startQuoteExpiry(deps: Deps): void {
  deps.jobs.hourly(expiryJob, () => expireQuotes(deps));
}
