import type { FastifyBaseLogger } from 'fastify';
import type { Changes } from './db/changes.server.ts';
import type { Clock } from './process/clock.server.ts';
import type { Db } from './db/db.server.ts';
import type { Env } from './process/env.server.ts';
import type { Files } from './storage/files.server.ts';
import type { Jobs } from './jobs/jobs.server.ts';
import type { Mail } from './mail/mail.server.ts';
import type { ResolveHost } from './http/public-address.server.ts';

/** What the process is made of: made once at its start and handed to the slices. */
export interface Deps {
  env: Env;
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  mail: Mail;
  files: Files;
  jobs: Jobs;
  changes: Changes;
  /** How hosts of webhooks are looked up, where not as `publicAddresses` does; tests have theirs on this machine. */
  resolveHost?: ResolveHost;
}
