/**
 * A server process for tests that kill it: everything except the pages, on the database that SHOP_CONNECTION names, or on its
 * own embedded one. Its clock is SHOP_AHEAD_MS ahead, so that tests need not wait for retries.
 */
import { lookup } from 'node:dns/promises';
import { createApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { type Connection, openDb } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { fast } from './archived-database.ts';

const env = readEnv(process.env);
const log = openLog(process.env['LOG_LEVEL'] ?? 'error');
const connectionJson = process.env['SHOP_CONNECTION'];
const onCrash = (reason: string) => log.warn(reason);
const archive = env.walArchive ? { clock: systemClock, log, pace: fast } : undefined;
const connection = connectionJson
  ? (JSON.parse(connectionJson) as Connection) // written by the test
  : (await startEmbedded({ dataDir: env.dataDir, onCrash, archive })).connection;
const database = openDb(connection, { error: () => {} }); // tests interrupt it on purpose
await migrate(database.db);
const { deps, startBackgroundWork: begin } = await compose({ env, log, database, connection });
const ahead = Number(process.env['SHOP_AHEAD_MS'] ?? 0);
deps.resolveHost = (host) => lookup(host, { all: true }); // tests receive webhooks on this machine
deps.clock = { now: () => new Date(Date.now() + ahead) };
const app = await createApp(deps, { pages: false });
await begin();
await app.listen({ port: env.port, host: '127.0.0.1' });
process.stdout.write('ready\n');
