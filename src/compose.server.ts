import { startAccountJobs } from './accounts/mail/account-mail-jobs.server.ts';
import type { AppDeps } from './app.server.ts';
import { startBackupJobs } from './backup/make-backup.server.ts';
import { startDrillJobs } from './backup/restore-drill.server.ts';
import { startImportJobs } from './catalogue/products/import/import-job.server.ts';
import { startEnquiryJobs } from './enquiries/receive-enquiry.server.ts';
import { startDraftJobs } from './forms/submissions/drafts.server.ts';
import { startFormFileJobs } from './forms/files/remove-files.server.ts';
import { subscribeToChanges } from './platform/db/changes.server.ts';
import { systemClock } from './platform/process/clock.server.ts';
import type { Connection, OpenDb } from './platform/db/db.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { Env } from './platform/process/env.server.ts';
import { makeFiles } from './platform/storage/files.server.ts';
import { makeJobs } from './platform/jobs/jobs.server.ts';
import { startMailRetries } from './platform/mail/mail-queue.server.ts';
import { makeMail } from './platform/mail/send-mail.server.ts';
import { startSubmissionMailJobs } from './forms/mail/submission-mails.server.ts';
import type { Rounds } from './platform/jobs/periodic-rounds.server.ts';
import { startRefundMailJobs } from './orders/mail/refund-mail-jobs.server.ts';
import { startGuestOrderJobs } from './orders/account/guest-orders.server.ts';
import { startCheckoutSweep } from './orders/place/checkout-attempts.server.ts';
import { startOrderJobs } from './orders/place/order-mail-jobs.server.ts';
import { makePayments } from './orders/payment/choose-payment-provider.server.ts';
import { startPaymentEventSweep } from './orders/settle/old-payment-events.server.ts';
import { startSettling } from './orders/settle/settling-rounds.server.ts';
import { startWebhookJobs } from './company/deliver-webhooks.server.ts';
import { startPictureJobs } from './catalogue/products/pictures/picture-files.server.ts';
import { startPurchaseMails } from './purchasing/mail-purchase-order.server.ts';
import { startDailySalesRounds } from './reports/daily-sales.server.ts';
import { startItemSalesRounds } from './reports/daily-item-sales.server.ts';

export interface ComposeOptions {
  env: Env;
  log: Deps['log'];
  database: OpenDb;
  connection: Connection;
}

export interface Composed {
  deps: AppDeps;
  /** Starts jobs and rounds; to be called before the server listens, because requests add jobs. */
  startBackgroundWork(): Promise<void>;
  stop(): Promise<void>;
}

/** Registers all job handlers; to be called before the queue is started. */
export function registerJobHandlers(deps: Deps): void {
  startBackupJobs(deps);
  startDrillJobs(deps);
  startWebhookJobs(deps);
  startAccountJobs(deps);
  startOrderJobs(deps);
  startCheckoutSweep(deps);
  startRefundMailJobs(deps);
  startPaymentEventSweep(deps);
  startGuestOrderJobs(deps);
  startEnquiryJobs(deps);
  startPurchaseMails(deps);
  startDraftJobs(deps);
  startSubmissionMailJobs(deps);
  startPictureJobs(deps);
  startImportJobs(deps);
  startFormFileJobs(deps);
}

/** Creates the dependencies of the slices, once for the process. */
export async function compose({ env, log, database, connection }: ComposeOptions): Promise<Composed> {
  const clock = systemClock;
  const { db, pool } = database;
  const changes = await subscribeToChanges(connection, log);
  const jobs = makeJobs({ pool, clock, log });
  const mail = makeMail(env, clock);
  const files = await makeFiles(env);
  const payments = await makePayments({ env, db, clock });
  const deps: AppDeps = { env, db, connection, clock, log, mail, files, jobs, changes, payments };
  let rounds: Rounds[] = [];
  return {
    deps,
    async startBackgroundWork() {
      registerJobHandlers(deps);
      await jobs.start();
      rounds = [startMailRetries(deps), startSettling(deps), startDailySalesRounds(deps), startItemSalesRounds(deps)];
    },
    async stop() {
      for (const round of rounds) await round.stop();
      await jobs.stop();
      await changes.stop();
      mail.close();
    },
  };
}
