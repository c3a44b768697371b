/**
 * A server process for tests that kill it: everything, with the pages only if SHOP_PAGES is `built`, on the database that
 * SHOP_CONNECTION names, or on its own embedded one. Its clock is SHOP_AHEAD_MS ahead, so that tests need not wait for retries. SIGTERM stops it in order.
 */
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { type Connection, openDb } from '#platform/db/db.server.ts';
import { observeQueries } from '#platform/db/observe-queries.server.ts';
import { openObservers } from '#platform/observers.server.ts';
import { answerWhileStarting } from '#platform/http/answer-while-starting.server.ts';
import { startNode } from '#platform/nodes/start-node.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { fast } from './archived-database.ts';

const env = readEnv(process.env);
const log = openLog(process.env['LOG_LEVEL'] ?? 'error');
const place = { port: env.port, host: '127.0.0.1' };
const starting = await answerWhileStarting(place);
const connectionJson = process.env['SHOP_CONNECTION'];
const onCrash = (reason: string) => log.warn(reason);
const archive = env.walArchive ? { clock: systemClock, log, pace: fast } : undefined;
const connection = connectionJson
  ? (JSON.parse(connectionJson) as Connection) // written by the test
  : (await startEmbedded({ dataDir: env.dataDir, onCrash, archive })).connection;
const observers = await openObservers(env, log);
const database = openDb(connection, { error: () => {} }, observeQueries(observers)); // tests interrupt it on purpose
const report = () => starting.setReason('waiting for migration');
const role = env.role.join();
const node = await startNode({ database, direct: connection, log, role, migration: { report } });
const { deps, startBackgroundWork: begin, stop } = await compose({ env, log, database, connection, ...observers });
const ahead = Number(process.env['SHOP_AHEAD_MS'] ?? 0);
let isStopping = false;
deps.unreadyReason = () => (isStopping ? 'shutting down' : node.unfitReason());
deps.resolveHost = (host) => lookup(host, { all: true }); // tests receive webhooks on this machine
deps.clock = { now: () => new Date(Date.now() + ahead) };
const app = await createApp(deps, { pages: process.env['SHOP_PAGES'] === 'built' });
await begin();
await starting.close();
await app.listen(place);
process.once('SIGTERM', async () => {
  isStopping = true;
  await sleep(env.stopDelay * 1_000);
  await app.close();
  await stop();
  await node.leave();
  await database.close();
  process.exit(0);
});
process.stdout.write('ready\n');
