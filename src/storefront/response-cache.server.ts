import type { CacheTag } from '#lib/api/cache-tags.ts';
import type { Topic } from '#platform/db/changes.server.ts';
import { hourMs } from '#lib/durations.ts';
import { Invalidations, type Sources } from '#platform/db/invalidations.server.ts';
import { LruCache } from '#platform/process/lru-cache.server.ts';

/** Makes a response, and says what it shows. */
interface Making<Text> {
  make: () => Promise<Text>;
  tagsOf: (text: Text) => readonly CacheTag[];
}

/** A cache of serialised responses to frequent requests. */
export interface ResponseCache<Text> {
  /** The cached response of `key`, or a new one; concurrent callers share one. */
  get(key: string, making: Making<Text>): Promise<Text>;
  /**
   * Drops the responses with one of the tags, or without `tags` all of them. Responses that are being made still go to their
   * callers, but are not cached if this concerns them.
   */
  drop(topic: Topic, tags?: readonly CacheTag[]): void;
  readonly bytes: number;
}

/** What every response depends on: prices and stock of the catalogue, and the setting for low stock. */
const topics: readonly Topic[] = ['catalogue', 'settings'];

/** An LRU cache of at most `maxBytes`; 0 disables it. `count` is called for each reading. */
export function createResponseCache<Text extends string | Buffer>(
  maxBytes: number,
  count?: (result: 'hit' | 'miss') => void,
): ResponseCache<Text> {
  const cached = new LruCache<Entry<Text>>(maxBytes, sizeOf);
  const running = new Map<string, Promise<Text>>();
  const invalidations = new Invalidations();

  const find = (key: string): Text | undefined => {
    const entry = cached.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > performance.now() && invalidations.isCurrent(entry.begun, entry)) return entry.text;
    cached.delete(key);
    return undefined;
  };
  const begin = async (key: string, { make, tagsOf }: Making<Text>): Promise<Text> => {
    const begun = invalidations.count;
    const text = await make();
    const entry = { text, begun, topics, tags: tagsOf(text), until: performance.now() + maxAgeMs };
    const isSmall = sizeOf(entry, key) <= maxBytes / 4;
    if (isSmall && invalidations.isCurrent(begun, entry)) cached.set(key, entry);
    return text;
  };
  return {
    async get(key, making) {
      const runningKey = `${invalidations.count} ${key}`; // callers after a change must not get a response begun before it
      const found = find(key) ?? running.get(runningKey);
      count?.(found === undefined ? 'miss' : 'hit');
      if (found !== undefined) return found;
      const own = begin(key, making).finally(() => running.delete(runningKey));
      running.set(runningKey, own);
      return own;
    },
    drop: (topic, tags) => invalidations.note(topic, tags),
    get bytes() {
      return cached.bytes;
    },
  };
}

/** Bestsellers and what was bought together depend on orders, which change nothing else. */
const maxAgeMs = hourMs;

interface Entry<Text> extends Sources {
  text: Text;
  /** When it expires, in milliseconds of `performance.now()`. */
  until: number;
  /** The count of changes before it was made. */
  begun: number;
}

/** The approximate overhead of an entry, in bytes. */
const overhead = 200;

// JSON is mostly ASCII, which takes one byte per character in memory.
const sizeOf = ({ text }: Entry<string | Buffer>, key: string): number => key.length + text.length + overhead;
