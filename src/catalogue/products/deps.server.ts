import type { Deps } from '#platform/deps.server.ts';

/** What the back office's product services depend on. */
export type ProductsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'>;
