import { startAccountJobs } from './accounts/jobs.server.ts';
import type { AppDeps } from './app.server.ts';
import { startEnquiryJobs } from './enquiries/service.server.ts';
import { hearChanges } from './infra/changes.server.ts';
import { systemClock } from './infra/clock.server.ts';
import type { Connection, OpenDb } from './infra/db.server.ts';
import type { Deps } from './infra/deps.server.ts';
import type { Env } from './infra/env.server.ts';
import { makeFiles } from './infra/files.server.ts';
import { makeJobs } from './infra/jobs.server.ts';
import { makeMail } from './infra/mail.server.ts';
import { startOrderJobs } from './orders/jobs.server.ts';
import { makePayments } from './orders/payments.server.ts';
import { startSettling } from './orders/settling.server.ts';
import { startProductJobs } from './products/jobs.server.ts';

export interface Parts {
  env: Env;
  log: Deps['log'];
  database: OpenDb;
  connection: Connection;
}

export interface Composed {
  deps: AppDeps;
  /** Begins what goes on by itself: jobs and the settling of payments. Before requests come, since they add jobs. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** Says who does which jobs; before the queue is started. */
export function startWork(deps: Deps): void {
  startAccountJobs(deps);
  startOrderJobs(deps);
  startEnquiryJobs(deps);
  startProductJobs(deps);
}

/** Makes what the slices are handed, once for the process. */
export async function compose({ env, log, database, connection }: Parts): Promise<Composed> {
  const clock = systemClock;
  const { db, pool } = database;
  const changes = await hearChanges(connection, log);
  const jobs = makeJobs({ pool, log });
  const mail = makeMail(env, clock);
  const files = await makeFiles(env);
  const payments = await makePayments({ env, db, clock });
  const deps: AppDeps = { env, db, clock, log, mail, files, jobs, changes, payments };
  let settling: ReturnType<typeof startSettling> | undefined;
  return {
    deps,
    async begin() {
      startWork(deps);
      await jobs.start();
      settling = startSettling(deps);
    },
    async stop() {
      await settling?.stop();
      await jobs.stop();
      await changes.stop();
      mail.close();
    },
  };
}
