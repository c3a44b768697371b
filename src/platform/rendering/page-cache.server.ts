import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Topic } from '../db/changes.server.ts';
import { isHostTold } from '../http/malformed.server.ts';
import { answerable, type Page, type Rendered } from './page-answer.server.ts';
import type { PageHeaders } from './page-headers.server.ts';

interface Stored extends Page {
  key: string;
  topics: readonly Topic[];
  bytes: number;
  /** Milliseconds of `performance.now()`. */
  until: number;
  /** Its place among all uses: the higher, the later. */
  used: number;
}

export interface PageCacheOptions {
  headers: PageHeaders;
  maxBytes?: number;
  maxAgeMs?: number;
}

export interface PageCache {
  /** Answers from memory and tells the id of the request; undefined where the reader may be known or nothing is stored. */
  serve(request: IncomingMessage, response: ServerResponse): string | undefined;
  /**
   * Renders a page that `topics` change, once for all who ask while it lasts, and keeps it unless one of them changed
   * meanwhile. Answers null where it cannot be shared (not a 200): then each renders for itself.
   */
  fill(key: string, topics: readonly Topic[], render: () => Promise<Rendered | null>): Promise<Page | null>;
  drop(topic: Topic): void;
  readonly bytes: number;
}

const longestKey = 600;
const knownReader = /(?:^|;\s*)(?:session|refresh)=/;

/** Only a plain reading by somebody unknown may be answered from memory. */
export const isAnonymousRead = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  (request.url?.length ?? longestKey) < longestKey &&
  request.headers.authorization === undefined &&
  isHostTold(request) &&
  !(request.headers.cookie !== undefined && knownReader.test(request.headers.cookie));

/** The pages themselves, at most `maxBytes` of them. */
class Shelf {
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

  keep(page: Omit<Stored, 'used'>): void {
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
 * Rendered pages in memory, the least used forgotten first. All answers of one are alike, so their policy allows its scripts
 * by what they are (CSP 3, 2.3.1: hashes) instead of by a nonce, and a browser that has the page is told so.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes = 8 * 1024 * 1024, maxAgeMs = 600_000 } = options;
  const shelf = new Shelf(maxBytes);
  const filling = new Map<string, Promise<Page | null>>();
  const generations: Record<Topic, number> = { catalogue: 0, settings: 0, site: 0 };
  const generation = (topics: readonly Topic[]): number => topics.reduce((sum, topic) => sum + generations[topic], 0);

  const render: PageCache['fill'] = async (key, topics, make) => {
    const begun = generation(topics);
    const rendered = await make();
    if (rendered === null) return null;
    const page = { key, topics, until: performance.now() + maxAgeMs, ...answerable(rendered, options.headers) };
    if (generation(topics) === begun) shelf.keep(page);
    return page;
  };

  return {
    serve(request, response) {
      const page = isAnonymousRead(request) ? shelf.get(request.url ?? '') : undefined;
      if (page === undefined) return undefined;
      const id = randomUUID();
      page.answer(request, response, id);
      return id;
    },
    fill(key, topics, make) {
      const flight = `${generation(topics)} ${key}`; // who asks after a change must not get what was begun before it
      const running = filling.get(flight);
      if (running) return running;
      const begun = render(key, topics, make).finally(() => filling.delete(flight));
      filling.set(flight, begun);
      return begun;
    },
    drop(topic) {
      generations[topic] += 1;
      shelf.drop(topic);
    },
    get bytes() {
      return shelf.bytes;
    },
  };
}
