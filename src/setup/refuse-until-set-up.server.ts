import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { safeMethods } from '#lib/api/safe-methods.ts';
import { siteBeingSetUp } from '#lib/api/sentences.ts';

/** Seconds after which a refused caller may try again. */
const retryAfter = 600;

/** Until the site has been set up, answers every request that would change something with 503, except those that set it up. */
export function refuseUntilSetUp(app: FastifyInstance, setup: NonNullable<Deps['setup']>): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (safeMethods.includes(method) || routeOptions.config.setsUp || !(await setup.isOpen())) return;
    throw Object.assign(new Problem(503, siteBeingSetUp), { retryAfter });
  });
}
