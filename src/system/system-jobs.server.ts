import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { keepFailedJobs } from './failed-jobs.server.ts';
import { lookForUpdate } from './update-notice.server.ts';

const sweepJob = jobKind<object>('system-sweep');
const updateJob = jobKind<object>('update-notice');

/** Registers the hourly job that keeps failed jobs from deletion, and the daily one that looks for updates. Call it before the queue is started. */
export function startSystemJobs(deps: Deps): void {
  deps.jobs.hourly(sweepJob, () => keepFailedJobs(deps.db));
  if (deps.env.updateUrl !== undefined) deps.jobs.daily(updateJob, () => lookForUpdate(deps));
}
