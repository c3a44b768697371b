import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Topic } from '../db/changes.server.ts';
import { isAnonymousRead } from '../http/shared-caching.server.ts';
import { toPage, type Page, type Rendered } from './cached-page.server.ts';
import type { PageHeaders } from './page-headers.server.ts';

interface Stored extends Page {
  key: string;
  topics: readonly Topic[];
  bytes: number;
  /** Milliseconds of `performance.now()`. */
  until: number;
  /** The number of its last use; higher is later. */
  used: number;
}

export interface PageCacheOptions {
  headers: PageHeaders;
  maxBytes?: number;
  maxAgeMs?: number;
  /** Called for each request that could be answered from memory. */
  count?: (result: 'hit' | 'miss') => void;
}

/** A request that was answered from memory. */
interface Served {
  requestId: string;
  route: string | undefined;
}

export interface PageCache {
  /** Answers from memory; undefined if the reader may be signed in or the page is not stored. */
  serve(request: IncomingMessage, response: ServerResponse): Served | undefined;
  /**
   * Renders a page that depends on `topics`, once for all concurrent requests, and stores it unless one of the topics has changed
   * in the meantime. Returns null if the page cannot be shared (such as a 404): then each request renders its own.
   */
  fill(key: string, topics: readonly Topic[], render: () => Promise<Rendered | null>): Promise<Page | null>;
  drop(topic: Topic): void;
  readonly bytes: number;
}

/** The stored pages, at most `maxBytes` in all. */
class PageStore {
  bytes = 0;
  readonly #pages = new Map<string, Stored>();
  readonly #maxBytes: number;
  #uses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Stored | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    if (page.until < performance.now()) return this.#forget(page);
    page.used = this.#uses++;
    return page;
  }

  store(page: Omit<Stored, 'used'>): void {
    const before = this.#pages.get(page.key);
    if (before) this.#forget(before);
    this.#pages.set(page.key, { ...page, used: this.#uses++ });
    this.bytes += page.bytes;
    while (this.bytes > this.#maxBytes) this.#forget(this.#leastUsed());
  }

  drop(topic: Topic): void {
    for (const page of this.#pages.values()) if (page.topics.includes(topic)) this.#forget(page);
  }

  #leastUsed(): Stored {
    return [...this.#pages.values()].reduce((least, page) => (page.used < least.used ? page : least));
  }

  #forget(page: Stored): undefined {
    if (this.#pages.delete(page.key)) this.bytes -= page.bytes;
  }
}

/**
 * Rendered pages in memory; the least recently used are dropped first. All responses with a page are the same, so its policy allows
 * scripts by hash (CSP 3, 2.3.1) instead of by nonce, and a browser that has the page gets a 304.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes = 8 * 1024 * 1024, maxAgeMs = 600_000, count } = options;
  const store = new PageStore(maxBytes);
  const filling = new Map<string, Promise<Page | null>>();
  const generations: Record<Topic, number> = { catalogue: 0, settings: 0, site: 0 };
  const generation = (): number => generations.catalogue + generations.settings + generations.site;

  const render: PageCache['fill'] = async (key, topics, make) => {
    const atStart = { ...generations };
    const rendered = await make();
    if (rendered === null) return null;
    const all = [...topics, ...(rendered.topics ?? [])];
    const page = { key, topics: all, until: performance.now() + maxAgeMs, ...toPage(rendered, options.headers) };
    if (all.every((topic) => generations[topic] === atStart[topic])) store.store(page);
    return page;
  };

  return {
    serve(request, response) {
      const page = isAnonymousRead(request) ? store.get(request.url ?? '') : undefined;
      if (page === undefined) return undefined;
      const requestId = randomUUID();
      page.answer(request, response, requestId);
      count?.('hit');
      return { requestId, route: page.route };
    },
    fill(key, topics, make) {
      count?.('miss');
      const renderingKey = `${generation()} ${key}`; // a request after a change must not get a page that was begun before the change
      const running = filling.get(renderingKey);
      if (running) return running;
      const page = render(key, topics, make).finally(() => filling.delete(renderingKey));
      filling.set(renderingKey, page);
      return page;
    },
    drop(topic) {
      generations[topic] += 1;
      store.drop(topic);
    },
    get bytes() {
      return store.bytes;
    },
  };
}
