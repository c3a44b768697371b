import { sql } from 'kysely';
import { lastGoodBackup } from '#backup/last-good-backup.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { readSchemaState } from '#platform/db/pending-migrations.server.ts';
import { readMaintenance } from '#platform/maintenance/maintenance.server.ts';
import type { Metrics } from '#platform/metrics/metrics.server.ts';
import { type Family, gauge } from '#platform/metrics/registry.server.ts';
import { longestIdleWait, readQueues } from './failed-jobs.server.ts';

/** Adds metrics of the whole shop from the database. Every process reports the same figures, so take their maximum, not their sum. */
export function collectShopMetrics(metrics: Metrics, deps: Pick<Deps, 'db' | 'clock'>): void {
  metrics.collect(() => jobMetrics(deps));
  metrics.collect(() => orderMetrics(deps));
  metrics.collect(() => backupMetrics(deps));
  metrics.collect(async () => {
    const { pending } = await readSchemaState(deps.db);
    return [gauge('spruce_migration_pending', 'Migrations that are not applied yet.', pending.length)];
  });
}

async function jobMetrics({ db }: Pick<Deps, 'db'>): Promise<Family[]> {
  const queues = await readQueues(db);
  const samples = queues.flatMap(({ name, waiting, running, failed }) =>
    Object.entries({ waiting, running, failed }).map(([state, value]) => ({ labels: { queue: name, state }, value })),
  );
  const isPaused = (await readMaintenance(db)) !== undefined;
  return [
    { name: 'spruce_jobs', help: 'Jobs by queue and state.', type: 'gauge', samples },
    gauge(
      'spruce_job_age_seconds',
      'How long the oldest due job of a queue without a running one has been waiting; 0 in maintenance mode.',
      isPaused ? 0 : longestIdleWait(queues),
    ),
  ];
}

/** The first order's number is one higher. */
const numbersBefore = 100_000;

/** Orders are numbered without gaps, so the counter gives their number without counting rows. */
async function orderMetrics({ db }: Pick<Deps, 'db'>): Promise<Family[]> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'order').executeTakeFirst();
  const value = Math.max(0, (row?.value ?? numbersBefore) - numbersBefore);
  const mails = await sql<{ failed: number }>`
    select count(*)::int as failed from unsent_mails where failed_at is not null and reason is not null`.execute(db);
  return [
    { name: 'spruce_orders_total', help: 'Paid orders of all time.', type: 'counter', samples: [{ value }] },
    gauge(
      'spruce_mail_failed_waiting',
      'E-mails that failed and that nobody has dealt with.',
      mails.rows[0]?.failed ?? 0,
    ),
  ];
}

async function backupMetrics({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Family[]> {
  const { since } = await lastGoodBackup(db);
  const seconds = Math.max(0, (clock.now().getTime() - since.getTime()) / 1000);
  return [gauge('spruce_backup_age_seconds', 'Age of the newest good backup; of the shop while it has none.', seconds)];
}
