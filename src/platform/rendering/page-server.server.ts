import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { withoutQuery } from '../process/log.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** What Fastify would set on a server that it makes itself; milliseconds, its own defaults where left out. */
type ServerTimes = Pick<FastifyServerOptions, 'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout'>;

/**
 * Makes Fastify's server (`serverFactory`) so that a page kept in memory is answered before any routing, hook or parsing of
 * cookies: such an answer costs less than the way to it would. It is logged as every other request is.
 */
export function serverWithPages(pages: PageCache, log: FastifyBaseLogger) {
  return (handle: RequestListener, { keepAliveTimeout, requestTimeout, connectionTimeout }: ServerTimes): Server => {
    const server = createServer((request, response) => {
      const id = pages.serve(request, response);
      if (id === undefined) return handle(request, response);
      log.info({ reqId: id, method: request.method, url: withoutQuery(request.url), status: 200, ms: 0 }, 'request');
    });
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = requestTimeout ?? server.requestTimeout;
    server.setTimeout(connectionTimeout ?? 0);
    return server;
  };
}
