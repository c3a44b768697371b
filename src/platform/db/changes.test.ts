import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import { freshDatabase } from '../../../test/database.ts';
import { openLog } from '../process/log.server.ts';
import { publishChange, subscribeToChanges, type Topic, topics } from './changes.server.ts';
import { Invalidations } from './invalidations.server.ts';

const { db, connection } = await freshDatabase();
const changes = await subscribeToChanges(connection, openLog('silent'));
afterAll(() => changes.stop());

let received: [Topic, readonly CacheTag[] | undefined][] = [];
for (const topic of topics) changes.subscribe(topic, (tags) => received.push([topic, tags]));
beforeEach(() => {
  received = [];
});

test('each change is received once, with its tags', async () => {
  await publishChange(db, 'catalogue', ['product-1', 'category-mops']);
  await publishChange(db, 'settings');
  await db.transaction().execute(async (tx) => {
    for (const tag of ['product-2', 'product-3'] as const) await publishChange(tx, 'catalogue', [tag]);
    await publishChange(tx, 'site');
  });
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(5);
  expect(received).toEqual([
    ['catalogue', ['category-mops', 'product-1']],
    ['settings', ['settings']],
    ['catalogue', ['product-2']],
    ['catalogue', ['product-3']],
    ['site', ['site']],
  ]);
});

test('a change by a node of the former release, which sends no tags, may concern anything', async () => {
  await sql`select pg_notify('spruce_changes', 'catalogue')`.execute(db);
  await expect.poll(() => received).toEqual([['catalogue', undefined]]);
});

test('a change with more tags than a notification can carry may concern anything', async () => {
  await publishChange(db, 'catalogue', sql`select 'product-' || n from generate_series(1, 2000) n`);
  await expect.poll(() => received).toEqual([['catalogue', undefined]]);
});

test('a copy is up to date until one of its tags changes, or anything of a topic', () => {
  const invalidations = new Invalidations();
  const mop = { topics: ['catalogue', 'settings'], tags: ['product-1', 'catalogue'] } as const;
  const begun = invalidations.count;
  invalidations.note('catalogue', ['product-2']);
  invalidations.note('site');
  expect(invalidations.isCurrent(begun, mop)).toBe(true);
  expect(invalidations.isCurrent(begun, { ...mop, tags: null })).toBe(false);
  invalidations.note('catalogue', ['product-1']);
  expect(invalidations.isCurrent(begun, mop)).toBe(false);
  expect(invalidations.isCurrent(invalidations.count, mop)).toBe(true);
  for (const tags of [['settings'], undefined] as const) {
    const before = invalidations.count;
    invalidations.note('settings', tags);
    expect(invalidations.isCurrent(before, mop)).toBe(false);
  }
});

test('after changes of very many tags, every copy is out of date', () => {
  const invalidations = new Invalidations(10);
  for (let i = 0; i < 11; i++) invalidations.note('catalogue', [`product-${i}`]);
  expect(invalidations.isCurrent(10, { topics: ['site'], tags: [] })).toBe(false);
  expect(invalidations.isCurrent(11, { topics: ['catalogue'], tags: ['product-10'] })).toBe(true);
});
