import type { Deps } from '#platform/deps.server.ts';
import { finishSizes, pictureSizesJob } from './picture-files.server.ts';

/** Registers the jobs of products; called before the queue is started. */
export function startProductJobs({ jobs, files }: Pick<Deps, 'jobs' | 'files'>): void {
  jobs.work(pictureSizesJob, ({ fileKey }) => finishSizes(files, fileKey));
}
