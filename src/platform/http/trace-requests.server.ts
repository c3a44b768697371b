import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { internalCall } from '../access/actor.server.ts';
import { loggedPath } from '../process/log.server.ts';
import type { Metrics } from '../metrics/metrics.server.ts';
import {
  asTraceparent,
  currentTrace,
  runInTrace,
  type Span,
  type Trace,
  type Tracer,
} from '../process/trace.server.ts';
import type { Identify } from './register-endpoint.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path pattern of the page at this address, because all pages share one Fastify route. */
    pageRoute: string | undefined;
    actorId: string | undefined;
    span: Span | undefined;
  }
}

/** Wraps `identify` so that each request's log line can name its caller. */
export const noting =
  (identify: Identify): Identify =>
  async (request, reply) => {
    const actor = await identify(request, reply);
    request.actorId = actor?.id;
    return actor;
  };

/** The id of a new request; a call that a page makes while it is rendered gets the id of the page's request. */
export const requestIdOr = (makeId: () => string): string => currentTrace()?.requestId ?? makeId();

/** The pattern of a request's address: `/v1/orders/:id`, never the address itself. Built files count as one route, although each has its own. */
export const routeOf = ({ routeOptions: { url = 'none' }, pageRoute }: FastifyRequest): string =>
  pageRoute ?? (url.startsWith('/assets/') ? '/assets/*' : url);

/**
 * Logs a line for each request, with its pattern and path, but no query, no body and no personal data; counts the request, and runs it
 * in a trace, so that its jobs, mails and log lines have its id.
 */
export function traceRequests(
  app: FastifyInstance,
  { metrics, tracer }: { metrics?: Metrics | undefined; tracer?: Tracer | undefined },
): void {
  for (const name of ['pageRoute', 'actorId', 'span'] as const) app.decorateRequest(name, undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // After the body has been read, because the events of its stream do not belong to this request's context.
  app.addHook('preHandler', (request, _reply, done) => {
    const parent = currentTrace()?.traceparent ?? asTraceparent(request.headers.traceparent);
    request.span = tracer?.start(`${request.method} ${request.routeOptions.url ?? ''}`, 'server', parent);
    const trace: Trace = { requestId: request.id, traceparent: request.span?.traceparent ?? parent };
    runInTrace(trace, done);
  });
  const isLogged = ['info', 'debug', 'trace'].includes(app.log.level);
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged || metrics || request.span) noteEnd(request, reply, metrics);
    done();
  });
}

/** Ends the request's span, counts the request and writes its log line. */
function noteEnd(request: FastifyRequest, reply: FastifyReply, metrics: Metrics | undefined): void {
  const { method, actorId: userId } = request;
  const { statusCode: status, elapsedTime } = reply;
  const route = routeOf(request);
  request.span?.end(
    { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    status >= 500,
  );
  if (internalCall()) return;
  metrics?.requests.observe(elapsedTime / 1000, method, route, String(status));
  if (request.routeOptions.logLevel === 'silent') return;
  const line = {
    requestId: request.id,
    method,
    route,
    url: loggedPath(request.url),
    status,
    ms: Math.round(elapsedTime),
  };
  request.log.info(userId === undefined ? line : { ...line, userId }, 'request');
}
