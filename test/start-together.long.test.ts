import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#platform/db/db.server.ts';
import { type ExternalPostgres, externalPostgres } from './external-postgres.ts';
import { type Release, nextRelease } from './next-release.ts';
import { type ShopProcess, shopProcess } from './own-shop.ts';

/** Slow, so that others arrive while it runs. */
const slow = '0098-slow';
const body = 'export const up = async (db) => { await sql`select pg_sleep(6)`.execute(db); };';
const nodes = 10;

let server: ExternalPostgres;
let release: Release;
beforeAll(async () => {
  server = await externalPostgres({ mostConnections: 400 }); // each node has up to 17
  await server.start();
  release = await nextRelease('0.2.0', { [slow]: body });
});
afterAll(async () => {
  await release.end();
  await server.end();
});

const firstRelease = gunzipSync(await readFile(join(import.meta.dirname, 'first-release.sql.gz'))).toString();

/** A database of its own on the server, empty or as the first release left it. */
async function databaseNamed(name: string, content: string): Promise<Connection> {
  const connection = { ...server.connection, database: name };
  await query(server.connection, `create database ${name}`);
  if (content !== '') await query(connection, content);
  return connection;
}

async function query<Row extends object>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const waits = ({ log }: ShopProcess) => log().some((line) => line.includes('Another process is migrating'));
const hasMigrated = ({ log }: ShopProcess) => log().some((line) => line.includes('the database was migrated'));
const environment = {
  LOG_LEVEL: 'info',
  SESSION_SECRET: 'one secret for all nodes, which is long enough',
};

interface Started {
  shops: ShopProcess[];
  /** Each resolves to whether the process came to serve. */
  serving: Promise<boolean>[];
  /** When the first request for products was answered 200, by the clock of this machine. */
  firstServed(): number | undefined;
  reasons: Set<string>;
  end(): Promise<void>;
}

async function startAll(connection: Connection): Promise<Started> {
  const shops = await Promise.all(
    Array.from({ length: nodes }, () => shopProcess(connection, environment, release.folder)),
  );
  const reasons = new Set<string>();
  let isOpen = true;
  let servedAt: number | undefined;
  const watch = async ({ address }: ShopProcess): Promise<void> => {
    while (isOpen) {
      const ready = await fetch(`${address}/readyz`).catch(() => undefined);
      if (ready?.status === 503) reasons.add(((await ready.json()) as { reason: string }).reason);
      const shown = await fetch(`${address}/v1/products`).catch(() => undefined);
      await shown?.arrayBuffer();
      if (shown?.ok) servedAt ??= Date.now();
      await sleep(100);
    }
  };
  const watching = shops.map(watch);
  const serving = shops.map((shop) =>
    shop.start().then(
      () => true,
      () => false,
    ),
  );
  const end = async (): Promise<void> => {
    isOpen = false;
    await Promise.all(watching);
    await Promise.all(shops.map((shop) => shop.end()));
  };
  onTestFinished(end);
  return { shops, serving, firstServed: () => servedAt, reasons, end };
}

const finishedAt = async (connection: Connection): Promise<number> => {
  const [row] = await query<{ at: Date }>(
    connection,
    `select finished_at as at from schema_migrations where name = '${slow}'`,
  );
  return row?.at.getTime() ?? Number.NaN;
};

describe.each([
  ['an empty database', 'empty', ''],
  ['a database of the first release', 'old', firstRelease],
])('ten nodes that start at once on %s', (_, name, content) => {
  test('one migrates, nine say that they wait, and none serves before', async () => {
    const connection = await databaseNamed(name, content);
    const started = await startAll(connection);
    expect(await Promise.all(started.serving)).toEqual(started.shops.map(() => true));
    await expect.poll(started.firstServed).toBeDefined();
    await started.end();
    expect(started.shops.filter(hasMigrated)).toHaveLength(1);
    expect(started.shops.filter((shop) => waits(shop) && !hasMigrated(shop))).toHaveLength(nodes - 1);
    expect(started.firstServed()).toBeGreaterThan(await finishedAt(connection));
    expect([...started.reasons].sort()).toEqual(['starting', 'waiting for migration']);
  });

  test('the migrating one is killed in the middle, and another finishes', async () => {
    const connection = await databaseNamed(`${name}_killed`, content);
    const started = await startAll(connection);
    const { shops } = started;
    await expect.poll(() => shops.filter(waits).length).toBe(nodes - 1);
    const migrating = shops.find((shop) => !waits(shop));
    await sleep(1_000);
    await migrating?.kill();
    const hasServed = await Promise.all(started.serving);
    await started.end();
    expect(hasServed.map((served, place) => served || shops[place] === migrating)).toEqual(shops.map(() => true));
    expect(shops.filter(hasMigrated)).toHaveLength(1);
    expect(started.firstServed()).toBeGreaterThan(await finishedAt(connection));
  });
});

test('two nodes that start on an empty database fill it with the demo once', async () => {
  const connection = await databaseNamed('demo', '');
  const url = `postgres://spruce@127.0.0.1:${connection.port}/demo`;
  const seed = () =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/demo.server.ts'], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DEMO_CONTENT: 'catalogue',
        PAYMENT_PROVIDER: 'test',
        DATA_DIR: release.folder,
        SESSION_SECRET: environment.SESSION_SECRET,
      },
      stdio: 'inherit',
    });
  const codes = await Promise.all([seed(), seed()].map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0]);
  const [counts] = await query<Record<string, number>>(
    connection,
    'select count(*)::int as products, count(distinct url)::int as urls, (select count(*)::int from promos) as promos, (select count(distinct code)::int from promos) as codes from products',
  );
  expect(counts?.['products']).toBeGreaterThan(0);
  expect([counts?.['products'], counts?.['promos']]).toEqual([counts?.['urls'], counts?.['codes']]);
});
