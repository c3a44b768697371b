import { randomFillSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from '#lib/once.ts';
import type { Topic } from './changes.server.ts';
import { type Spliced, spliceGzip, splicePlain } from './spliced.server.ts';

const nonceBytes = 18;
const nonceLength = 24; // in base64url

/** Random bytes for the next nonces: drawn together, they cost a tenth of what they cost alone. */
const random = { bytes: Buffer.alloc(nonceBytes * 256), at: Number.POSITIVE_INFINITY };

/** 144 random bits as 24 letters; a new one for each answer. */
export function makeNonce(): string {
  if (random.at >= random.bytes.length) {
    randomFillSync(random.bytes);
    random.at = 0;
  }
  const begin = random.at;
  random.at += nonceBytes;
  return random.bytes.toString('base64url', begin, random.at);
}

/** A page as it was rendered for somebody unknown, with the nonce it was rendered with. */
export interface Rendered {
  text: string;
  nonce: string;
  contentType: string;
}

/** A page that can be answered any number of times. */
export interface Page {
  /** `id` is the request's, told in its header as for every other answer. */
  answer(request: IncomingMessage, response: ServerResponse, id: string): void;
}

interface Stored extends Page {
  key: string;
  topics: readonly Topic[];
  bytes: number;
  /** Milliseconds of `performance.now()`. */
  until: number;
}

export interface PageCacheOptions {
  /** Headers of a page, without its type and length, as alternating names and values. */
  headers: (nonce: string) => string[];
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
  !(request.headers.cookie !== undefined && knownReader.test(request.headers.cookie));

/** The pages themselves, in the order of their last use, at most `maxBytes` of them. */
class Shelf {
  bytes = 0;
  readonly #pages = new Map<string, Stored>();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a page out; it is put back with `keep` if it is still good. */
  take(key: string): Stored | undefined {
    const page = this.#pages.get(key);
    if (page) this.forget(page);
    return page;
  }

  forget(page: Stored): void {
    if (this.#pages.get(page.key) === page && this.#pages.delete(page.key)) this.bytes -= page.bytes;
  }

  keep(page: Stored): void {
    this.take(page.key);
    this.#pages.set(page.key, page); // at the end: a map keeps its order
    this.bytes += page.bytes;
    for (const oldest of this.#pages.values()) {
      if (this.bytes <= this.#maxBytes) break;
      this.forget(oldest);
    }
  }

  drop(topic: Topic): void {
    for (const page of this.#pages.values()) if (page.topics.includes(topic)) this.forget(page);
  }
}

/** Rendered pages in memory, the least used forgotten first. Each answer carries a nonce of its own. */
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
      const page = isAnonymousRead(request) ? shelf.take(request.url ?? '') : undefined;
      if (page === undefined || page.until < performance.now()) return undefined;
      shelf.keep(page);
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

interface Asked {
  response: ServerResponse;
  id: string;
}

/** What the packed text of a page takes beside the plain one, at most. */
const packedShare = 0.25;

function answerable(rendered: Rendered, headers: PageCacheOptions['headers']): Page & { bytes: number } {
  // Files of ours load without a nonce; each one less is less work for every answer.
  const { nonce: used } = rendered;
  const pieces = rendered.text.replaceAll(linksNonce(used), '$1').split(used);
  const plain = splicePlain(pieces, nonceLength);
  const type = ['content-type', rendered.contentType, 'vary', 'accept-encoding'];
  const packedType = [...type, 'content-encoding', 'gzip'];
  const send = ({ response, id }: Asked, text: Spliced, about: readonly string[]): void => {
    const nonce = makeNonce();
    const length = String(text.bytes);
    response.writeHead(200, [...headers(nonce), 'x-request-id', id, ...about, 'content-length', length]);
    response.end(text.fill(nonce), 'latin1');
  };
  const packed = once(() => spliceGzip(plain));
  let gzip: Spliced | undefined;
  return {
    bytes: Math.ceil(plain.bytes * (1 + packedShare)),
    answer(request, response, id) {
      const asked = { response, id };
      if (!takesGzip(request.headers['accept-encoding'])) return send(asked, plain, type);
      if (gzip) return send(asked, gzip, packedType);
      packed().then(
        (text) => {
          gzip = text;
          send(asked, text, packedType);
        },
        () => send(asked, plain, type),
      );
    },
  };
}

const linksNonce = (nonce: string): RegExp => new RegExp(`(<link [^>]*) nonce="${nonce}"`, 'g');

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  typeof accepted === 'string' && accepted.includes('gzip') && !/gzip\s*;\s*q=0(?:\.0*)?(?:,|\s|$)/.test(accepted);
