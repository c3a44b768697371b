import { expect, test } from 'vitest';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import { createResponseCache } from './response-cache.server.ts';

const shows = (...tags: CacheTag[]) => ({ tagsOf: () => tags });

const later = (text: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    make: { make: () => promise, ...shows('product-1') },
    finish: () => resolve(text),
    fail: () => reject(new Error('failed')),
  };
};
const never = { make: (): Promise<string> => Promise.reject(new Error('made again')), ...shows() };
const made = (text: string, ...tags: CacheTag[]) => ({ make: async () => text, ...shows(...tags) });

test('a response is made once for concurrent callers and cached', async () => {
  const cache = createResponseCache(100_000);
  const work = later('made');
  const asked = [cache.get('a', work.make), cache.get('a', never)];
  work.finish();
  expect(await Promise.all(asked)).toEqual(['made', 'made']);
  expect(await cache.get('a', never)).toBe('made');
});

test('a response started before a change is neither cached nor returned to later callers', async () => {
  const cache = createResponseCache(100_000);
  const old = later('old');
  const early = cache.get('a', old.make);
  cache.drop('catalogue', ['product-1']);
  const late = cache.get('a', made('new'));
  old.finish();
  expect(await Promise.all([early, late])).toEqual(['old', 'new']);
  expect(await cache.get('a', never)).toBe('new');
});

test('a failure rejects all waiting callers and is not cached', async () => {
  const cache = createResponseCache(100_000);
  const work = later('');
  const asked = [cache.get('a', work.make), cache.get('a', never)];
  work.fail();
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', made('made'))).toBe('made');
});

test('the least recently used are dropped first, and responses that are too large are never cached', async () => {
  const cache = createResponseCache(10_000);
  const text = 'x'.repeat(1_700);
  for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.get(key, made(text));
  await cache.get('a', never);
  await cache.get('f', made(text));
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  expect(await cache.get('a', never)).toBe(text);
  await expect(cache.get('b', never)).rejects.toThrow('made again');
  await cache.get('large', made('x'.repeat(5_000)));
  await expect(cache.get('large', never)).rejects.toThrow('made again');
});

test('a change drops the responses that show it, and no others', async () => {
  const cache = createResponseCache(10_000);
  await cache.get('mop', made('mop', 'product-1'));
  await cache.get('broom', made('broom', 'product-2'));
  cache.drop('catalogue', ['product-1', 'products']);
  await expect(cache.get('mop', never)).rejects.toThrow('made again');
  expect(await cache.get('broom', never)).toBe('broom');
  cache.drop('settings');
  await expect(cache.get('broom', never)).rejects.toThrow('made again');
  expect(cache.bytes).toBe(0);
});

test('with a size of 0 every response is made again', async () => {
  const cache = createResponseCache(0);
  expect(await cache.get('a', made('one'))).toBe('one');
  expect(await cache.get('a', made('two'))).toBe('two');
});
