/** A server of its own process for the bench: `limit`, or the shop's calls `cached` or `cold` (nothing kept in memory). */
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { hearChanges } from '#infra/changes.server.ts';
import { type Connection, openDb } from '#infra/db.server.ts';
import { registry } from '#infra/http.server.ts';
import { handleProblems } from '#infra/problems.server.ts';
import { shopRoutes } from '#shop/routes.server.ts';
import { serveLimit } from './limit.ts';

const kind = process.argv[2];
const connection = JSON.parse(process.argv[3] ?? '{}') as Connection; // written by run.ts

async function serveShop(): Promise<number> {
  const log: FastifyBaseLogger = pino({ level: 'warn' });
  const { db } = openDb(connection, log);
  const changes = await hearChanges(connection, log);
  const app = Fastify({ loggerInstance: log });
  handleProblems(app);
  await app.register(async (v1) => shopRoutes(registry(v1, async () => null).on, { db, changes }, kind === 'cold' ? 0 : undefined), {
    prefix: '/v1',
  });
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

process.send?.({ port: await (kind === 'limit' ? serveLimit(connection) : serveShop()) });
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
