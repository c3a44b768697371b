/**
 * A server process for tests that kill it: everything except the pages, on the database that SHOP_CONNECTION names, or on its
 * own embedded one. Its clock is SHOP_AHEAD_MS ahead, so that tests need not wait for retries.
 */
import { lookup } from 'node:dns/promises';
import { createApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { type Connection, openDb } from '#platform/db/db.server.ts';
import { observeQueries } from '#platform/db/observe-queries.server.ts';
import { openObservers } from '#platform/observers.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';

const env = readEnv(process.env);
const log = openLog(process.env['LOG_LEVEL'] ?? 'error');
const connectionJson = process.env['SHOP_CONNECTION'];
const onCrash = (reason: string) => log.warn(reason);
const connection = connectionJson
  ? (JSON.parse(connectionJson) as Connection) // written by the test
  : (await startEmbedded({ dataDir: env.dataDir, onCrash })).connection;
const observers = await openObservers(env, log);
const database = openDb(connection, { error: () => {} }, observeQueries(observers)); // tests interrupt it on purpose
await migrate(database.db);
const { deps, startBackgroundWork: begin } = await compose({ env, log, database, connection, ...observers });
const ahead = Number(process.env['SHOP_AHEAD_MS'] ?? 0);
deps.resolveHost = (host) => lookup(host, { all: true }); // tests receive webhooks on this machine
deps.clock = { now: () => new Date(Date.now() + ahead) };
const app = await createApp(deps, { pages: false });
await begin();
await app.listen({ port: env.port, host: '127.0.0.1' });
process.stdout.write('ready\n');
