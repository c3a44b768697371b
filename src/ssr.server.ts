import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RouterContextProvider } from 'react-router';
import { type Actor, runAs } from '#infra/actor.server.ts';
import type { Identify } from '#infra/http.server.ts';
import { builtPages, developedPages, missingFile, type PageBundle } from '#infra/page-bundle.server.ts';
import { isAnonymousRead, makeNonce, type PageCache, type Rendered } from '#infra/page-cache.server.ts';
import { type PageHeaderOptions, pageHeaders } from '#infra/page-headers.server.ts';
import type { PageSeam, provide } from '#lib/api-context.ts';
import { lastResort } from './site/last-resort.server.ts';

export interface SsrOptions extends PageHeaderOptions {
  identify: Identify;
  pages: PageCache;
  /** Vite makes the pages from their sources instead of the build being read. */
  dev: boolean;
}

interface Answer {
  nonce: string;
  cookies: string[];
  response: Response;
}

const formLimit = 256 * 1024; // bytes
const bodyless = ['GET', 'HEAD'];

/** Answers every address that is neither of `/v1` nor a file: a page, rendered here. Register it in a scope of its own. */
export async function ssr(app: FastifyInstance, options: SsrOptions): Promise<void> {
  const { pages, identify, publicUrl } = options;
  const load = await (options.dev ? developedPages : builtPages)(app, publicUrl);
  const headers = pageHeaders(options);
  await app.register(compress, { encodings: ['gzip'], zlibOptions: { level: 4, flush: 2 }, threshold: 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'page failed');
    return lastResort(reply, headers(makeNonce()));
  });

  const render = async (bundle: PageBundle, request: FastifyRequest, reply: FastifyReply, actor: Actor | null) => {
    const answer = { nonce: makeNonce(), cookies: [] as string[] };
    const context = new RouterContextProvider();
    provideTo(bundle, context, {
      nonce: answer.nonce,
      viewer: actor,
      origin: publicUrl,
      send: sender(app, request, actor, answer.cookies),
      report: (error) => request.log.error({ err: error }, 'page failed'),
    });
    return { ...answer, response: await bundle.handle(asRequest(request, reply), context) };
  };

  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      if (pages.serve(request.raw, reply.raw)) return reply.hijack();
      if (request.url.startsWith('/assets/')) return missingFile(reply);
      const bundle = await load();
      const topics = !options.dev && isAnonymousRead(request.raw) ? bundle.topicsOf(request.url) : null;
      let own: Answer | undefined;
      if (topics) {
        const page = await pages.fill(request.url, topics, async () => {
          own = await render(bundle, request, reply, null);
          return shareable(own);
        });
        if (page) {
          reply.hijack();
          return page.answer(request.raw, reply.raw);
        }
      }
      own ??= await render(bundle, request, reply, await identify(request, reply));
      return write(reply, own, headers(own.nonce));
    },
  });
}

/** Context keys compare by identity, so the bundle's own copy of `provide` has to set them. */
function provideTo(bundle: PageBundle, context: RouterContextProvider, page: PageSeam): void {
  const entry = bundle.build.entry.module as unknown as { provide: typeof provide }; // src/entry.server.tsx exports it
  entry.provide(context, page);
}

/** Calls `/v1` without a network, as the page's reader; cookies that it sets go to the reader's browser. */
function sender(app: FastifyInstance, request: FastifyRequest, actor: Actor | null, cookies: string[]): PageSeam['send'] {
  const headers = { 'user-agent': request.headers['user-agent'] ?? '', 'x-session': 'cookie' };
  return async (method, url, body) => {
    const options = { method: method as 'GET', url, headers, remoteAddress: request.ip }; // any method of an endpoint
    const payload = body === undefined ? {} : { payload: body as object }; // shapes of bodies are objects
    const answer = await runAs(actor, () => app.inject({ ...options, ...payload }));
    cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
    return { status: answer.statusCode, body: answer.body === '' ? undefined : JSON.parse(answer.body) };
  };
}

function asRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const body = bodyless.includes(request.method) ? null : ((request.body ?? null) as Buffer<ArrayBuffer> | null); // our parser's
  const url = `${request.protocol}://${request.host}${request.url}`;
  return new Request(url, { method: request.method, headers, body, signal: gone.signal });
}

/** What of a fresh answer others may be given too; null where it is theirs alone or no page. */
async function shareable({ response, nonce, cookies }: Answer): Promise<Rendered | null> {
  const contentType = response.headers.get('content-type');
  const plain = response.status === 200 && contentType !== null && cookies.length === 0;
  if (!plain || response.headers.has('set-cookie')) return null;
  return { text: await response.text(), nonce, contentType };
}

function write(reply: FastifyReply, { response, cookies }: Answer, headers: string[]): FastifyReply {
  if (response.status >= 500 && response.body === null) return lastResort(reply, headers);
  reply.code(response.status);
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of [...response.headers.getSetCookie(), ...cookies]) reply.header('set-cookie', cookie);
  return reply.send(response.body ? Readable.fromWeb(response.body as never) : null); // node's and the web's type of one stream
}
