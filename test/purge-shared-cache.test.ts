import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishChange } from '#platform/db/changes.server.ts';
import type { Rounds } from '#platform/process/periodic-rounds.server.ts';
import { startPurging } from '#platform/rendering/purge-shared-cache.server.ts';
import { testApp } from './app.ts';
import { startReceiver } from './receiver.ts';
import { longTest } from './long.ts';

const { deps } = await testApp();
const { db } = deps;
const cache = await startReceiver();
const env = { purgeUrl: `${cache.origin}/service/1/purge`, purgeToken: 'secret' };
let nodes: Rounds[] = [];

beforeEach(async () => {
  cache.came.length = 0;
  cache.answer = (response) => response.writeHead(200).end();
  await sql`delete from cache_purges`.execute(db);
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
});

const startNodes = (count: number, target: Partial<typeof env> = env) => {
  for (let i = 0; i < count; i++)
    nodes.push(startPurging({ ...deps, env: { purgeUrl: undefined, purgeToken: undefined, ...target } }));
};
const change = (tags: readonly `product-${string}`[]) =>
  db.transaction().execute((tx) => publishChange(tx, 'catalogue', tags));
const tagsOf = ({ body }: { body: string }): string[] =>
  (JSON.parse(body) as { surrogate_keys: string[] }).surrogate_keys; // as sent
const posted = (): string[][] => cache.came.map(tagsOf);
const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from cache_purges`.execute(db)).rows[0]?.n ?? 0;

test('the tags of a change are posted as Fastly takes them, and once more three seconds later', async () => {
  startNodes(1);
  const from = performance.now();
  await change(['product-1', 'product-2', 'product-1']);
  await expect.poll(posted, { interval: 20 }).toEqual([['product-1', 'product-2']]);
  expect(cache.came[0]).toMatchObject({
    path: '/service/1/purge',
    headers: { 'surrogate-key': 'product-1 product-2', 'fastly-key': 'secret', authorization: 'Bearer secret' },
  });
  await expect.poll(() => cache.came.length, { timeout: 5_000 }).toBe(2);
  expect(performance.now() - from).toBeGreaterThan(2_900);
  expect(posted()[1]).toEqual(posted()[0]);
  await expect.poll(waiting).toBe(0);
});

test('a change that is rolled back posts nothing', async () => {
  startNodes(1);
  const undone = db.transaction().execute(async (tx) => {
    await publishChange(tx, 'settings');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await change(['product-1']);
  await expect.poll(posted).toEqual([['product-1']]);
});

test('many tags go out in calls of at most 256, and of at most 7,000 bytes', async () => {
  const short = Array.from({ length: 300 }, (_, i) => `product-${i}` as const);
  await change(short);
  startNodes(1);
  await expect.poll(() => posted().flat().length).toBe(300);
  expect(posted().map((tags) => tags.length)).toEqual([256, 44]);
  cache.came.length = 0;
  await change(Array.from({ length: 200 }, (_, i) => `product-${'x'.repeat(60)}${i}` as const));
  await expect.poll(() => new Set(posted().flat()).size).toBeGreaterThanOrEqual(200);
  for (const { headers } of cache.came) expect(String(headers['surrogate-key']).length).toBeLessThanOrEqual(7_000);
});

longTest('a cache that fails is asked again until it takes the tags', async () => {
  let failures = 2;
  cache.answer = (response) => response.writeHead(failures-- > 0 ? 503 : 200).end();
  startNodes(1);
  await change(['product-1']);
  await expect.poll(() => cache.came.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  expect(posted().slice(0, 3)).toEqual([['product-1'], ['product-1'], ['product-1']]);
});

test('several nodes post each tag once', async () => {
  cache.answer = (response) => setTimeout(() => response.writeHead(200).end(), 200); // long enough for the others to look
  startNodes(4);
  await change(['product-1']);
  await expect.poll(() => cache.came.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(cache.came).toHaveLength(1);
});

test('without PURGE_URL nothing is posted, and rows are deleted after a day', async () => {
  await change(['product-1']);
  await sql`insert into cache_purges (tag, created_at) values ('site', now() - interval '25 hours')`.execute(db);
  startNodes(1, {});
  await expect.poll(waiting).toBe(1);
  expect(cache.came).toEqual([]);
});
