/** The process: reads the environment, opens the database, composes the server, listens, and shuts down in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureAdministrator } from './accounts/registration/first-administrator.server.ts';
import { createApp, createHealthApp } from './app.server.ts';
import { backupsBeforeMigrations } from './backup/before-migration.server.ts';
import { isRestoreInterrupted } from './backup/restore/place.server.ts';
import { restoreSentences } from './backup/restore/sentences.ts';
import { compose } from './compose.server.ts';
import { hasSite, isDemoDue, seedInChildProcess } from './demo.server.ts';
import { type Connection, connectionOf, openDb } from './platform/db/db.server.ts';
import { openObservers } from './platform/observers.server.ts';
import { observeQueries } from './platform/db/observe-queries.server.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.server.ts';
import { answerWhileStarting, type StartingServer } from './platform/http/answer-while-starting.server.ts';
import { refusePooler, unreachable } from './platform/nodes/refuse-pooler.server.ts';
import { startNode } from './platform/nodes/start-node.server.ts';
import { directConnection, directVariable, embeddedOptions } from './platform/postgres/connect-database.server.ts';
import { startEmbedded } from './platform/postgres/embedded-postgres.server.ts';
import { beginSetup, followSetup } from './setup/setup-link.server.ts';
import { errorCode } from './lib/error-code.ts';
import { systemClock } from './platform/process/clock.server.ts';
import { type Env, readEnv } from './platform/process/env.server.ts';
import { openLog } from './platform/process/log.server.ts';
import { StartFault } from './platform/process/start-fault.server.ts';
import { within } from './platform/process/within.server.ts';

const stopWithinMs = 10_000; // for requests in flight (contract, section 1)
const impatientAfterMs = 500; // a second signal within this time is the same Ctrl-C, which also arrives from the parent process

/** The close functions of opened resources; `closeAll` calls them in reverse order. */
const opened: (() => Promise<void>)[] = [];
const stopRequest: { at?: number } = {}; // set once a stop is requested

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const log = openLog(env.logLevel);
  if (isRestoreInterrupted(env)) throw new StartFault(restoreSentences.interrupted);
  const starting = await answerAtOnce(env);
  const connection = await databaseOf(env, log);
  const observers = await openObservers(env, log);
  const database = openDb(connection, log, observeQueries(observers));
  opened.push(database.close);
  await checkServer(database.pool);
  if (env.databaseUrl !== undefined) await refusePooler(directConnection(env), directVariable(env));
  const direct = env.databaseUrl === undefined ? connection : directConnection(env);
  const report = () => starting.setReason('waiting for migration');
  const backups = backupsBeforeMigrations({ env, clock: systemClock, db: database.db, connection: direct });
  const migration = { report, beforeChange: backups.make, afterChange: backups.record };
  const node = await startNode({ database, direct, log, role: env.role.join(), migration });
  opened.push(node.leave);
  starting.setReason('starting');
  const { deps, startBackgroundWork, stop } = await compose({ env, log, database, connection: direct, ...observers });
  deps.unreadyReason = () => (stopRequest.at === undefined ? node.unfitReason() : 'shutting down');
  opened.push(stop);
  const isDemo = env.demoContent !== false && (await isDemoDue(database.db));
  if (isDemo) console.log('Filling the shop with its demo content. This happens once.');
  if (isDemo || !(await hasSite(database.db))) await seedInChildProcess();
  const setupLink = await beginSetup(deps);
  const first = setupLink === undefined ? await ensureAdministrator(deps) : null;
  if (setupLink !== undefined) deps.setup = followSetup(database.db);
  const isDev = process.argv.includes('--dev');
  const app = env.role.includes('web') ? await createApp(deps, { isDev }) : createHealthApp(deps);
  opened.push(() => closeApp(app));
  if (observers.metrics) opened.push(await serveMetrics(observers.metrics, env));
  await startBackgroundWork();
  await starting.close();
  await withPlainFaults(env, () => app.listen({ port: env.port, host: env.host }));
  opened.push(() => sleep(env.stopDelay * 1_000));
  console.log(`Spruce is ready: ${env.publicUrl}`);
  if (first) {
    console.log(
      `The first administrator is ${first.email} with the password ${first.password} (it is not shown again).`,
    );
  }
  if (setupLink !== undefined && env.role.includes('web'))
    console.log(`This site is not set up yet. Set it up with this link; it works once: ${setupLink}`);
}

async function databaseOf(env: Env, log: Logger): Promise<Connection> {
  if (env.databaseUrl !== undefined) return connectionOf(env.databaseUrl);
  const { connection, stop } = await startEmbedded({
    ...embeddedOptions(env, log),
    onCrash: (reason) => log.error(reason),
    onRestart: () => log.info('The embedded database accepts connections again.'),
  });
  opened.push(stop);
  return connection;
}

const oldestServer = 15;

async function checkServer(pool: ReturnType<typeof openDb>['pool']): Promise<void> {
  const answer = await pool.query('show server_version_num').catch((cause: unknown) => {
    throw unreachable(cause, 'DATABASE_URL');
  });
  const { server_version_num: version } = answer.rows[0] as { server_version_num: string }; // the only row of `show`
  const major = Math.floor(Number(version) / 10_000);
  if (major >= oldestServer) return;
  throw new StartFault(`The server at DATABASE_URL runs PostgreSQL ${major}; Spruce needs ${oldestServer} or later.`);
}

async function answerAtOnce(env: Env): Promise<StartingServer> {
  const starting = await withPlainFaults(env, () => answerWhileStarting(env));
  let isOpen = true;
  const close = async () => {
    if (isOpen) await starting.close();
    isOpen = false;
  };
  opened.push(close);
  return { ...starting, close };
}

/** Explains why the server can't listen. */
async function withPlainFaults<T>({ port, host }: Env, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') throw new StartFault(`Port ${port} is already in use. Set PORT to another one.`);
    if (code === 'EACCES') throw new StartFault(`Port ${port} needs root. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartFault(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

/** Stops accepting requests and waits for those in flight; after 10 s their connections are closed. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  const isClosed = closed.then(() => true);
  if (await within(stopWithinMs, isClosed)) return;
  app.server.closeAllConnections();
  await closed;
}

async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

function stopOnSignals(): void {
  const stop = () => {
    const now = performance.now();
    if (stopRequest.at !== undefined && now - stopRequest.at > impatientAfterMs) process.exit(1);
    if (stopRequest.at !== undefined) return;
    stopRequest.at = now;
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop); // the parent process has ended
  process.channel?.unref();
}

stopOnSignals();
try {
  await start();
} catch (error) {
  if (stopRequest.at !== undefined) await new Promise(() => {}); // a requested stop is under way
  console.error(error instanceof StartFault ? error.message : error);
  await closeAll().catch(console.error);
  process.exit(1);
}
