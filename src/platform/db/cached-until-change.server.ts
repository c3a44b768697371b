import type { Changes, Topic } from './changes.server.ts';

/** What each running server, found by its `changes`, has in memory. */
const caches = new WeakMap<object, Map<Topic, Map<string, Promise<unknown>>>>();

function cacheOf(changes: Changes, topic: Topic): Map<string, Promise<unknown>> {
  const ofServer = caches.get(changes) ?? new Map<Topic, Map<string, Promise<unknown>>>();
  caches.set(changes, ofServer);
  const existing = ofServer.get(topic);
  if (existing) return existing;
  const cache = new Map<string, Promise<unknown>>();
  changes.subscribe(topic, () => cache.clear());
  ofServer.set(topic, cache);
  return cache;
}

/** What `read` returns, from memory until a process changes `topic`. `key` names it among all of the topic. */
export function cachedUntilChange<T>(
  { changes }: { changes: Changes },
  { topic, key }: { topic: Topic; key: string },
  read: () => Promise<T>,
): Promise<T> {
  const cache = cacheOf(changes, topic);
  const known = cache.get(key) as Promise<T> | undefined; // stored below
  if (known) return known;
  const reading = read();
  cache.set(key, reading);
  reading.catch(() => {
    if (cache.get(key) === reading) cache.delete(key);
  });
  return reading;
}

/** Drops what is in memory of `topic` in this process, without waiting for the notification of a change. */
export const dropCached = ({ changes }: { changes: Changes }, topic: Topic): void => cacheOf(changes, topic).clear();
