import type { Deps } from '#platform/deps.server.ts';

/** How long it is kept which events a provider has told, in days. Providers send one again for days at most. */
const retentionDays = 365;
const sweepBatchSize = 1_000;

/** Forgets the events of providers that are a year old; answers how many. Applied again, one would change nothing. */
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
