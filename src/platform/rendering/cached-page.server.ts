import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Topic } from '../db/changes.server.ts';
import type { PageHeaders } from './page-headers.server.ts';

/** A page rendered for an anonymous reader, with the nonce used. */
export interface Rendered {
  text: string;
  nonce: string;
  contentType: string;
  /** The headers that say who else may store it, as alternating names and values. */
  caching: readonly string[];
  /** The pattern of its address, for the log. */
  route?: string | undefined;
  /** Topics that its content depends on, besides those of its route. */
  topics?: readonly Topic[];
}

/** A page that can be sent to many readers. */
export interface Page {
  /** The most memory that it takes, in bytes. */
  readonly bytes: number;
  readonly route: string | undefined;
  /** Sends the page. `id` is the request's id, for the header `x-request-id`. */
  answer(request: IncomingMessage, response: ServerResponse, id: string): void;
}

/** Compression for browsers, the smallest result first. Both take about a millisecond, off the main thread. */
const compressors = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
};
type Coding = keyof typeof compressors;

/** The most memory that a page's compressed texts take, relative to its plain text. */
const compressedShare = 0.5;

type Headers = readonly string[]; // alternating names and values

/** A text of a page with all its headers, except those of a single request. */
interface Sendable {
  headers: Headers;
  body: Buffer;
}

/** A page's texts, each compressed when it is first requested. */
class PageTexts {
  readonly #plain: Sendable;
  readonly #compressed: Partial<Record<Coding, Sendable>> = {};
  readonly #pending: Partial<Record<Coding, Promise<Sendable>>> = {};
  readonly #headers: Headers;

  constructor(text: Buffer, headers: Headers) {
    this.#plain = sendable(text, headers);
    this.#headers = headers;
  }

  /** Calls `send` with the text in a coding: at once if it has been compressed before. */
  use(coding: Coding | undefined, send: (text: Sendable) => void): void {
    if (coding === undefined) return send(this.#plain);
    const there = this.#compressed[coding];
    if (there) return send(there);
    this.#pending[coding] ??= this.#compress(coding);
    this.#pending[coding].then(send, () => send(this.#plain));
  }

  async #compress(coding: Coding): Promise<Sendable> {
    const packed = sendable(await compressors[coding](this.#plain.body), [
      ...this.#headers,
      'content-encoding',
      coding,
    ]);
    this.#compressed[coding] = packed;
    return packed;
  }
}

const sendable = (body: Buffer, headers: Headers): Sendable => ({
  headers: [...headers, 'content-length', String(body.length)],
  body,
});

/** Prepares a page for sending: its policy allows its own scripts by their hashes. */
export function toPage({ text, nonce, contentType, caching, route }: Rendered, headersFor: PageHeaders): Page {
  const html = text.replaceAll(` nonce="${nonce}"`, '');
  const plain = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`; // weak: one for all codings
  const inline = { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
  const common = [...headersFor(inline, caching), 'vary', 'accept-encoding', 'etag', etag];
  const texts = new PageTexts(plain, [...common, 'content-type', contentType]);
  return {
    bytes: Math.ceil(plain.length * (1 + compressedShare)),
    route,
    answer({ headers }, response, id) {
      if (headers['if-none-match']?.includes(etag)) {
        response.writeHead(304, ['x-request-id', id, ...common]).end();
        return;
      }
      texts.use(codingFor(headers['accept-encoding']), (text) => {
        response.writeHead(200, ['x-request-id', id, ...text.headers]).end(text.body);
      });
    },
  };
}

const elements = { script: /<script\b([^>]*)>(.*?)<\/script>/gs, style: /<style\b([^>]*)>(.*?)<\/style>/gs };
const isData = /\btype="application\//;

/** Policy sources that allow a page's own scripts or style elements and no others. */
function hashesOf(html: string, name: keyof typeof elements): string {
  const matches = [...html.matchAll(elements[name])].filter(([, attributes = '']) => !isData.test(attributes));
  const texts = new Set(matches.map(([, , text = '']) => text).filter(Boolean));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

const accepts: Record<Coding, RegExp> = {
  br: /(?:^|[\s,])br(?=\s*(?:[;,]|$))/,
  gzip: /(?:^|[\s,])gzip(?=\s*(?:[;,]|$))/,
};
const refuses: Record<Coding, RegExp> = { br: refusalOf('br'), gzip: refusalOf('gzip') };

function refusalOf(coding: string): RegExp {
  return new RegExp(`(?:^|[\\s,])${coding}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`);
}

function codingFor(accepted: string | string[] | undefined): Coding | undefined {
  if (typeof accepted !== 'string') return undefined;
  if (accepts.br.test(accepted) && !refuses.br.test(accepted)) return 'br';
  return accepts.gzip.test(accepted) && !refuses.gzip.test(accepted) ? 'gzip' : undefined;
}
