import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../process/env.server.ts';
import { StartFault } from '../process/start-fault.server.ts';
import type { Metrics } from './metrics.server.ts';

type MetricsEnv = Pick<Env, 'metricsPort' | 'metricsHost' | 'metricsToken'>;

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Whether metrics are served; only then are they measured. */
export const areMetricsServed = ({ metricsPort, metricsToken }: MetricsEnv): boolean =>
  metricsPort !== undefined || metricsToken !== undefined;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares hashes, so that the time it takes tells nothing about the token. */
const isAllowed = (authorization: string | undefined, token: string | undefined): boolean =>
  token === undefined || timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));

/** `GET /metrics` for callers with the token. This server has it only if a token is set and metrics have no port of their own. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, { metricsPort, metricsToken }: MetricsEnv): void {
  if (metricsPort !== undefined || metricsToken === undefined) return;
  app.get('/metrics', { logLevel: 'silent' }, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (isAllowed(headers.authorization, metricsToken)) return reply.type(contentType).send(await metrics.text());
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Not signed in.\n');
  });
}

/** Serves `/metrics` on `METRICS_PORT`, if that is set; returns a function that stops this. Throws `StartFault` if the port is taken. */
export async function serveMetrics(metrics: Metrics, env: MetricsEnv): Promise<() => Promise<void>> {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = env;
  if (port === undefined) return async () => {};
  const server = createServer(({ url, method, headers }, response) => {
    if (url !== '/metrics' || method !== 'GET') return void response.writeHead(404).end();
    if (!isAllowed(headers.authorization, token)) return void response.writeHead(401).end();
    void metrics.text().then((text) => response.writeHead(200, { 'content-type': contentType }).end(text));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  }).catch((error: Error) => {
    throw new StartFault(`METRICS_PORT ${port} on ${host} cannot be used (${error.message}).`);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
