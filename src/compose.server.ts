import { startAccountJobs } from './accounts/mail/account-mail-jobs.server.ts';
import type { AppDeps } from './app.server.ts';
import { startBackupJobs } from './backup/make-backup.server.ts';
import { startDrillJobs } from './backup/restore-drill.server.ts';
import { startLeftoversJob } from './backup/restore-leftovers.server.ts';
import { startImportJobs } from './catalogue/products/import/import-job.server.ts';
import { startEnquiryJobs } from './enquiries/receive-enquiry.server.ts';
import { startDraftJobs } from './forms/submissions/drafts.server.ts';
import { startFormFileJobs } from './forms/files/remove-files.server.ts';
import { mailPictures, mailSender } from './company/mail-company.server.ts';
import { subscribeToChanges } from './platform/db/changes.server.ts';
import { poolMetrics } from './platform/metrics/pool-metrics.server.ts';
import type { Observers } from './platform/observers.server.ts';
import { collectShopMetrics } from './system/shop-metrics.server.ts';
import { startSystemJobs } from './system/system-jobs.server.ts';
import { systemClock } from './platform/process/clock.server.ts';
import { type Connection, connectionOf, type OpenDb } from './platform/db/db.server.ts';
import { startReplica } from './platform/db/replica.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { Env } from './platform/process/env.server.ts';
import { makeFiles } from './platform/storage/files.server.ts';
import { makeJobs } from './platform/jobs/jobs.server.ts';
import { startPurging } from './platform/rendering/purge-shared-cache.server.ts';
import { followMaintenance, type Maintenance } from './platform/maintenance/maintenance.server.ts';
import { makeMailQueue } from './platform/mail/mail-queue.server.ts';
import { makeMail } from './platform/mail/send-mail.server.ts';
import { startSubmissionMailJobs } from './forms/mail/submission-mails.server.ts';
import { type Rounds, startRounds } from './platform/process/periodic-rounds.server.ts';
import { startRefundMailJobs } from './orders/mail/refund-mail-jobs.server.ts';
import { startGuestOrderJobs } from './orders/account/guest-orders.server.ts';
import { startCheckoutSweep } from './orders/place/checkout-attempts.server.ts';
import { startOrderJobs } from './orders/place/order-mail-jobs.server.ts';
import { makePayments } from './orders/payment/choose-payment-provider.server.ts';
import { startPaymentEventSweep } from './orders/settle/old-payment-events.server.ts';
import { startSettling } from './orders/settle/settling-rounds.server.ts';
import { settleCardPayments } from './trade/ledger/pay-by-card.server.ts';
import { startExposureRebuild } from './trade/ledger/rebuild-exposure.server.ts';
import { startReminders } from './trade/ledger/reminders.server.ts';
import { startApplications } from './trade/accounts/apply-for-account.server.ts';
import { startApprovalMails } from './trade/approvals/approval-mails.server.ts';
import { startQuoteExpiry } from './trade/quotes/expire-quotes.server.ts';
import { startDeliveryMails } from './orders/deliveries/delivery-mails.server.ts';
import { startQuoteMails } from './trade/quotes/quote-mails.server.ts';
import { startStandingOrders } from './trade/standing/routes.server.ts';
import { startStandingMails } from './trade/standing/standing-mails.server.ts';
import { startApplicationMails } from './trade/people/approve-account.server.ts';
import { startInvitationMails } from './trade/people/invitations.server.ts';
import { startWebhookJobs } from './company/deliver-webhooks.server.ts';
import { startSitePictureJobs } from './site-pictures/picture-store.server.ts';
import { startLinkJobs } from './site/admin/outside-links.server.ts';
import { startPositionsJob } from './site/content/closing-positions.server.ts';
import { startPublishing } from './site/admin/publishing-rounds.server.ts';
import { startPictureJobs } from './platform/storage/picture-files.server.ts';
import { startPurchaseMails } from './purchasing/mail-purchase-order.server.ts';
import { startDailySalesRounds } from './reports/daily-sales.server.ts';
import { startItemSalesRounds } from './reports/daily-item-sales.server.ts';

export interface ComposeOptions extends Observers {
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
export function registerJobHandlers(deps: AppDeps): void {
  startBackupJobs(deps);
  startDrillJobs(deps);
  startLeftoversJob(deps);
  startWebhookJobs(deps);
  startAccountJobs(deps);
  startOrderJobs(deps);
  startCheckoutSweep(deps);
  startRefundMailJobs(deps);
  startDeliveryMails(deps);
  startPaymentEventSweep(deps);
  startGuestOrderJobs(deps);
  startEnquiryJobs(deps);
  startPurchaseMails(deps);
  startApplications(deps);
  startInvitationMails(deps);
  startApprovalMails(deps);
  startQuoteMails(deps);
  startQuoteExpiry(deps);
  startStandingMails(deps);
  startStandingOrders(deps);
  startApplicationMails(deps);
  startDraftJobs(deps);
  startSubmissionMailJobs(deps);
  startPictureJobs(deps);
  startSitePictureJobs(deps);
  startLinkJobs(deps);
  startPositionsJob(deps);
  startImportJobs(deps);
  startFormFileJobs(deps);
  startReminders(deps);
  startExposureRebuild(deps);
  startSystemJobs(deps);
}

const modeEveryMs = 1_000;

/** Jobs and rounds, which run only in workers. In maintenance mode all pause except purging, because cached pages show the mode. */
function backgroundWork(deps: AppDeps & { maintenance: Maintenance }) {
  const { jobs, maintenance, env, log } = deps;
  let paused: Rounds[] = [];
  let lasting: Rounds[] = [];
  let isRunning = false;
  const follow = async (): Promise<void> => {
    const shouldRun = maintenance.current() === undefined;
    if (shouldRun === isRunning) return;
    if (shouldRun) {
      await jobs.resume();
      paused = [
        startSettling(deps, settleCardPayments),
        startDailySalesRounds(deps),
        startItemSalesRounds(deps),
        startPublishing(deps),
      ];
    } else await Promise.all([jobs.pause(), ...paused.splice(0).map((round) => round.stop())]);
    isRunning = shouldRun;
  };
  const failed = (error: unknown) => log.error({ err: error }, 'background work could not be paused or resumed');
  return {
    async start() {
      registerJobHandlers(deps);
      await jobs.install();
      if (!env.role.includes('worker')) return;
      await follow();
      lasting = [startRounds(follow, { everyMs: modeEveryMs, failed }), startPurging(deps)];
    },
    async stop() {
      await Promise.all(lasting.map((round) => round.stop())); // first, because one of these rounds may be starting the others
      await Promise.all(paused.map((round) => round.stop()));
      await jobs.stop();
    },
  };
}

/** Creates the dependencies of the slices, once for the process. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { env, log, database, connection, metrics, tracer } = options;
  const clock = systemClock;
  const { db, pool } = database;
  const changes = await subscribeToChanges(connection, log);
  const replica =
    env.databaseReplicaUrl === undefined
      ? undefined
      : startReplica({ connection: connectionOf(env.databaseReplicaUrl), primary: db, changes, log });
  const files = await makeFiles(env);
  const company = { env, db, clock, changes, files };
  const mailFrom = env.mailFrom ?? (() => mailSender(company));
  const mail = makeMail({ ...env, mailFrom, ...mailPictures(company) }, clock);
  const mails = makeMailQueue({ db, clock, mail, log, metrics, tracer });
  const jobs = makeJobs({ pool, clock, log, tracer, supervises: env.role.includes('worker'), own: mails });
  const payments = await makePayments({ env, db, clock });
  const maintenance = await followMaintenance({ db, log });
  const deps = {
    env,
    db,
    connection,
    replica,
    clock,
    log,
    mail,
    mails,
    files,
    jobs,
    changes,
    maintenance,
    metrics,
    tracer,
    payments,
  };
  metrics?.collect(poolMetrics(pool));
  if (metrics) collectShopMetrics(metrics, deps);
  const work = backgroundWork(deps);
  return {
    deps,
    startBackgroundWork: work.start,
    async stop() {
      await work.stop();
      await maintenance.stop();
      await replica?.stop();
      await changes.stop();
      mail.close();
      await tracer?.stop();
      metrics?.stop();
    },
  };
}
