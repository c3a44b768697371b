import type { Deps } from '#platform/deps.server.ts';

/** What the products of the back office need from the process. */
export type ProductsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;
