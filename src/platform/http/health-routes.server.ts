import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.server.ts';
import { within } from '../process/within.server.ts';

/** If the database does not respond within this time, the server counts as not ready, so that monitoring need not wait. */
const readyWithinMs = 2_000;

export interface HealthDeps {
  db: Db;
  /** Why the process should get no requests (`shutting down`, `schema too new`); undefined if it should. */
  unreadyReason?: () => string | undefined;
}

/** `/healthz`: the process runs. `/readyz`: it can serve and reaches its database; 503 with the reason if not. */
export function healthRoutes(app: FastifyInstance, { db, unreadyReason }: HealthDeps): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const reason = unreadyReason?.() ?? ((await reachesDatabase(db)) ? undefined : 'database');
    if (reason === undefined) return { status: 'ok' };
    return reply.code(503).header('cache-control', 'no-store').send({ status: 'unavailable', reason });
  });
}

async function reachesDatabase(db: Db): Promise<boolean> {
  const response = sql`select 1 from settings`.execute(db).then(
    () => true,
    () => false,
  );
  return (await within(readyWithinMs, response)) ?? false;
}
