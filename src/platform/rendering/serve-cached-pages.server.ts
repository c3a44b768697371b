import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { Metrics } from '../metrics/metrics.server.ts';
import { loggedPath } from '../process/log.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** Options that Fastify would set on its own server, in milliseconds. */
type ServerTimes = Pick<FastifyServerOptions, 'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout'>;

interface Observers {
  log: FastifyBaseLogger;
  metrics?: Metrics | undefined;
}

/**
 * Creates the server for Fastify (`serverFactory`). It sends cached pages before any routing, hooks or parsing of cookies, which would
 * cost more than the response itself. Such requests are logged and counted like any other.
 */
export function serverWithPages(pages: PageCache, { log, metrics }: Observers) {
  return (handle: RequestListener, { keepAliveTimeout, requestTimeout, connectionTimeout }: ServerTimes): Server => {
    const server = createServer((request, response) => {
      const served = pages.serve(request, response);
      if (served === undefined) return handle(request, response);
      const status = response.statusCode; // 200 or, to a browser that has the page, 304
      metrics?.requests.observe(0, 'GET', served.route ?? '/*', String(status));
      log.info({ ...served, method: request.method, url: loggedPath(request.url), status, ms: 0 }, 'request');
    });
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = requestTimeout ?? server.requestTimeout;
    server.setTimeout(connectionTimeout ?? 0);
    return server;
  };
}
