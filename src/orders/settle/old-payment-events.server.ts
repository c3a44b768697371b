import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { dayMs } from '#lib/durations.ts';

const sweepEventsJob = jobKind<object>('payment-event-sweep');

/** Registers the daily deletion of old payment events; call before the queue starts. */
export function startPaymentEventSweep(deps: Deps): void {
  deps.jobs.daily(sweepEventsJob, async () => {
    const swept = await sweepPaymentEvents(deps);
    if (swept > 0) deps.log.info({ swept }, 'old payment events deleted');
  });
}

/** How long payment events are stored, in days. Providers resend an event for a few days at most. */
const retentionDays = 365;
const sweepBatchSize = 1_000;

/** Deletes payment events that are a year old and returns their number. Applying such an event again would be harmless. */
export async function sweepPaymentEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  for (let swept = 0; ; ) {
    const old = db
      .selectFrom('payment_events')
      .select(['provider', 'event_id'])
      .where('received_at', '<', before)
      .limit(sweepBatchSize);
    const { numDeletedRows } = await db
      .deleteFrom('payment_events')
      .where(({ eb, refTuple }) => eb(refTuple('provider', 'event_id'), 'in', old.$asTuple('provider', 'event_id')))
      .executeTakeFirst();
    swept += Number(numDeletedRows);
    if (numDeletedRows < sweepBatchSize) return swept;
  }
}
