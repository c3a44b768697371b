import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { removalJob, sweep } from './stored-files.server.ts';

const sweepJob = jobKind<object>('form-files-sweep');

/** Registers the file jobs; call before the queue is started. */
export function startFormFileJobs(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>): void {
  deps.jobs.hourly(sweepJob, () => sweep(deps));
  deps.jobs.work(removalJob, async ({ keys }) => {
    for (const key of keys) await deps.files.remove(key);
  });
}
