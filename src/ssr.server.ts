import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identify } from './platform/http/register-endpoint.server.ts';
import { builtPages, devPages, missingFile } from './platform/rendering/page-bundle.server.ts';
import type { PageCache } from './platform/rendering/page-cache.server.ts';
import { acceptsPublicPage, hasSession } from './platform/http/shared-caching.server.ts';
import { byNonce, makeNonce, type PageHeaders } from './platform/rendering/page-headers.server.ts';
import { type Answer, renderPage, shareable } from './platform/rendering/render-page.server.ts';
import { retryAfterSeconds } from './platform/http/problems.server.ts';
import { guardPages } from './page-guard.server.ts';
import { sendErrorPage, sendSetupNotice } from './site/fallback-error-page.server.ts';

interface SsrOptions {
  publicUrl: string;
  headers: PageHeaders;
  identify: Identify;
  pages: PageCache;
  /** Whether shared caches may store what is the same for everybody. */
  cdn: boolean;
  /** What pages say in maintenance mode. */
  maintenance(): string | null;
  /** The canonical URL of a content page that was requested with different capitals or slashes. */
  canonicalUrl(url: string): Promise<string | undefined>;
  /** Whether the site has not been set up yet; visitors then see only a notice of that. */
  isBeingSetUp(): Promise<boolean>;
  dev: boolean;
}

/**
 * The limit for posted forms from one address equals the limit for signing in and registering, because forms can make those calls.
 */
const formsPerMinute = { max: 60, timeWindow: 60_000 };
/** Each chunk is flushed (2 is Z_SYNC_FLUSH), so that compression does not delay streamed pages. */
const compression = { encodings: ['gzip' as const], threshold: 1024, zlibOptions: { level: 4, flush: 2 } };

/** Renders a page for every address that belongs neither to `/v1` nor to a file. Register it in a scope of its own. */
export async function ssr(app: FastifyInstance, options: SsrOptions): Promise<void> {
  const { pages, identify, publicUrl, headers, cdn } = options;
  const load = await (options.dev ? devPages : builtPages)(app, publicUrl);
  await app.register(compress, compression);
  guardPages(app, { publicUrl, headers, acceptsForms: async (url) => (await load()).acceptsForms(url) });

  app.addHook('onSend', async (_request, reply) => eachCookieOnce(reply));

  app.get('/version.json', { logLevel: 'silent' }, async (_request, reply) => {
    const { build } = await load();
    return reply
      .header('cache-control', 'no-store')
      .send({ version: build.assets.version, maintenance: options.maintenance() });
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/assets/')) return missingFile(reply);
    const bundle = await load();
    const route = bundle.patternOf(request.url);
    request.pageRoute = route;
    if (route !== bundle.patternOf('/setup') && (await options.isBeingSetUp()))
      return sendSetupNotice(reply, headers(byNonce(makeNonce())));
    const visit = { app, bundle, request, reply, publicUrl };
    const caching = !options.dev && acceptsPublicPage(request.raw) ? bundle.cachingOf(request.url) : null;
    let own: Answer | undefined;
    if (caching && !(caching.isForVisitors && hasSession(request.raw))) {
      const page = await pages.fill(request.url, async () => {
        own = await renderPage({ ...visit, actor: null, isShared: true });
        const page = await shareable(own, caching, cdn);
        return page && { ...page, route };
      });
      if (page) {
        reply.hijack();
        return page.answer(request.raw, reply.raw, request.id);
      }
    }
    own ??= await renderPage({ ...visit, actor: await identify(request, reply), isShared: false });
    return sendPage(reply, own, headers(byNonce(own.nonce)));
  };
  // Cached pages are answered before this handler is called, and all of them have canonical paths.
  const answerOwn = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = await options.canonicalUrl(request.url);
    if (path === undefined) return answer(request, reply);
    // Browsers must not cache this redirect: if the other form of the address becomes canonical one day, they would be redirected in a loop.
    return reply.header('cache-control', 'no-cache').redirect(path, 301);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answerOwn });
  app.post('/*', { config: { rateLimit: formsPerMinute, isCountedTogether: true } }, answer);
}

/**
 * Removes duplicate cookies. Of several with the same name, the first is kept: it comes from the page's last call, which signed in or out.
 * The cookie that renewed the session before that call is set last.
 */
function eachCookieOnce(reply: FastifyReply): void {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const nameOf = (cookie: string): string => `${cookie.split('=', 1)[0]}${/; *path=[^;]*/i.exec(cookie)?.[0] ?? ''}`;
  const first = new Map(cookies.toReversed().map((cookie) => [nameOf(cookie), cookie]));
  if (first.size === cookies.length) return;
  reply.removeHeader('set-cookie');
  for (const cookie of first.values()) reply.header('set-cookie', cookie);
}

function sendPage(reply: FastifyReply, { response, cookies }: Answer, headers: string[]): FastifyReply {
  if (response.status >= 500 && response.body === null) return sendErrorPage(reply, headers);
  reply.code(response.status);
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  if (response.status === 503) reply.header('retry-after', String(retryAfterSeconds));
  for (const cookie of [...response.headers.getSetCookie(), ...cookies]) reply.header('set-cookie', cookie);
  // An empty text instead of null, which would be sent as JSON. The stream types of Node and of the web differ only in name.
  return reply.send(response.body ? Readable.fromWeb(response.body as never) : '');
}
