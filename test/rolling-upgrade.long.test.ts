import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { checkoutOf, type CheckoutResponse } from './buyer.ts';
import { externalPostgres } from './external-postgres.ts';
import { makeProduct } from './make.ts';
import { nextRelease } from './next-release.ts';
import { type ShopProcess, shopProcess } from './own-shop.ts';
import { discrepanciesOf, noDiscrepancies, onHandOf } from './shop-state.ts';

const ordersPerMinute = 200;
const stock = 1_000_000;
const environment = {
  SESSION_SECRET: 'one secret for both nodes, which is long enough',
  STOP_DELAY: '2',
  LOG_LEVEL: 'info',
};

/** A column more in tables that the former release reads as a whole; later, what only the first release read is dropped. */
const migrations = {
  '0098-more':
    'export const up = async (db) => { await sql`alter table users add column nickname text; alter table orders add column gift text`.execute(db); };',
  '0099-less':
    "export const phase = 'contract';\nexport const up = async (db) => { await sql`drop table kysely_migration, kysely_migration_lock`.execute(db); };",
};

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Counts of what callers saw: answers by status, and requests that the proxy sent to the other node. */
interface Seen {
  statuses: Record<string, number>;
  retried: Record<string, number>;
  numbers: string[];
}

/**
 * Like a proxy with two nodes: asks those that are ready, in turn, and tries the other one after a lost connection or a 502. Orders carry
 * an Idempotency-Key, so they may be sent again.
 */
function proxy(nodes: readonly ShopProcess[], seen: Seen) {
  const ready = new Set(nodes);
  const check = async (): Promise<void> => {
    for (const node of nodes) {
      const isReady = await fetch(`${node.address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(node);
      else ready.delete(node);
    }
  };
  const timer = setInterval(() => void check(), 500);
  let turn = 0;
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const from = ready.size > 0 ? [...ready] : nodes;
    turn += 1;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { address } = from[(turn + attempt) % from.length] as ShopProcess; // the index is within range
      const answer = await fetch(address + path, init).catch((error: Error & { cause?: { code?: string } }) => error);
      const kind = answer instanceof Error ? `lost: ${String(answer.cause)}` : String(answer.status);
      if (answer instanceof Error || answer.status === 502) {
        seen.retried[kind] = (seen.retried[kind] ?? 0) + 1;
        continue;
      }
      seen.statuses[kind] = (seen.statuses[kind] ?? 0) + 1;
      return answer.json();
    }
    seen.statuses['failed'] = (seen.statuses['failed'] ?? 0) + 1;
    return undefined;
  };
  return { ask, stop: () => clearInterval(timer) };
}

test(`a rolling upgrade under ${ordersPerMinute} orders a minute fails no request, and contracts last`, async () => {
  const server = await externalPostgres();
  await server.start();
  closing.push(server.end);
  const release = await nextRelease('0.2.0', migrations);
  closing.push(release.end);
  const former = () => shopProcess(server.connection, environment);
  const newer = () => shopProcess(server.connection, environment, release.folder);
  const start = async (make: () => Promise<ShopProcess>): Promise<ShopProcess> => {
    const shop = await make();
    closing.push(shop.end);
    await shop.start();
    return shop;
  };
  const nodes = [await start(former), await start(former)];
  const { db, close } = openDb({ ...server.connection, max: 3 }, console);
  closing.push(close);
  const product = await makeProduct(db, { onHand: stock, price: 10 });
  const has = async (table: string) =>
    (await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(db)).rows[0]?.has;

  const seen: Seen = { statuses: {}, retried: {}, numbers: [] };
  const { ask, stop } = proxy(nodes, seen);
  let isOpen = true;
  const buying = (async () => {
    const running = new Set<Promise<void>>();
    while (isOpen) {
      const order = (async () => {
        await ask('/v1/products');
        const headers = { 'content-type': 'application/json', 'idempotency-key': newId() };
        const body = JSON.stringify(checkoutOf([{ product }]));
        const placed = (await ask('/v1/shopping-checkouts', { method: 'POST', headers, body })) as
          | CheckoutResponse
          | undefined; // the API's response
        if (placed?.orderNumber) seen.numbers.push(placed.orderNumber);
      })();
      running.add(order);
      void order.finally(() => running.delete(order));
      await sleep(60_000 / ordersPerMinute);
    }
    await Promise.all(running);
  })();

  await sleep(5_000);
  await nodes[0]?.stop();
  nodes[0] = await start(newer);
  await sleep(15_000); // longer than the interval at which contract migrations are tried
  expect(await has('kysely_migration')).toBe(true); // one of the former release beats
  expect(nodes[0].log().join('\n')).toContain('contract migrations wait until no process of these versions is left');

  await nodes[1]?.stop();
  nodes[1] = await start(former); // it can start on the schema that the newer release has expanded
  await sleep(3_000);
  await nodes[1].stop();
  nodes[1] = await start(newer);
  await expect.poll(() => has('kysely_migration'), { timeout: 60_000 }).toBe(false);
  await sleep(3_000);
  isOpen = false;
  await buying;
  stop();

  const late = await former();
  closing.push(late.end);
  await expect(late.start()).rejects.toThrow('The server ended with 1.');

  console.log(JSON.stringify({ orders: seen.numbers.length, ...seen, numbers: undefined }));
  expect(Object.keys(seen.statuses).sort()).toEqual(['200', '201']);
  expect(new Set(seen.numbers).size).toBe(seen.statuses['201']);
  const { rows } = await sql<{ number: string }>`select number from orders where payment = 'paid'`.execute(db);
  expect(rows.map(({ number }) => number).sort()).toEqual(seen.numbers.sort());
  expect(await discrepanciesOf(db, product)).toEqual(noDiscrepancies);
  expect(await onHandOf(db, product)).toEqual({ onHand: stock - rows.length, ledger: stock - rows.length });
  const unfinished = () =>
    sql`select name, state from jobs.job where state not in ('completed') and start_after < now() + interval '1 minute'`.execute(
      db,
    );
  await expect.poll(unfinished, { timeout: 60_000 }).toMatchObject({ rows: [] });
  expect(await db.selectFrom('unsent_mails').select('id').execute()).toEqual([]);
});
