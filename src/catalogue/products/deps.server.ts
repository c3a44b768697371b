import type { Deps } from '#platform/deps.server.ts';

/** What the back office's products need of the process. */
export type ProductsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;
