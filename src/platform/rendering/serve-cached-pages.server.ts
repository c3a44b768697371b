import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { withoutQuery } from '../process/log.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** Options that Fastify would set on its own server, in milliseconds. */
type ServerTimes = Pick<FastifyServerOptions, 'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout'>;

/**
 * Creates the server for Fastify (`serverFactory`). It sends cached pages before any routing, hooks or parsing of cookies, which would
 * cost more than the response itself. Such requests are logged like any other.
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
