import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.server.ts';

/** If the database does not respond within this time, the server counts as not ready, so that monitoring need not wait. */
const readyWithinMs = 2_000;

/** `/healthz`: the process runs. `/readyz`: it also reaches its database; 503 if not. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const response = sql`select 1 from settings`.execute(db).then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([response, sleep(readyWithinMs, false, { ref: false })]);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
}
