import { randomBytes } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '../db/db.server.ts';
import { observeQueries } from '../db/observe-queries.server.ts';
import { traceRequests } from '../http/trace-requests.server.ts';
import { serveClientFiles } from '../rendering/page-bundle.server.ts';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { freshDatabase } from '../../../test/database.ts';
import { longTest } from '../../../test/long.ts';
import { makeProduct } from '../../../test/make.ts';
import { freePort } from '../../../test/own-shop.ts';
import { readMetrics, type Series } from '../../../test/read-metrics.ts';
import { makeMetrics } from './metrics.server.ts';
import { asText, Counter, Histogram } from './registry.server.ts';
import { serveMetrics } from './serve-metrics.server.ts';

const quiet = { warn: () => {}, error: () => {} };
const token = 'a token of the tests';
const metrics = makeMetrics(quiet);
const fresh = await freshDatabase();
const observed = openDb(fresh.connection, quiet, observeQueries({ metrics }));
const shop = await testApp({ environment: { METRICS_TOKEN: token }, metrics, database: { ...fresh, ...observed } });
const { ask, deps } = shop;

const scrape = async (): Promise<Series[]> => readMetrics(await textOf());
const textOf = async (): Promise<string> => {
  const answer = await ask('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return answer.bytes.toString();
};
const find = (all: readonly Series[], name: string, labels: Record<string, string> = {}) =>
  all.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    ?.value;

test('requests are counted by method, route pattern and status', async () => {
  await ask('GET', '/v1/products?search=mop');
  await ask('GET', '/v1/products/details/no-such-product');
  const all = await scrape();
  const name = 'http_server_request_duration_seconds_count';
  const route = { http_request_method: 'GET', http_route: '/v1/products' };
  expect(find(all, name, { ...route, http_response_status_code: '200' })).toBe(1);
  const details = { http_route: '/v1/products/details/:idOrUrl', http_response_status_code: '404' };
  expect(find(all, name, details)).toBe(1);
  expect(find(all, 'db_client_operation_duration_seconds_count')).toBeGreaterThan(0);
  expect(find(all, 'spruce_cache_reads_total', { cache: 'answers', result: 'miss' })).toBe(2);
  expect(find(all, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
});

test('orders, jobs and mails of the whole shop are there', async () => {
  const product = await makeProduct(deps.db, { onHand: 5 });
  await checkOut(shop, checkoutOf([{ product }]));
  const before = await scrape();
  expect(find(before, 'spruce_orders_total')).toBe(1);
  expect(find(before, 'spruce_jobs', { queue: 'order-mail', state: 'waiting' })).toBe(1);
  await sql`update jobs.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'`.execute(
    deps.db,
  );
  expect(find(await scrape(), 'spruce_job_age_seconds')).toBeGreaterThanOrEqual(3_600);
  await sql`insert into maintenance (is_on, since, switched_by) values (true, now(), 'a test')`.execute(deps.db);
  expect(find(await scrape(), 'spruce_job_age_seconds')).toBe(0);
  await sql`delete from maintenance`.execute(deps.db);
  await deps.jobs.finishAll();
  const after = await scrape();
  expect(find(after, 'spruce_jobs', { queue: 'order-mail', state: 'waiting' })).toBe(0);
  expect(find(after, 'spruce_job_age_seconds')).toBe(0);
  expect(find(after, 'spruce_mail_sent_total')).toBe(2);
  expect(find(after, 'spruce_migration_pending')).toBe(0);
});

test('only callers with the token see them', async () => {
  for (const authorization of [undefined, 'Bearer wrong', `Bearer ${token}x`, token]) {
    const answer = await ask('GET', '/metrics', { ...(authorization && { headers: { authorization } }) });
    expect([answer.status, answer.bytes.toString()]).toEqual([401, 'Not signed in.\n']);
  }
});

test('there is no such address where nothing is configured', async () => {
  const without = await testApp();
  expect((await without.ask('GET', '/metrics')).status).toBe(404);
});

test('a port of their own serves them and nothing else', async () => {
  const metricsPort = await freePort();
  const stop = await serveMetrics(metrics, { metricsPort, metricsHost: '127.0.0.1', metricsToken: undefined });
  const at = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
  expect(readMetrics(await (await at('/metrics')).text()).length).toBeGreaterThan(50);
  expect((await at('/v1/products')).status).toBe(404);
  const second = serveMetrics(metrics, { metricsPort, metricsHost: '127.0.0.1', metricsToken: undefined });
  await expect(second).rejects.toThrow(`METRICS_PORT ${metricsPort} on 127.0.0.1 cannot be used`);
  await stop();
});

test('labels are escaped, and no value breaks the format', () => {
  const counter = new Counter({ name: 'x_total', help: 'a\\b\nc' }, ['label']);
  counter.add('a"b\\c\nd');
  const values = [Infinity, -Infinity, NaN, 1e-9, 1e21].map((value, i) => ({ labels: { i: String(i) }, value }));
  const text = asText([counter.family(), { name: 'y', help: '', type: 'gauge', samples: values }]);
  expect(readMetrics(text)).toHaveLength(6);
  expect(text).toContain('x_total{label="a\\"b\\\\c\\nd"} 1\n');
});

test('further combinations of labels are counted together', () => {
  const histogram = new Histogram(
    { name: 'x', help: 'x' },
    { labels: ['route'], limits: [1], most: 2, overflow: () => ['other'] },
  );
  for (const route of ['a', 'b', 'c', 'd', 'a', 'c']) histogram.observe(0.5, route);
  const counts = readMetrics(asText([histogram.family()])).filter(({ name }) => name === 'x_count');
  expect(counts.map(({ labels, value }) => [labels['route'], value])).toEqual([
    ['a', 2],
    ['b', 1],
    ['other', 3],
  ]);
});

/** Calls every endpoint and random addresses, which anybody may do. */
async function crawl(addresses: number): Promise<void> {
  const { body } = await ask<{ paths: Record<string, Record<string, object>> }>('GET', '/v1/openapi.json');
  const random = () => randomBytes(9).toString('base64url');
  for (const [path, methods] of Object.entries(body.paths))
    for (const method of Object.keys(methods))
      await ask(method.toUpperCase() as 'GET', path.replace(/\{\w+\}/g, random), method === 'get' ? {} : { body: {} });
  const places = ['/v1/products/details/', '/v1/', '/', '/v1/shopping-orders/', '/files/', '/shopping/product-detail/'];
  for (let i = 0; i < addresses; i++)
    await ask('GET', `${places[i % places.length]}${random()}?${random()}=${random()}`);
}

test('there are fewer than 2,000 series, whatever addresses are called', async () => {
  await crawl(1_200);
  expect((await scrape()).length).toBeLessThan(2_000);
});

test('scripts and styles, whose names change with every build, are counted together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-client-'));
  afterAll(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  for (const name of ['favicon.ico', 'assets/one-x1.js', 'assets/two-x2.css'])
    await writeFile(join(folder, name), '/**/');
  const own = makeMetrics(quiet);
  const app = Fastify();
  traceRequests(app, { metrics: own });
  await serveClientFiles(app, folder);
  for (const path of ['/favicon.ico', '/assets/one-x1.js', '/assets/two-x2.css'])
    expect((await app.inject(path)).statusCode).toBe(200);
  await app.close();
  own.stop();
  const counts = readMetrics(await own.text()).filter(
    ({ name }) => name === 'http_server_request_duration_seconds_count',
  );
  expect(counts.map(({ labels, value }) => [labels['http_route'], value])).toEqual([
    ['/favicon.ico', 1],
    ['/assets/*', 2],
  ]);
});

longTest('there are fewer than 2,000 series after 100,000 addresses, and promtool finds no fault', async () => {
  await crawl(100_000);
  const text = await textOf();
  const count = readMetrics(text).length;
  console.info(`${count} series after 100,000 random addresses and all endpoints, ${text.length} bytes.`);
  expect(count).toBeLessThan(2_000);
  const { error } = spawnSync('promtool', ['--version']);
  if (error)
    return console.info('promtool is not installed (apt-get install prometheus): only our own parser has checked.');
  expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
  const alerts = new URL('../../../docs/prometheus-alerts.yml', import.meta.url).pathname;
  expect(execFileSync('promtool', ['check', 'rules', alerts], { encoding: 'utf8' })).toContain('SUCCESS');
});
