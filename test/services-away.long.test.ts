import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#platform/process/clock.server.ts';
import { openDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { buyer, checkoutOf, tryCheckout } from './buyer.ts';
import { externalPostgres } from './external-postgres.ts';
import { openMailbox } from './mailbox.ts';
import { makeField, makeForm, storeForm } from './make-form.ts';
import { makeProduct, type MadeProduct } from './make.ts';
import { freePort, shopProcess } from './own-shop.ts';
import { pdf } from './sample-files.ts';
import { filesPath } from './send-form-file.ts';
import { discrepanciesOf, noDiscrepancies, onHandOf } from './shop-state.ts';

/** How long mail server and S3 store are away: a minute, or as SPRUCE_AWAY_MINUTES says. */
const awayMs = Number(process.env['SPRUCE_AWAY_MINUTES'] ?? 1) * 60_000;
const databaseAwayMs = 60_000;
const workerKills = 20;
const stock = 1_000_000;
const untilMailMs = 130 * 60_000; // a mail that has failed often waits for up to two hours, unless another gets through

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const folder = await mkdtemp(join(tmpdir(), 'spruce-away-'));
closing.push(() => rm(folder, { recursive: true, force: true }));
const postgres = await externalPostgres();
await postgres.start();
closing.push(postgres.end);

const came: { to: string; messageId: string }[] = [];
const mailPort = await freePort();
let mailbox = await openMailbox(mailPort, came);
closing.push(() => mailbox.close());

const bucketPort = await freePort();
/** An S3 store on the same folder and port each time. */
async function openBucket(): Promise<S3rver> {
  const bucket = new S3rver({
    port: bucketPort,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'spruce', configs: [] }],
  });
  await bucket.run();
  return bucket;
}
let bucket = await openBucket();
closing.push(() => bucket.close());

const environment = {
  SESSION_SECRET: 'one secret for both processes, which is long enough',
  SMTP_URL: mailbox.url,
  S3_BUCKET: 'spruce',
  S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  LOG_LEVEL: 'fatal',
};
const web = await shopProcess(postgres.connection, { ...environment, ROLE: 'web' });
const worker = await shopProcess(postgres.connection, { ...environment, ROLE: 'worker' });
closing.push(web.end, worker.end);
await web.start();
await worker.start();
const observer = openDb({ ...postgres.connection, max: 2 }, { error: () => {} });
closing.push(observer.close);
const { db } = observer;
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers' });
const form = await storeForm({ db, clock: systemClock }, makeForm([papers]));

interface Placed {
  email: string;
  key: string;
}

/** A buyer who places one order after the other until `stop`, and tries each again until it is decided. */
function buying(product: MadeProduct, name: string, pauseMs: number) {
  const placed: Placed[] = [];
  let isOpen = true;
  const run = async (): Promise<void> => {
    for (let n = 0; isOpen; n++) {
      const order = { email: `${name}-${n}@example.com`, key: newId() };
      const body = checkoutOf([{ product }], { billingInfo: { ...buyer, email: order.email } });
      const ask = () => tryCheckout(web.address, order.key, body);
      let answer = await ask();
      for (; !answer; answer = await ask()) await sleep(200);
      if (answer.status === 0) placed.push(order);
      await sleep(pauseMs);
    }
  };
  const done = run();
  const stop = async (): Promise<Placed[]> => {
    isOpen = false;
    await done;
    return placed;
  };
  return { placed, stop };
}

/** Every buyer gets the mail of their order; returns how many were delivered more than once, with the same Message-ID. */
async function expectMails(placed: readonly Placed[]): Promise<number> {
  const waiting = () => db.selectFrom('unsent_mails').select('id').execute();
  for (const until = Date.now() + untilMailMs; Date.now() < until && (await waiting()).length > 0; ) await sleep(500);
  expect(await waiting()).toEqual([]);
  const ids = Map.groupBy(came, ({ to }) => to);
  for (const { email } of placed)
    expect(new Set(ids.get(email)?.map(({ messageId }) => messageId))).toHaveProperty('size', 1);
  return came.length - new Set(came.map(({ messageId }) => messageId)).size;
}

async function expectStock(product: MadeProduct, placed: readonly Placed[]): Promise<void> {
  const attempts = await db
    .selectFrom('checkout_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('a.key')
    .where('o.payment', '=', 'paid')
    .execute();
  const paid = new Set(attempts.map(({ key }) => key));
  expect(placed.filter(({ key }) => !paid.has(key))).toEqual([]);
  expect(await discrepanciesOf(db, product)).toEqual(noDiscrepancies);
  const sold = placed.length;
  expect(await onHandOf(db, product)).toEqual({ onHand: stock - sold, ledger: stock - sold });
}

async function upload(): Promise<number> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(pdf())], 'plan.pdf'));
  const answer = await fetch(`${web.address}${filesPath(form.id)}?fieldId=${papers.id}`, { method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
}

const readiness = async (): Promise<number> => (await fetch(`${web.address}/readyz`)).status;

test(`the worker is killed ${workerKills} times under orders: every buyer gets their mail`, async () => {
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  const shopping = buying(product, 'killed', 200);
  for (let kills = 0; kills < workerKills; kills++) {
    const before = shopping.placed.length;
    while (shopping.placed.length < before + 3) await sleep(5);
    await sleep((kills * 37) % 200); // at another phase of the work each time
    await worker.kill();
    await worker.start();
  }
  const placed = await shopping.stop();
  await worker.kill();
  await worker.start(20 * 60_000); // so that what was in flight at a kill is due now
  const repeated = await expectMails(placed);
  await expectStock(product, placed);
  console.log(JSON.stringify({ workerKills, orders: placed.length, mails: came.length, repeated }));
}, 7_200_000);

test(`the database is away for ${databaseAwayMs / 1_000} s under orders: nothing acknowledged is lost, and both processes recover`, async () => {
  await worker.stop();
  await worker.start();
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  const shopping = buying(product, 'database', 100);
  while (shopping.placed.length < 20) await sleep(20);
  await postgres.stop('SIGKILL');
  await sleep(databaseAwayMs);
  expect(await readiness()).toBe(503);
  await postgres.start();
  const back = Date.now();
  const before = shopping.placed.length;
  while (shopping.placed.length < before + 20) await sleep(20);
  const servedMs = Date.now() - back;
  const placed = await shopping.stop();
  const repeated = await expectMails(placed);
  await expectStock(product, placed);
  expect([web.isRunning(), worker.isRunning()]).toEqual([true, true]);
  console.log(JSON.stringify({ databaseAwayMs, orders: placed.length, servedMs, repeated }));
}, 7_200_000);

test(`mail server and S3 store are away for ${awayMs / 60_000} min: orders go on, uploads are refused, and everything recovers by itself`, async () => {
  expect(await upload()).toBe(201);
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  const delivered = came.length;
  await mailbox.close();
  await bucket.close();
  const shopping = buying(product, 'services', Math.max(200, awayMs / 300));
  const away = Date.now();
  const refused: number[] = [];
  for (; Date.now() - away < awayMs; await sleep(awayMs / 20)) {
    refused.push(await upload());
    expect(await readiness()).toBe(200);
  }
  expect(new Set(refused)).toEqual(new Set([503]));
  mailbox = await openMailbox(mailPort, came);
  bucket = await openBucket();
  const back = Date.now();
  while ((await upload()) !== 201) await sleep(200);
  const uploadMs = Date.now() - back;
  const placed = await shopping.stop();
  const repeated = await expectMails(placed);
  const mailsMs = Date.now() - back;
  expect(came.length - delivered).toBeGreaterThanOrEqual(placed.length);
  await expectStock(product, placed);
  console.log(JSON.stringify({ awayMs, orders: placed.length, refused: refused.length, uploadMs, mailsMs, repeated }));
}, 14_400_000);
