import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { publishChange } from '#platform/db/changes.server.ts';
import { type Db, inTransaction, type OpenDb, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { newId } from '#lib/uuid.ts';
import { runCheck } from '#system/checks/check.server.ts';
import { shopChecks } from '#system/checks/shop-checks.server.ts';
import type { Check } from '#system/contract.ts';
import { type RequestOptions, testApp, type TestApp } from './app.ts';
import { externalPostgres } from './external-postgres.ts';
import { makeProduct } from './make.ts';
import { makeAdministrator } from './people.ts';
import { placePaidOrder } from './sold.ts';

/* A primary and a streaming replica, whose replay a test can stop. `copy` asks the replica itself. */
const primary = await externalPostgres();
await primary.start(); // the embedded server that made its folder writes a log that no replica can follow
await primary.stop('SIGINT');
const replica = await externalPostgres({ primary });
let copy: OpenDb;
let shop: TestApp;

beforeAll(async () => {
  await primary.start();
  await replica.start();
  copy = openDb(replica.connection, console);
  const database = { ...openDb(primary.connection, console), connection: primary.connection };
  await migrate(database.db);
  shop = await testApp({ database, replica: replica.connection });
}, 60_000);

afterAll(async () => {
  await copy.close();
  await replica.end();
  await primary.end();
});

const stopReplay = () => sql`select pg_wal_replay_pause()`.execute(copy.db);
const resumeReplay = () => sql`select pg_wal_replay_resume()`.execute(copy.db);

async function caughtUp(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await sleep(50);
    if (shop.deps.replica?.upTo()) return;
  }
  throw new Error('The replica did not catch up.');
}

interface List {
  products: { productName: string }[];
}

const namesOf = async (search: string): Promise<string[]> =>
  (await shop.ask<List>('GET', `/v1/products?search=${search}`)).body.products.map(({ productName }) => productName);

/** Changes the name in the primary without publishing that, so that the answer shows which of the two was read. */
const rename = (from: string, to: string) =>
  sql`update product_cards set brief = replace(brief, ${from}, ${to})`.execute(shop.deps.db);

test('the catalogue is read from the replica, but from the primary while a published change is missing there', async () => {
  await makeProduct(shop.deps.db, { name: 'Replica mop' });
  await caughtUp();
  await stopReplay();
  await rename('Replica mop', 'Primary mop');
  expect(await namesOf('mop')).toEqual(['Replica mop']);
  await inTransaction(shop.deps.db, (tx) => publishChange(tx, 'catalogue'));
  await expect.poll(() => namesOf('mop')).toEqual(['Primary mop']);
  expect(shop.deps.replica?.upTo()).toBeUndefined();
  await resumeReplay();
  await caughtUp();
  expect(await namesOf('mop')).toEqual(['Primary mop']);
});

interface Sales {
  total: { refunds: number };
}

test('a report includes what its reader has just written although the replica lags; others read the replica', async () => {
  const order = await placePaidOrder(shop, [{ product: await makeProduct(shop.deps.db, { name: 'Bucket' }) }]);
  const manager = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders', 'ViewReports'] });
  await caughtUp();
  await stopReplay();
  const session = { session: manager.token };
  const refund = await shop.ask('POST', `/v1/manage-orders/${order.id}/refund`, {
    cookies: session,
    headers: { 'idempotency-key': newId(), 'sec-fetch-site': 'same-origin' },
    body: { reason: 'Damaged on the way', amount: 4 },
  });
  expect(refund.status).toBe(201);
  const position = refund.cookies.find(({ name }) => name === 'read-after')?.value ?? '';
  const refundsRead = async (how: RequestOptions) =>
    (await shop.ask<Sales>('GET', '/v1/reports/sales?startDate=2026-03-02&endDate=2026-03-02', how)).body.total.refunds;
  expect(await refundsRead({ cookies: session })).toBe(0);
  expect(await refundsRead({ cookies: { ...session, 'read-after': position } })).toBe(4);
  expect(await refundsRead({ cookies: session, headers: { 'x-read-after': position } })).toBe(4);
  expect(await refundsRead({ token: manager.token })).toBe(4);
  expect(await refundsRead({ cookies: { ...session, 'read-after': 'no position' } })).toBe(4);
  await resumeReplay();
  await expect.poll(() => refundsRead({ cookies: session })).toBe(4);
});

test('a read by POST is not remembered as a write', async () => {
  const product = await makeProduct(shop.deps.db, { name: 'Brush' });
  const body = { cartItems: [{ id: product.id, variationItemId: null, qty: 1 }], promoCode: null };
  const { status, headers, cookies } = await shop.ask('POST', '/v1/shopping-cart-items', { body });
  expect([status, headers['x-read-after'], cookies]).toEqual([200, undefined, []]);
});

test('an order can be read at once, however far the replica lags', async () => {
  const product = await makeProduct(shop.deps.db, { name: 'Sponge' });
  await caughtUp();
  await stopReplay();
  const order = await placePaidOrder(shop, [{ product }]);
  expect(order.orderItems.map(({ productName }) => productName)).toEqual(['Sponge']);
  await resumeReplay();
});

/** One check of the page System, with the replica configured. */
function check(key: string, db: Db = shop.deps.db): Promise<Check> {
  const one = shopChecks.find((known) => known.key === key);
  if (!one) throw new Error(`No check ${key}.`);
  return runCheck(one, {
    ...shop.deps,
    db,
    env: { ...shop.deps.env, databaseReplicaUrl: 'postgres://replica/spruce' },
  });
}

test('a database user who may not see other sessions causes no lasting warning about replication', async () => {
  await caughtUp();
  const [replication, database] = await shop.deps.db.transaction().execute(async (tx) => {
    await sql`create role without_details`.execute(tx);
    await sql`set local role without_details`.execute(tx);
    const seen = [await check('replication', tx), await check('database', tx)];
    await sql`reset role`.execute(tx);
    await sql`drop role without_details`.execute(tx);
    return seen;
  });
  expect(replication).toMatchObject({ state: 'ok', figure: expect.stringContaining('may not see more') });
  expect(database?.figure).toMatch(/, [1-9]\d* of \d+ connections$/);
});

test('without its replica the shop reads the primary, and the replica again once it is back', async () => {
  await makeProduct(shop.deps.db, { name: 'Squeegee' });
  await caughtUp();
  expect(await check('replication')).toMatchObject({
    state: 'ok',
    figure: expect.stringMatching(/^1 replica, at most/),
  });
  await replica.stop('SIGKILL');
  expect(await namesOf('squeegee')).toEqual(['Squeegee']);
  await expect.poll(() => shop.deps.replica?.upTo()).toBeUndefined();
  const isDown = { state: 'warning', figure: 'No replica is connected' };
  await expect.poll(() => check('replication')).toMatchObject(isDown); // its connection may last a moment longer
  await replica.start();
  await caughtUp();
  expect(await namesOf('squeegee')).toEqual(['Squeegee']);
});

test('a primary is no replica: it is refused as one, with a line in the log', async () => {
  const other = await testApp({
    database: { ...openDb(primary.connection, console), connection: primary.connection },
    replica: primary.connection,
  });
  await expect.poll(() => other.log()).toContain('DATABASE_REPLICA_URL is not a replica.');
  expect(other.deps.replica?.upTo()).toBeUndefined();
});
