import type { FastifyInstance } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { safeMethods } from '#lib/api/safe-methods.ts';
import { changesPaused } from '#lib/api/sentences.ts';
import type { Maintenance } from './maintenance.server.ts';

/** Seconds after which a refused caller may try again. */
const retryAfter = 60;

/** In maintenance mode, answers every request that would change something with 503, before its body is read. */
export function refuseChanges(app: FastifyInstance, maintenance: Pick<Maintenance, 'current'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnswered =
      maintenance.current() === undefined ||
      safeMethods.includes(request.method) ||
      request.routeOptions.config.staysOpen;
    done(isAnswered ? undefined : Object.assign(new Problem(503, changesPaused), { retryAfter }));
  });
}
