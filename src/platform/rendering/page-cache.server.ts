import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import type { Topic } from '../db/changes.server.ts';
import { Invalidations } from '../db/invalidations.server.ts';
import { acceptsPublicPage, hasSession } from '../http/shared-caching.server.ts';
import { hourMs } from '#lib/durations.ts';
import { LruCache } from '../process/lru-cache.server.ts';
import { type Page, type Rendered, toPage } from './cached-page.server.ts';
import type { PageHeaders } from './page-headers.server.ts';
import type { PagesOnDisk, StoredPage } from './page-store.server.ts';

export interface PageCacheOptions {
  headers: PageHeaders;
  /** Most bytes in memory. */
  maxBytes?: number;
  maxAgeMs?: number;
  /** Keeps the pages that memory has no room for. */
  disk?: PagesOnDisk | undefined;
  /** Called for each request that could be answered from the cache. */
  count?: (result: 'hit' | 'miss') => void;
  /** Called if a page could not be stored on disk, or the disk has damaged it. */
  failed?: (error: unknown) => void;
}

/** A request that was answered from the cache. */
interface Served {
  requestId: string;
  route: string | undefined;
}

export interface PageCache {
  /** Answers from the cache; undefined if the page is not stored or the reader gets one of their own. */
  serve(request: IncomingMessage, response: ServerResponse): Served | undefined;
  /**
   * Renders a page once for all concurrent requests, and stores it unless one of its sources has changed in the meantime.
   * Returns null if the page cannot be shared (such as a 404): then each request renders its own.
   */
  fill(key: string, render: () => Promise<Rendered | null>): Promise<Page | null>;
  /** Drops the pages with one of the tags, or without `tags` all pages of the topic. */
  drop(topic: Topic, tags?: readonly CacheTag[]): void;
  close(): void;
  /** The size of the pages in memory. */
  readonly bytes: number;
}

/** About what a page takes besides its bodies, in bytes: its headers twice, its address and tags. */
const overhead = 4_000;

/** Addresses that are never pages. To look for them on disk would take longer than to answer many of them. */
const isFile = /^\/(?:v1|files|assets)\//;

/**
 * Rendered pages, in memory and on disk. All responses with a page are the same, so its policy allows scripts by hash (CSP 3,
 * 2.3.1) instead of by nonce, and a browser that has the page gets a 304.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes = 8 * 1024 * 1024, maxAgeMs = hourMs, disk, count, failed } = options;
  const memory = new LruCache<StoredPage>(maxBytes, ({ page }) => page.bytes + overhead);
  const rendering = new Map<string, Promise<Page | null>>();
  const invalidations = new Invalidations();

  const isCurrent = ({ until, begun, sources }: StoredPage): boolean =>
    until > performance.now() && invalidations.isCurrent(begun, sources);

  const keepInMemory = (key: string, stored: StoredPage): void => {
    memory.set(key, stored);
    stored.page.grown = () => void memory.get(key); // which takes its size again
  };

  const find = (key: string): Page | undefined => {
    const inMemory = memory.get(key);
    const stored = inMemory ?? (isFile.test(key) ? undefined : disk?.get(key));
    if (stored === undefined) return undefined;
    if (isCurrent(stored)) {
      if (!inMemory) keepInMemory(key, stored);
      return stored.page;
    }
    memory.delete(key); // the disk's copy is replaced by the next one
    return undefined;
  };

  const render = async (key: string, make: () => Promise<Rendered | null>): Promise<Page | null> => {
    const begun = invalidations.count;
    const rendered = await make();
    if (rendered === null) return null;
    const page = toPage(rendered, options.headers);
    const stored = { page, sources: rendered.sources, begun, until: performance.now() + maxAgeMs };
    if (!isCurrent(stored)) return page;
    keepInMemory(key, stored);
    keepOnDisk(stored, key);
    return page;
  };

  const keepOnDisk = (stored: StoredPage, key: string): void => {
    try {
      disk?.set(key, stored);
    } catch (error) {
      failed?.(error);
    }
  };

  return {
    serve(request, response) {
      const page = acceptsPublicPage(request) ? find(request.url ?? '') : undefined;
      if (page === undefined || (page.facts.isForVisitors && hasSession(request))) return undefined;
      const requestId = randomUUID();
      try {
        page.answer(request, response, requestId);
      } catch (error) {
        failed?.(error); // the disk has damaged it, so it is rendered again
        return undefined;
      }
      count?.('hit');
      return { requestId, route: page.facts.route };
    },
    fill(key, make) {
      count?.('miss');
      // A request after a change must not get a page that was begun before the change.
      const renderingKey = `${invalidations.count} ${key}`;
      const running = rendering.get(renderingKey);
      if (running) return running;
      const page = render(key, make).finally(() => rendering.delete(renderingKey));
      rendering.set(renderingKey, page);
      return page;
    },
    drop: (topic, tags) => invalidations.note(topic, tags),
    close: () => disk?.close(),
    get bytes() {
      return memory.bytes;
    },
  };
}
