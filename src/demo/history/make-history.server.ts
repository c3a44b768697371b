import type pg from 'pg';
import { sql } from 'kysely';
import { addDays, addMonths, dayOf, startOf } from '#lib/day.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { queueOf } from '#platform/jobs/jobs.server.ts';
import { stoppedClock } from '#platform/process/clock.server.ts';
import { testPayments } from '#orders/payment/test-provider.server.ts';
import { countYearSales } from '#trade/accounts/year-sales.server.ts';
import { decidedMail } from '#trade/limits/confirmed-mails.server.ts';
import { isUnused, recordDemoContent } from '../demo-records.server.ts';
import { tradeCalendar } from './calendar.server.ts';
import { historyContent } from './content.server.ts';
import { addEnquiries } from './enquiries.server.ts';
import { inOneTransaction } from './one-transaction.server.ts';
import { addPeople } from './people.server.ts';
import { seededRandom } from './random.server.ts';
import { addOrders } from './sales.server.ts';
import { readShelf } from './shelf.server.ts';
import { addSubmissions } from './submissions.server.ts';
import { makeTimeline } from './timeline.server.ts';
import { addTradeAccounts } from './trade-accounts.server.ts';
import { addWarehouse } from './warehouse.server.ts';
import { noJobs, noMails, type World } from './world.server.ts';

const usualOrders = 1_200;
const months = 14;

/** The beginning of a history that ends now: midnight, fourteen months ago. The catalogue is imported as of then. */
export const beginningOfHistory = (now: Date): Date => startOf(addMonths(dayOf(now), -months));

export interface HistoryDeps extends Pick<Deps, 'env' | 'files' | 'log' | 'connection'> {
  pool: pg.Pool;
}

/**
 * Makes up fourteen months of the shop's life, up to `now`, through the shop's own services and with a clock of its own. If this process
 * dies, nothing of it remains. Nobody is mailed, and payments go to the test provider. Does nothing in a shop that has been used. `content`
 * is what `demo/history` holds.
 */
export function makeHistory(
  { pool, ...deps }: HistoryDeps,
  content: unknown,
  { now, orders = usualOrders }: { now: Date; orders?: number },
): Promise<void> {
  const parsed = historyContent.parse(content);
  const from = addDays(dayOf(beginningOfHistory(now)), 1); // the day after the catalogue's
  return inOneTransaction(pool, async (db) => {
    if (!(await isUnused(db))) return;
    const clock = stoppedClock(startOf(from));
    const mail = { send: refuseMail, close: () => {} };
    const parts = { ...deps, db, clock, jobs: noJobs, mail, mails: noMails, changes: noChanges };
    const timeline = makeTimeline(orders, { calendar: tradeCalendar(startOf(from), now), clock });
    const buyers = parsed.people.customers.map((customer) => ({ ...customer }));
    const world: World = {
      deps: { ...parts, payments: testPayments(parts) },
      content: parsed,
      random: seededRandom('a year'),
      timeline,
      orders,
      shelf: await readShelf(db),
      staff: new Map(),
      buyers,
      trade: [],
    };
    await addPeople(world);
    addTradeAccounts(world);
    addOrders(world);
    await addWarehouse(world);
    await addSubmissions(world);
    addEnquiries(world);
    for (const place of planAgainAt) timeline.at(place, () => planAgain(db));
    await timeline.run();
    await sql`delete from checkout_attempts where order_id is null`.execute(db); // refused promo codes
    const members = world.buyers.flatMap(({ id }) => id ?? []);
    await recordDemoContent(db, [...[...world.staff.values()].map(({ id }) => id), ...members], now);
    await countYearSales({ db, clock: { now: () => now } });
    await sql`delete from cache_purges`.execute(db); // nothing has been cached yet
    await sql`delete from unsent_mails where area = 'orders' or kind = ${queueOf(decidedMail)}`.execute(db); // nobody is mailed about what is made up
  });
}

/**
 * Places of the timeline at which tables are analysed: PostgreSQL plans by their sizes, and does not learn by itself that they have grown
 * within a transaction.
 */
const planAgainAt = [12, 60, 240, 720];
const planAgain = async (db: Db): Promise<void> => {
  await sql`analyze orders, order_items, order_status_events, checkout_attempts, tax_invoices, stock_movements, test_charges,
    audit_log, users, refunds, adjustment_notes, product_items, trade_orders, account_entries, allocations, open_entries`.execute(
    db,
  );
};

/** The settings do not change while the history is made. */
const noChanges: Deps['changes'] = { subscribe: () => {}, stop: async () => {} };

async function refuseMail(): Promise<never> {
  throw new Error('Demo content sends no mail.');
}
