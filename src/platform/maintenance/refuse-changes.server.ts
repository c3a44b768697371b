import type { FastifyInstance } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { changesPaused } from '#lib/api/sentences.ts';
import type { Maintenance } from './maintenance.server.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Seconds after which a refused caller may try again. */
const retryAfter = 60;

/** In maintenance mode, answers every request that would change something with 503, before its body is read. */
export function refuseChanges(app: FastifyInstance, maintenance: Pick<Maintenance, 'current'>): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (maintenance.current() === undefined || readingMethods.has(method) || routeOptions.config.staysOpen) return;
    throw Object.assign(new Problem(503, changesPaused), { retryAfter });
  });
}
