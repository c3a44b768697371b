import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { networkOf } from './platform/http/ip-network.server.ts';
import { identifyBy } from './accounts/sign-in/identify.server.ts';
import { formFilePaths } from './forms/files/routes.server.ts';
import { internalCall } from './platform/access/actor.server.ts';
import { topics } from './platform/db/changes.server.ts';
import type { Deps } from './platform/deps.server.ts';
import { docsRoutes } from './platform/http/api-docs.server.ts';
import { healthRoutes } from './platform/http/health-routes.server.ts';
import { requestCountsIn } from './platform/http/shared-request-counts.server.ts';
import { registry } from './platform/http/register-endpoint.server.ts';
import { metricsRoute } from './platform/metrics/serve-metrics.server.ts';
import { noting, requestIdOr, traceRequests } from './platform/http/trace-requests.server.ts';
import {
  requireValidHost,
  requireUtf8,
  pathOfLine,
  refuseMalformed,
} from './platform/http/malformed-requests.server.ts';
import { rememberWrites } from './platform/http/read-after.server.ts';
import { refuseChanges } from './platform/maintenance/refuse-changes.server.ts';
import { createPageCache, type PageCache } from './platform/rendering/page-cache.server.ts';
import { byNonce, makeNonce, pageHeaders } from './platform/rendering/page-headers.server.ts';
import { openPagesOnDisk } from './platform/rendering/page-store.server.ts';
import { serverWithPages } from './platform/rendering/serve-cached-pages.server.ts';
import { asProblem, handleProblems, sendProblem } from './platform/http/problems.server.ts';
import { isTooDeep } from './lib/text/json-depth.ts';
import { notFound, Problem } from './lib/api/problem.ts';
import { settleCardPayment } from './trade/ledger/pay-by-card.server.ts';
import { stripeWebhook } from './orders/settle/stripe-webhook.server.ts';
import type { Payments } from './orders/payment/payment-provider.ts';
import { maintenanceSentence } from './company/settings.server.ts';
import { brandFiles } from './company/brand-files.server.ts';
import { documentRoutes } from './catalogue/products/documents/serve-document.server.ts';
import { pictureRoutes } from './platform/storage/serve-picture.server.ts';
import { sitemapRoutes } from './storefront/sitemap.server.ts';
import { sendErrorPage } from './site/fallback-error-page.server.ts';
import { refuseUntilSetUp } from './setup/refuse-until-set-up.server.ts';
import { setupLinkIn } from './setup/setup-link.server.ts';
import { canonicalUrl } from './site/canonical-url.ts';
import { readSiteIndex } from './site/content/site-index.server.ts';
import { slices } from './slices.server.ts';
import { ssr } from './ssr.server.ts';

export interface AppDeps extends Deps {
  payments: Payments;
}

export interface AppOptions {
  /** Whether pages are served. Tests of the API leave them out, so that they need no build. */
  pages?: boolean;
  /** Whether pages are compiled from their sources, with hot reload. */
  isDev?: boolean;
}

/** Creates the whole server: hooks, the routes of all slices, OpenAPI, pages. It does not listen yet. */
export async function createApp(
  deps: AppDeps,
  { pages = true, isDev = false }: AppOptions = {},
): Promise<FastifyInstance> {
  const { env } = deps;
  const identify = noting(identifyBy(deps));
  const pageCache = pages ? publicPages(deps) : undefined;
  const app = Fastify({
    ...(pageCache && { serverFactory: serverWithPages(pageCache, deps) }),
    loggerInstance: deps.log,
    logController: noRequestLines,
    childLoggerFactory: (logger) => logger, // the log adds the request's id to every line by itself
    trustProxy: proxies(env.trustProxy),
    genReqId: () => requestIdOr(randomUUID),
    rewriteUrl: ({ url }) => pathOfLine(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 600_000, // an upload of 20 MB over a slow connection takes minutes; the headers have their own limit of a minute
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => refuseAddress(deps, error, request, reply),
  });
  traceRequests(app, deps);
  handleProblems(app);
  safeHeaders(app, env.publicUrl);
  requireValidHost(app);
  requireUtf8(app);
  await protect(app, deps);
  healthRoutes(app, deps);
  if (deps.metrics) metricsRoute(app, deps.metrics, env);
  pictureRoutes(app, deps);
  documentRoutes(app, deps, identify);
  formFilePaths(app, deps, identify);
  brandFiles(app, deps);
  sitemapRoutes(app, deps, () => listedPages(deps));
  await app.register((api) => registerEndpoints(api, deps), { prefix: '/v1' });
  if (pageCache) {
    const { publicUrl, cdn } = env;
    const maintenance = () => maintenanceSentence(deps.maintenance?.current());
    const canonical = async (url: string) => {
      const { byKey } = await readSiteIndex(deps);
      return canonicalUrl(url, (key) => byKey.get(key)?.path);
    };
    const isBeingSetUp = async () => deps.setup !== undefined && (await deps.setup.isOpen());
    const site = { publicUrl, cdn, headers: pageHeaders(env), maintenance, canonicalUrl: canonical, isBeingSetUp };
    app.addHook('onClose', async () => pageCache.close());
    await app.register(ssr, { ...site, identify, pages: pageCache, dev: isDev });
  }
  return app;
}

/** The pages about the company that search engines may list. */
async function listedPages(deps: Deps): Promise<string[]> {
  const { byId } = await readSiteIndex(deps);
  return [...byId.values()].flatMap(({ isListed, path }) => (isListed ? [path] : [])).sort();
}

/** Fastify writes no log lines for requests, because its lines contain whole addresses; `traceRequests` writes them. */
const noRequestLines = new LogController({ disableRequestLogging: true });

/** The server of a process that does jobs but serves no pages: it reports the process' health and its metrics. */
export function createHealthApp(deps: Deps): FastifyInstance {
  const app = Fastify({ loggerInstance: deps.log, logController: noRequestLines, forceCloseConnections: true });
  handleProblems(app);
  healthRoutes(app, deps);
  if (deps.metrics) metricsRoute(app, deps.metrics, deps.env);
  return app;
}

/** Registers cookies and the protection against overload; RATE_LIMIT=off disables the rate limits. */
async function protect(app: FastifyInstance, { env, db }: Deps): Promise<void> {
  await app.register(cookie);
  if (env.rateLimit) {
    await app.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 2, exposeStatusRoute: false });
    await app.register(rateLimit, {
      global: false,
      store: requestCountsIn(db),
      skipOnError: true, // without the database, there is nothing to protect
      // Calls that pages make while rendering are unlimited, except those that send mails.
      allowList: (request) => internalCall() !== undefined && !request.routeOptions.config.isAlwaysCounted,
      keyGenerator: ({ ip }) => networkOf(ip),
    });
  }
}

/** Most bytes of rendered pages on disk: about 60,000 pages. */
const mostOnDisk = 512 * 1024 * 1024;

/** The cache of public pages. It drops a page when something on it changes, and all pages when maintenance mode starts or ends. */
function publicPages({ env, changes, maintenance, metrics, log }: AppDeps): PageCache {
  const failed = (error: unknown): void => log.warn({ err: error }, 'pages could not be cached on disk');
  const pages = createPageCache({
    headers: pageHeaders(env),
    disk: openPagesOnDisk(env.dataDir, mostOnDisk, failed),
    count: (result) => metrics?.cacheReads.add('pages', result),
    failed,
  });
  for (const topic of topics) changes.subscribe(topic, (tags) => pages.drop(topic, tags));
  maintenance?.subscribe(() => topics.forEach((topic) => pages.drop(topic)));
  return pages;
}

/** Answers a request whose address cannot be decoded and which therefore reaches no route. */
function refuseAddress({ env }: AppDeps, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error);
  if (/^\/(?:v1|files)\//.test(request.url)) sendProblem(request, reply, problem);
  else sendErrorPage(reply, pageHeaders(env)(byNonce(makeNonce())), problem);
}

/** Headers of every response; pages and files set more of their own. */
function safeHeaders(app: FastifyInstance, publicUrl: string): void {
  const isHttps = publicUrl.startsWith('https:');
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
}

/** Fastify's option `trustProxy`. If it is the number of proxies in front, the caller's address is the one that the outermost proxy saw. */
const proxies = (trusted: Deps['env']['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;

/** All endpoints of `/v1`, slice by slice. */
async function registerEndpoints(api: FastifyInstance, deps: AppDeps): Promise<void> {
  await api.register(compress, { encodings: ['gzip'], zlibOptions: { level: 4 }, threshold: 16_384 });
  api.removeContentTypeParser('text/plain');
  refuseDeepJson(api);
  handleProblems(api);
  if (deps.replica) rememberWrites(api, deps.replica, deps.env);
  if (deps.maintenance) refuseChanges(api, deps.maintenance);
  if (deps.setup) refuseUntilSetUp(api, deps.setup);
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  const { cdn } = deps.env;
  const { on, endpoints } = registry(api, noting(identifyBy(deps)), { cdn, hasSetupLink: setupLinkIn(deps) });
  for (const routes of slices) routes(on, deps);
  api.register(async (scope) => stripeWebhook(scope, deps, settleCardPayment));
  docsRoutes(api, { endpoints, env: deps.env });
  // Without these routes, the pages' catch-all route would answer unknown paths with HTML.
  for (const path of ['/', '/*']) api.all(path, (request, reply) => sendProblem(request, reply, notFound()));
}

/** Parses JSON bodies like Fastify, but refuses those nested so deeply that recursive code could overflow the stack. */
function refuseDeepJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isTooDeep(text)) done(new Problem(400, 'The request is nested too deeply.'), undefined);
    else void parse(request, text, done);
  });
}
