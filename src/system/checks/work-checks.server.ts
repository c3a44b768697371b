import { sql } from 'kysely';
import { countText } from '#lib/text/count-text.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { readMaintenance } from '#platform/maintenance/maintenance.server.ts';
import { checkMailServer } from '#platform/mail/send-mail.server.ts';
import { longestIdleWait, readQueues } from '../failed-jobs.server.ts';
import { askServer, failing, type HealthCheck, off, ok, reasonOf, warning } from './check.server.ts';

const minute = 60;
const hour = 60 * minute;

const jobs: HealthCheck = {
  key: 'jobs',
  name: 'Jobs',
  group: 'Work',
  needsDatabase: true,
  async run({ db }) {
    const queues = await readQueues(db);
    const sum = (key: 'waiting' | 'running' | 'failed') => queues.reduce((total, queue) => total + queue[key], 0);
    const oldest = Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds));
    const [waiting, running, failed] = [sum('waiting'), sum('running'), sum('failed')];
    const age = oldest > 0 ? `, the oldest for ${durationText(oldest)}` : '';
    const isPaused = (await readMaintenance(db)) !== undefined;
    const figure = `${waiting} waiting${age}, ${running} running, ${failed} failed${isPaused ? '; paused by maintenance mode' : ''}`;
    if (!isPaused && longestIdleWait(queues) > 15 * minute)
      return failing(figure, 'Jobs are not being done. See that a process with the role worker runs.');
    if (failed > 0) return warning(figure, 'Read the reasons below, mend the cause, then retry.');
    if (!isPaused && oldest > 2 * minute)
      return warning(figure, 'Jobs are slow. Start another process, or see what fills the queue below.');
    return ok(figure);
  },
};

const mail: HealthCheck = {
  key: 'mail',
  name: 'Mail',
  group: 'Work',
  needsDatabase: true,
  async run({ db, env, clock }) {
    const { rows } = await sql<{ sentAt: Date | null; failed: number; retried: number }>`
      select (select at from system_events where name = 'mail-sent') as "sentAt",
        count(*) filter (where failed_at is not null)::int as failed,
        count(*) filter (where failed_at is null)::int as retried
      from unsent_mails where reason is not null`.execute(db);
    const { sentAt = null, failed = 0, retried = 0 } = rows[0] ?? {};
    const seconds = sentAt && Math.max(0, (clock.now().getTime() - sentAt.getTime()) / 1000);
    const last = seconds === null ? 'none sent yet' : `last sent ${durationText(seconds)} ago`;
    const figure = `${last}, ${failed} failed, ${retried} being retried`;
    if (failed > 0)
      return warning(figure, 'Failed e-mails are on the back office’s home page: send them again or dismiss them.');
    if (retried > 0) return warning(figure, 'They are retried for three days. See “Mail server”.');
    return env.smtpUrl === undefined ? off(`Written to files, ${last}`) : ok(figure);
  },
};

const mailServer: HealthCheck = {
  key: 'mail-server',
  name: 'Mail server',
  group: 'Work',
  keepSeconds: 5 * minute,
  keepFailureSeconds: minute, // many mail servers lock an account after repeated failures to sign in
  async run({ env }) {
    if (env.smtpUrl === undefined) return off('E-mails are only written to files', `${askServer} set SMTP_URL.`);
    const { host } = new URL(env.smtpUrl);
    try {
      await checkMailServer(env.smtpUrl);
      return ok(`${host} accepts our sign-in`);
    } catch (error) {
      return failing(
        `${host}: ${reasonOf(error)}`,
        `E-mails wait meanwhile. ${askServer} check SMTP_URL: host, port, user and password.`,
      );
    }
  },
};

const webhook: HealthCheck = {
  key: 'webhook',
  name: 'Webhook',
  group: 'Work',
  needsDatabase: true,
  async run({ db, clock }) {
    // Delivery of an event is given up nearly a day after the event was created, and the failure is shown for another day.
    const since = new Date(clock.now().getTime() - 48 * hour * 1000);
    const { rows } = await sql<{ isUsed: boolean; delivered: number; waiting: number; failed: number }>`
      select exists (select from webhook_secrets where expires_at is null) as "isUsed",
        count(*) filter (where delivered_at is not null)::int as delivered,
        count(*) filter (where next_try_at is not null and attempts > 0)::int as waiting,
        count(*) filter (where next_try_at is null and delivered_at is null)::int as failed
      from webhook_deliveries where created_at > ${since}`.execute(db);
    const { isUsed = false, delivered = 0, waiting = 0, failed = 0 } = rows[0] ?? {};
    if (!isUsed) return off('No address, or no secret');
    const figure = `Last two days: ${delivered} delivered, ${waiting} being retried, ${failed} given up`;
    const advice = 'See the reasons under Settings, Webhook; the receiver must answer with a status from 200 to 299.';
    return failed > 0 || waiting > 0 ? warning(figure, advice) : ok(figure);
  },
};

const askStripe = `${askServer} set PAYMENT_PROVIDER=stripe with its keys.`;

const payment: HealthCheck = {
  key: 'payment',
  name: 'Payment',
  group: 'Work',
  needsDatabase: true,
  async run({ db, env, clock }) {
    if (env.paymentProvider === 'test') {
      const figure = 'Test provider: no money is taken';
      return env.publicUrl.startsWith('https:')
        ? warning(figure, `Customers would order without paying. ${askStripe}`)
        : off(figure, `Orders count as paid without a payment. ${askStripe}`);
    }
    const { rows } = await sql<{ at: Date | null; ordered: boolean }>`
      select max(received_at) as at, exists (select from orders
        where payment = 'paid' and total_cents > 0 and placed_at > ${new Date(clock.now().getTime() - 24 * hour * 1000)}) as ordered
      from payment_events where provider = 'stripe'`.execute(db);
    const { at = null, ordered = false } = rows[0] ?? {};
    const isLive = env.stripeSecretKey?.includes('_live_') === true;
    const mode = isLive ? 'Stripe, live' : 'Stripe, test key';
    const seconds = at && (clock.now().getTime() - at.getTime()) / 1000;
    const figure = `${mode}, last event ${seconds === null ? 'never' : `${durationText(seconds)} ago`}`;
    if (ordered && (seconds === null || seconds > 24 * hour)) {
      const address = `${env.publicUrl}/v1/payments/stripe/webhook`;
      return warning(
        figure,
        `There were orders but no events. In Stripe’s dashboard, check the webhook ${address} and its secret.`,
      );
    }
    if (isLive) return ok(figure);
    const advice = 'Test keys take no money. Set the live keys of Stripe before customers order.';
    return env.publicUrl.startsWith('https:') ? warning(figure, advice) : off(figure, advice);
  },
};

const waitingOrders: HealthCheck = {
  key: 'waiting-orders',
  name: 'Unsettled payments',
  group: 'Work',
  needsDatabase: true,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - hour * 1000);
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from orders where payment = 'awaiting' and placed_at < ${before})::int
        + (select count(*) from account_card_payments where state = 'awaiting' and created_at < ${before})::int as count`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return ok('No payment has been open for more than an hour');
    return warning(
      countText(count, 'payment'),
      'The payment provider has not confirmed these payments. Look them up in its dashboard.',
    );
  },
};

export const workChecks: readonly HealthCheck[] = [jobs, mail, mailServer, payment, waitingOrders, webhook];
