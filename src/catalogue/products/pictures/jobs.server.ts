import type { Deps } from '#platform/deps.server.ts';
import { finishSizes, pictureSizesJob } from './picture-files.server.ts';

export function startProductJobs({ jobs, files }: Pick<Deps, 'jobs' | 'files'>): void {
  jobs.work(pictureSizesJob, ({ fileKey }) => finishSizes(files, fileKey));
}
