import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createRequestHandler,
  data,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from 'react-router';
import type { Topic } from '../db/changes.server.ts';

/** The pages: as built, or compiled by Vite from the current sources. */
export interface PageBundle {
  build: ServerBuild;
  handle: RequestHandler;
  /** How the page at this address may be cached; null if it must not be. */
  cachingOf(url: string): PageCaching | null;
  /** The pattern of this address: `/shopping/order/:orderId`; `/*` if there is no such page. */
  patternOf(url: string): string;
  /** Whether the page at this address has an action. */
  acceptsForms(url: string): boolean;
}

/** How a page may be cached. */
export interface PageCaching {
  /** The topics whose changes affect it. */
  topics: readonly Topic[];
  /** Whether members get a page of their own. Shared caches and browsers do not store such a page, only this server does. */
  isForVisitors: boolean;
}

const folder = resolve(import.meta.dirname, '../../../build');
const clientFiles = join(folder, 'client');
const formsWorker = join(clientFiles, 'forms-worker.js');
const year = 365 * 24 * 60 * 60; // seconds

/** Loads the pages from `build/` and serves its files, which `scripts/compress.ts` has compressed. */
export async function builtPages(app: FastifyInstance, publicUrl: string): Promise<() => Promise<PageBundle>> {
  await serveClientFiles(app);
  const server = pathToFileURL(join(folder, 'server/index.js')).href;
  const build = (await import(server)) as ServerBuild; // the shape of every server build
  const bundle = asBundle(build, publicUrl, 'production');
  return async () => bundle;
}

/** Serves the files of a build, each by a route of its own. */
export async function serveClientFiles(app: FastifyInstance, root = clientFiles): Promise<void> {
  await app.register(serveFiles, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: setCacheHeaders,
  });
}

function setCacheHeaders(reply: FastifyReply, path: string): void {
  const hashed = path.startsWith(join(clientFiles, 'assets'));
  reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600');
  reply.header('x-content-type-options', 'nosniff');
  // The worker's own requests need a different policy from the requests of pages.
  if (path.startsWith(formsWorker)) reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
}

/** Runs Vite inside this server: sources are compiled on request, and hot reload uses the same port. */
export async function devPages(app: FastifyInstance, publicUrl: string): Promise<() => Promise<PageBundle>> {
  const { createServer } = await import('vite');
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } });
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
  app.addHook('onClose', () => vite.close());
  return async () => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild; // the shape of every server build
    return asBundle(build, publicUrl, 'development');
  };
}

function asBundle(build: ServerBuild, publicUrl: string, mode: 'production' | 'development'): PageBundle {
  // Behind a proxy that terminates TLS, the address of a request differs from the origin of a posted form.
  const pages = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, route && refusingForms(route)]),
  );
  const allowed = { ...build, routes: pages, allowedActionOrigins: [new URL(publicUrl).host] };
  const routes = childrenOf(build, undefined);
  return {
    build,
    handle: createRequestHandler(allowed, mode),
    ...readingRoutes(build, routes),
    acceptsForms: formPagesIn(build, routes),
  };
}

type Page = NonNullable<ServerBuild['routes'][string]>;

/** Makes a page without an action refuse forms with our own sentence, because the router's sentence would name the page's file. */
function refusingForms(page: Page): Page {
  const action = (): never => {
    throw data(null, { status: 405 });
  };
  return page.module.action ? page : { ...page, module: { ...page.module, action } };
}

function childrenOf(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index: true } : { id, path, children: childrenOf(build, id) }));
}

const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '/').replace(/\/_\.data$/, '/').replace(/\.data$/, '');

function formPagesIn(build: ServerBuild, routes: RouteObject[]): PageBundle['acceptsForms'] {
  return (url) => {
    const leaf = matchRoutes(routes, pathOf(url))?.at(-1);
    const module = build.routes[leaf?.route.id ?? '']?.module;
    return module?.action !== undefined && (module.handle as PageHandle | undefined)?.refusesForms !== true;
  };
}

const pathsKnown = 5_000;

/** What a page declares by its export `handle`. */
interface PageHandle {
  cache?: Topic;
  isForVisitors?: boolean;
  /** Whether its action does nothing but answer that the page has no form. */
  refusesForms?: boolean;
}

interface PageFacts {
  caching: PageCaching | null;
  pattern: string;
}

/**
 * A page allows caching by `handle = { cache: 'catalogue' }`, which names its topic. Every page also depends on the settings and, because
 * of its menus, on the site. With `isForVisitors: true`, members get their own page.
 */
function readingRoutes(build: ServerBuild, routes: RouteObject[]): Pick<PageBundle, 'cachingOf' | 'patternOf'> {
  const known = new Map<string, PageFacts>(); // cached, because the router ranks all routes for each match
  const factsOf = (url: string): PageFacts => {
    const path = pathOf(url);
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const matches = matchRoutes(routes, path) ?? [];
    const handle = build.routes[matches.at(-1)?.route.id ?? '']?.module.handle as PageHandle | undefined; // set by our pages
    const caching = handle?.cache
      ? {
          topics: [...new Set([handle.cache, 'settings', 'site'] as const)],
          isForVisitors: handle.isForVisitors === true,
        }
      : null;
    const pattern = `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
    if (known.size >= pathsKnown) known.clear();
    known.set(path, { caching, pattern });
    return { caching, pattern };
  };
  return { cachingOf: (url) => factsOf(url).caching, patternOf: (url) => factsOf(url).pattern };
}

/** The response for a file of an older build. */
export const missingFile = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found.');
