import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publishChange } from '#platform/db/changes.server.ts';
import { openDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { makePayments } from '#orders/payment/choose-payment-provider.server.ts';
import { testApp } from './app.ts';
import { checkOut, checkoutOf, type CheckoutResponse } from './buyer.ts';
import { makeProduct } from './make.ts';
import { chargesOf, onHandOf } from './shop-state.ts';
import { longTest } from './long.ts';

/** Called after each charge, before the order is confirmed. */
let afterCharge = async (): Promise<void> => {};

const shop = await testApp({
  payments: async (deps) => {
    const payments = await makePayments(deps);
    return {
      ...payments,
      charge: async (charge, means) => {
        const outcome = await payments.charge(charge, means);
        await afterCharge();
        return outcome;
      },
    };
  },
});
const { db } = shop.deps;

/** A database client that no test disconnects. */
const observer = openDb({ ...shop.connection, max: 2, application_name: 'observer' }, console);

/** Closes all other connections to the test's database, like a server restart; returns their number. */
async function disconnectAll(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
    where datname = current_database() and application_name <> 'observer'`.execute(observer.db);
  return rows[0]?.count ?? 0;
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(observer.db);
  return rows[0]?.count ?? 0;
}

const tryAgain = { status: 503, message: 'Please try again in a moment.' };

test('checkouts that lose their connections answer 503, and the same keys place the orders afterwards', async () => {
  const product = await makeProduct(db, { onHand: 100 });
  let wasNotified = false;
  shop.deps.changes.subscribe('site', () => {
    wasNotified = true;
  });
  const keys = Array.from({ length: 8 }, () => newId());
  const body = checkoutOf([{ product }]);
  const lost = await observer.db.transaction().execute(async (tx) => {
    await sql`select from product_items where product_id = ${product.id} for update`.execute(tx);
    const answers = keys.map((key) => checkOut(shop, body, { key }));
    await expect.poll(waitingForLocks).toBe(keys.length);
    expect(await disconnectAll()).toBeGreaterThan(keys.length); // including the subscription's
    return Promise.all(answers);
  });
  for (const answer of lost) {
    expect(answer).toMatchObject(tryAgain);
    expect(answer.headers).toMatchObject({
      'retry-after': '2',
      'content-type': 'application/problem+json; charset=utf-8',
    });
  }

  const placed = await Promise.all(keys.map((key) => checkOut(shop, body, { key })));
  expect(placed.map(({ status }) => status)).toEqual(keys.map(() => 201));
  for (const answer of placed) expect(await chargesOf(db, answer.body.orderId)).toHaveLength(1);
  expect(await onHandOf(db, product)).toEqual({ onHand: 92, ledger: 92 });

  // The subscription reconnects by itself.
  const isNotified = async () => {
    wasNotified = false;
    await publishChange(db, 'site');
    await sleep(50);
    return wasNotified;
  };
  await expect.poll(isNotified).toBe(true);
  expect(shop.log()).not.toContain('"level":50');
});

test('a checkout that loses the database after its charge is confirmed with the same key and charged once', async () => {
  const product = await makeProduct(db, { onHand: 5 });
  const key = newId();
  const body = checkoutOf([{ product }]);
  // The confirmation of the order waits for a lock while its connection is closed. Between two statements, another one would serve it.
  let loss = Promise.resolve();
  afterCharge = () => {
    afterCharge = async () => {};
    return new Promise((isLocked) => {
      loss = observer.db.transaction().execute(async (tx) => {
        await sql`lock table orders in exclusive mode`.execute(tx);
        isLocked();
        await expect.poll(waitingForLocks).toBeGreaterThan(0);
        await disconnectAll();
      });
    });
  };
  const first = await checkOut(shop, body, { key });
  await loss;
  expect(first).toMatchObject(tryAgain);
  let second = await checkOut(shop, body, { key });
  while (second.status === 503) second = await checkOut(shop, body, { key }); // some connections are still being closed
  expect(second.body).toMatchObject({ status: 0 } satisfies Partial<CheckoutResponse>);
  expect(await chargesOf(db, second.body.orderId)).toEqual([{ amount: 1000, outcome: 'paid' }]);
  expect(await onHandOf(db, product)).toEqual({ onHand: 4, ledger: 4 });
});

longTest('a mail that was sent just before the database was lost is not sent again', async () => {
  const product = await makeProduct(db, { onHand: 50 });
  const { mail, jobs, clock } = shop.deps;
  const lines = Array.from({ length: 2 }, () => checkOut(shop, checkoutOf([{ product }])));
  expect((await Promise.all(lines)).map(({ status }) => status)).toEqual(lines.map(() => 201));
  const sent: (string | undefined)[] = [];
  mail.send = async ({ id }) => {
    sent.push(id);
    await disconnectAll();
  };
  const unsent = async () => (await observer.db.selectFrom('unsent_mails').select('id').execute()).length;
  for (const until = Date.now() + 60_000; Date.now() < until && (await unsent()) > 0; await sleep(50)) {
    await jobs.finishAll().catch(() => {});
    clock.advance(60_000); // a mail whose sending was not recorded is due again after 15 minutes
  }
  expect(await unsent()).toBe(0);
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(sent).toEqual([...new Set(sent)]);
  await observer.close();
});
