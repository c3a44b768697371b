import type { Deps } from '#platform/deps.server.ts';

/** Retention of payment events, in days. Providers resend an event for a few days at most. */
const retentionDays = 365;
const sweepBatchSize = 1_000;

/** Deletes payment events that are a year old; returns how many. Applying one again would be harmless. */
export async function sweepEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * 24 * 60 * 60 * 1000);
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
