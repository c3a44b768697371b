/**
 * A server in a process of its own for the bench: `limit`, or the whole program, `cached` as it is or `cold`, which keeps
 * no answers of the shop in memory.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, openDb } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { createApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { serveLimit } from './limit.ts';
import { sessionSecret } from './secret.ts';

const [, , kind, given = '{}', dataDir = ''] = process.argv;
const connection = JSON.parse(given) as Connection; // written by run.ts

async function serveProgram(): Promise<number> {
  const env = readEnv({
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    PUBLIC_URL: 'http://127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    SMTP_URL: process.env['SMTP_URL'],
  });
  const log = openLog(env.logLevel);
  const { deps, startBackgroundWork: begin } = await compose({
    env,
    log,
    database: openDb(connection, log),
    connection,
  });
  const chosen = kind === 'cold' ? { ...deps, cacheBytes: 0 } : deps;
  const pages = existsSync(join(import.meta.dirname, '../build/server/index.js'));
  const app = await createApp(chosen, { pages });
  if (kind === 'cached') await begin();
  return portOf(await app.listen({ host: '127.0.0.1', port: 0 }));
}

const portOf = (address: string): number => Number(new URL(address).port);

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.send?.({ port: kind === 'limit' ? portOf(await serveLimit(connection)) : await serveProgram() });
