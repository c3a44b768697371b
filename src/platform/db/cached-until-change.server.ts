import type { Changes, Topic } from './changes.server.ts';

/** The caches of each running server, keyed by its `changes`. */
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

/** The result of `read`, cached until a process changes `topic`. `key` identifies it among the topic's cached results. */
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

/** Drops what this process has cached for `topic`, without waiting for the notification of a change. */
export const dropCached = ({ changes }: { changes: Changes }, topic: Topic): void => cacheOf(changes, topic).clear();
