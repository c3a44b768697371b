import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { type AppDeps, createApp } from '../src/app.server.ts';
import { subscribeToChanges } from '#platform/db/changes.server.ts';
import { type StoppedClock, stoppedClock } from '#platform/process/clock.server.ts';
import type { Connection } from '#platform/db/db.server.ts';
import { startReplica } from '#platform/db/replica.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { makeMailQueue } from '#platform/mail/mail-queue.server.ts';
import { makeJobs } from '#platform/jobs/jobs.server.ts';
import type { Metrics } from '#platform/metrics/metrics.server.ts';
import type { Tracer } from '#platform/process/trace.server.ts';
import { collectShopMetrics } from '#system/shop-metrics.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import type { Fault } from '#lib/api/problem.ts';
import type { Payments } from '#orders/payment/payment-provider.ts';
import { makePayments } from '#orders/payment/choose-payment-provider.server.ts';
import { seedCompany } from '#company/seed-company.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { registerJobHandlers } from '../src/compose.server.ts';
import { demoCompany } from '../src/demo.server.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** A response of the API; `message` and `faults` are those of a problem. */
export interface Answer<Body> {
  status: number;
  body: Body;
  message: string | undefined;
  faults: Fault[];
  headers: Record<string, unknown>;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
  bytes: Buffer;
}

export interface RequestOptions {
  body?: object | string;
  token?: string | null | undefined;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  ip?: string;
}

export interface TestApp {
  app: FastifyInstance;
  deps: AppDeps & { clock: StoppedClock };
  connection: Connection;
  /** All mails sent, the oldest first. */
  mails: OutgoingMail[];
  /** The whole log. */
  log: () => string;
  logLines: readonly string[];
  ask: CallApi;
  /** Calls another server. */
  askOf(app: FastifyInstance): CallApi;
}

/** Calls the API; `Body` is the type of the response's body. */
export type CallApi = <Body = Record<string, unknown>>(
  method: Method,
  path: string,
  options?: RequestOptions,
) => Promise<Answer<Body>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface TestAppOptions {
  environment?: Record<string, string>;
  payments?: (deps: Omit<AppDeps, 'payments'>) => Payments | Promise<Payments>;
  /** An empty, migrated one unless given. */
  database?: FreshDatabase;
  /** A read replica of `database`. */
  replica?: Connection;
  /** As the environment would turn them on. */
  metrics?: Metrics;
  tracer?: Tracer;
}

/**
 * The whole server without its pages, on the test file's own database and folder. The clock is stopped; mails are collected;
 * jobs run when `deps.jobs.finishAll()` is called.
 */
export async function testApp({
  environment = {},
  payments = makePayments,
  database,
  replica: copy,
  metrics,
  tracer,
}: TestAppOptions = {}): Promise<TestApp> {
  const { db, pool, connection } = database ?? (await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-app-'));
  const env = readEnv({
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of the tests, long enough to sign',
    PUBLIC_URL: 'http://shop.test',
    RATE_LIMIT: 'off',
    ...environment,
  });
  const lines: string[] = [];
  const mails: OutgoingMail[] = [];
  const log = openLog('trace', { write: (line) => void lines.push(line) });
  const changes = await subscribeToChanges(connection, log);
  const replica = copy && startReplica({ connection: copy, primary: db, changes, log });
  const clock = stoppedClock('2026-03-02T01:00:00Z');
  const mail = { send: async (sent: OutgoingMail) => void mails.push(sent), close: () => {} };
  const queue = makeMailQueue({ db, clock, mail, log, metrics, tracer });
  const jobs = makeJobs({ pool, clock, log, tracer, own: queue });
  const store = await makeFiles(env);
  const parts = {
    env,
    db,
    connection,
    replica,
    clock,
    log,
    mail,
    mails: queue,
    files: store,
    jobs,
    changes,
    metrics,
    tracer,
  };
  const deps = { ...parts, payments: await payments(parts) };
  if (metrics) collectShopMetrics(metrics, deps);
  if (env.demoContent)
    await inTransaction(db, async (tx) => seedCompany(tx, await demoCompany(), { env, files: store, at: clock.now() }));
  const app = await createApp(deps, { pages: false });
  registerJobHandlers(deps);
  await jobs.install();
  afterAll(async () => {
    await app.close();
    await jobs.stop();
    await replica?.stop();
    await changes.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { app, deps, connection, mails, log: () => lines.join(''), logLines: lines, ask: askOf(app), askOf };
}

const askOf =
  (app: FastifyInstance): CallApi =>
  (method, path, options) =>
    ask(app, method, { path, ...options });

async function ask<Body>(
  app: FastifyInstance,
  method: Method,
  request: RequestOptions & { path: string },
): Promise<Answer<Body>> {
  const { path, body, token, cookies, headers, ip } = request;
  const options: InjectOptions = {
    method,
    url: path,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
    ...(cookies && { cookies }),
    ...(ip && { remoteAddress: ip }),
  };
  const answer = await app.inject(options);
  const isJson = String(answer.headers['content-type']).includes('json');
  const read: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined;
  const problem = (read ?? {}) as { Message?: string; errors?: Fault[] }; // answers without them leave them undefined
  return {
    status: answer.statusCode,
    body: read as Body, // the caller states the type
    message: problem.Message,
    faults: problem.errors ?? [],
    headers: answer.headers,
    cookies: answer.cookies as Answer<Body>['cookies'], // parsed by light-my-request
    bytes: answer.rawPayload,
  };
}
