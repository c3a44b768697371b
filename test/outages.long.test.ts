import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Connection, type Db, openDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { checkoutOf, type CheckoutResponse } from './buyer.ts';
import { answers, externalPostgres } from './external-postgres.ts';
import { makeProduct } from './make.ts';
import { type ShopProcess, shopProcess } from './own-shop.ts';
import { discrepanciesOf, noDiscrepancies, onHandOf } from './shop-state.ts';

const outages = 50;
const buyers = 8;
const stock = 1_000_000;
const servesWithinMs = 5_000;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A database under test: its connection, and ways to interrupt it. Each resolves once it accepts connections again. */
interface Victim {
  connection: Connection;
  ways: Record<string, (db: Db) => Promise<void>>;
}

async function untilItAnswers(connection: Connection): Promise<void> {
  while (!(await answers(connection))) await sleep(10);
}

const disconnect = async (db: Db): Promise<void> => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
};

/** Makes the server drop every connection and recover. */
const killBackend = (connection: Connection) => async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`.execute(db);
  for (const { pid } of rows) process.kill(pid, 'SIGKILL');
  await sleep(50);
  await untilItAnswers(connection);
};

function embedded(dataDir: string): Victim {
  const folder = join(dataDir, 'postgres');
  const connection = { host: folder, port: 5432, user: 'spruce', database: 'spruce' };
  const end = (signal: NodeJS.Signals) => async () => {
    const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), signal);
    while (await answers(connection)) await sleep(5);
    await untilItAnswers(connection); // the shop's process restarts it
  };
  const ways = { restart: end('SIGINT'), disconnect, kill: end('SIGKILL'), 'kill backend': killBackend(connection) };
  return { connection, ways };
}

async function external(): Promise<Victim> {
  const server = await externalPostgres();
  await server.start();
  closing.push(server.end);
  const restart = (signal: 'SIGINT' | 'SIGKILL', awayMs: number) => async () => {
    await server.stop(signal);
    await sleep(awayMs);
    await server.start();
  };
  const { connection } = server;
  const ways = {
    restart: restart('SIGINT', 0),
    disconnect,
    'stay away': restart('SIGINT', 3_000),
    kill: restart('SIGKILL', 500),
    'kill backend': killBackend(connection),
  };
  return { connection, ways };
}

interface Counted {
  answers: Record<string, number>;
  placed: { key: string; number: string | null; at: number }[];
  /** Reasons of failed orders: a charge that never reached the provider is cancelled. */
  refused: Set<string>;
  /** The sentences of the 503 responses. */
  sentences: Set<string>;
}

/** Buyers who each retry with the same key until their order is decided, like the page, until `isOpen` returns false. */
function shopAt(
  shops: readonly ShopProcess[],
  body: object,
  isOpen: () => boolean,
): { counted: Counted; done: Promise<unknown> } {
  const counted: Counted = { answers: {}, placed: [], refused: new Set(), sentences: new Set() };
  const ask = async (shop: ShopProcess, key: string): Promise<CheckoutResponse | undefined> => {
    const at = performance.now();
    const answer = await fetch(`${shop.address}/v1/shopping-checkouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch((error: Error) => ({ status: `broken: ${error.message}`, json: undefined, headers: new Headers() }));
    counted.answers[answer.status] = (counted.answers[answer.status] ?? 0) + 1;
    const placed = answer.json && ((await answer.json()) as CheckoutResponse & { Message?: string }); // the API's response
    if (answer.status === 503) {
      const wait = Number(answer.headers.get('retry-after'));
      counted.sentences.add(wait > 0 ? (placed?.Message ?? '') : 'no Retry-After');
    }
    if (!placed || typeof answer.status === 'string' || answer.status >= 300 || placed.isPending) return undefined;
    if (placed.status === 0) counted.placed.push({ key, number: placed.orderNumber, at });
    for (const { reason } of placed.orderIssues) counted.refused.add(reason);
    return placed;
  };
  const buyer = async (n: number): Promise<void> => {
    for (let order = 0; isOpen(); order++) {
      const key = newId();
      for (let tries = 0; !(await ask(shops[(n + tries) % shops.length] as ShopProcess, key)); tries++) await sleep(50); // the index is within range
    }
  };
  return { counted, done: Promise.all(Array.from({ length: buyers }, (_, n) => buyer(n))) };
}

async function survives(shops: readonly ShopProcess[], { connection, ways }: Victim): Promise<void> {
  const observer = openDb({ ...connection, max: 4 }, { error: () => {} });
  closing.push(observer.close);
  const { db } = observer;
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  let isOpen = true;
  const { counted, done } = shopAt(shops, checkoutOf([{ product }]), () => isOpen);
  const back: number[] = [];
  const placedSince = (at: number) => counted.placed.filter((one) => one.at >= at).length;
  for (let outage = 0; outage < outages; outage++) {
    const before = performance.now();
    while (placedSince(before) < 5) await sleep(5);
    await sleep((outage * 37) % 200); // at a different phase of the buyers' requests each time
    const all = Object.values(ways);
    await all[outage % all.length]?.(db);
    const returned = performance.now();
    while (placedSince(returned) === 0 && performance.now() - returned < 30_000) await sleep(2);
    back.push(Math.round(performance.now() - returned));
    expect(shops.map((shop) => shop.isRunning())).toEqual(shops.map(() => true));
  }
  isOpen = false;
  await done;
  const waiting = () => db.selectFrom('orders').select('id').where('payment', '=', 'awaiting').execute();
  for (const until = Date.now() + 40_000; Date.now() < until && (await waiting()).length > 0; ) await sleep(100);

  const { rows } = await sql<{ key: string; number: string }>`
    select a.key, o.number from orders o join checkout_attempts a on a.order_id = o.id where o.payment = 'paid'`.execute(
    db,
  );
  const numbers = new Map(rows.map(({ key, number }) => [key, number]));
  for (const { key, number } of counted.placed) expect(numbers.get(key)).toBe(number);
  const withdrawn = 'The payment was not completed. You have not been charged.';
  expect([...counted.refused].filter((reason) => reason !== withdrawn)).toEqual([]);
  // The second sentence appears if reconnecting takes so long that the machine sheds load.
  const sentences = ['Please try again in a moment.', 'The server is busy. Please try again.'];
  expect([...counted.sentences].filter((sentence) => !sentences.includes(sentence))).toEqual([]);
  expect(counted.sentences).toContain(sentences[0]);
  expect(await discrepanciesOf(db, product)).toEqual(noDiscrepancies);
  expect(await onHandOf(db, product)).toEqual({ onHand: stock - rows.length, ledger: stock - rows.length });
  expect(Object.keys(counted.answers).filter((status) => !['200', '201', '503'].includes(status))).toEqual([]);
  const slowest = Math.max(...back);
  const figures = {
    outages,
    orders: rows.length,
    answers: counted.answers,
    sentences: [...counted.sentences],
    slowestMs: slowest,
    medianMs: back.sort((a, b) => a - b)[outages >> 1],
  };
  console.log(JSON.stringify(figures));
  expect(slowest).toBeLessThan(servesWithinMs);
}

test(`${outages} outages of the embedded database under load: 503, and served again within 5 s`, async () => {
  const shop = await shopProcess(undefined);
  closing.push(shop.end);
  await shop.start();
  await survives([shop], embedded(shop.dataDir));
}, 1_800_000);

test(`${outages} outages of an external database under two nodes: 503, and served again within 5 s`, async () => {
  const victim = await external();
  const secret = { SESSION_SECRET: 'one secret for both nodes, which is long enough' };
  const shops = await Promise.all([shopProcess(victim.connection, secret), shopProcess(victim.connection, secret)]);
  closing.push(...shops.map((shop) => shop.end));
  await Promise.all(shops.map((shop) => shop.start()));
  await survives(shops, victim);
}, 1_800_000);
