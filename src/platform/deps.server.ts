import type { FastifyBaseLogger } from 'fastify';
import type { Changes } from './db/changes.server.ts';
import type { Clock } from './process/clock.server.ts';
import type { Connection, Db } from './db/db.server.ts';
import type { Env } from './process/env.server.ts';
import type { Files } from './storage/files.server.ts';
import type { Jobs } from './jobs/jobs.server.ts';
import type { Replica } from './db/replica.server.ts';
import type { Maintenance } from './maintenance/maintenance.server.ts';
import type { MailQueue } from './mail/mail-queue.server.ts';
import type { Mail } from './mail/send-mail.server.ts';
import type { Observers } from './observers.server.ts';
import type { ResolveHost } from './http/public-ip-address.server.ts';

/** What the services need from the process: created at its start and passed to the slices. Metrics and tracing are undefined unless configured. */
export interface Deps extends Observers {
  env: Env;
  db: Db;
  /** Undefined without `DATABASE_REPLICA_URL`. */
  replica?: Replica | undefined;
  /** How to reach the database, for work that needs a connection of its own. */
  connection: Connection;
  clock: Clock;
  log: FastifyBaseLogger;
  mail: Mail;
  mails: MailQueue;
  files: Files;
  jobs: Jobs;
  changes: Changes;
  /** Maintenance mode; undefined in commands, which ignore it. */
  maintenance?: Maintenance;
  /** Whether the site still has to be set up; visitors do not see it until then. Undefined in commands. */
  setup?: { isOpen(): Promise<boolean> };
  /** Why this process should get no requests; undefined if it should, and always in commands. */
  unreadyReason?: () => string | undefined;
  /** Looks up the hosts of webhooks; `publicAddresses` by default. Tests allow hosts on this machine. */
  resolveHost?: ResolveHost;
}
