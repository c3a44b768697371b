import { tmpdir } from 'node:os';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { identifyBy } from '#accounts/sign-in/identify.server.ts';
import { type Changes, subscribeToChanges } from '#platform/db/changes.server.ts';
import { type StoppedClock, stoppedClock } from '#platform/process/clock.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type Env, readEnv } from '#platform/process/env.server.ts';
import { type RegisterEndpoint, registry } from '#platform/http/register-endpoint.server.ts';
import { handleProblems } from '#platform/http/problems.server.ts';
import type { ResolveHost } from '#platform/http/public-ip-address.server.ts';
import { type Files, makeFiles } from '#platform/storage/files.server.ts';
import type { Fault } from '#lib/api/problem.ts';
import { freshDatabase } from './database.ts';

export interface SlicesDeps {
  db: Db;
  env: Env;
  clock: StoppedClock;
  changes: Changes;
  files: Files;
  resolveHost?: ResolveHost;
}

export interface RequestOptions {
  body?: object | string;
  token?: string | null;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  ip?: string;
}

/** A response; `message` and `faults` are those of a problem. */
export interface TestResponse {
  status: number;
  body: unknown;
  message: string | undefined;
  faults: Fault[];
  headers: Record<string, unknown>;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

export type CallApi = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: RequestOptions,
) => Promise<TestResponse>;

export interface SlicesApp {
  app: FastifyInstance;
  deps: SlicesDeps;
  ask: CallApi;
}

export const testEnvironment: Record<string, string> = {
  DATA_DIR: `${tmpdir()}/spruce-slices`,
  SESSION_SECRET: 'a secret of the tests, long enough to sign',
  PUBLIC_URL: 'http://shop.test',
};

/** The routes of some slices under `/v1` on a database of their own, without rate limits and pages. */
export async function slicesApp(
  slices: ((on: RegisterEndpoint, deps: SlicesDeps) => void)[],
  environment: Record<string, string> = {},
): Promise<SlicesApp> {
  const { db, connection } = await freshDatabase();
  const app: FastifyInstance = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const changes = await subscribeToChanges(connection, app.log);
  const env = readEnv({ ...testEnvironment, ...environment });
  const deps = { db, env, clock: stoppedClock('2026-03-02T01:00:00Z'), changes, files: await makeFiles(env) };
  await app.register(cookie);
  await app.register(
    async (api) => {
      handleProblems(api);
      const { on } = registry(api, identifyBy(deps));
      for (const routes of slices) routes(on, deps);
    },
    { prefix: '/v1' },
  );
  afterAll(async () => {
    await changes.stop();
    await app.close();
  });
  return { app, deps, ask: askOf(app) };
}

const askOf =
  (app: FastifyInstance): CallApi =>
  async (method, path, { body, token, cookies, headers, ip } = {}) => {
    const options: InjectOptions = {
      method,
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
      ...(cookies && { cookies }),
      ...(ip && { remoteAddress: ip }),
    };
    const answer = await app.inject(options);
    const read: unknown = answer.body === '' ? undefined : JSON.parse(answer.body);
    const problem = (read ?? {}) as { Message?: string; errors?: Fault[] }; // answers without them leave them undefined
    return {
      status: answer.statusCode,
      body: read,
      message: problem.Message,
      faults: problem.errors ?? [],
      headers: answer.headers,
      cookies: answer.cookies as TestResponse['cookies'], // parsed by light-my-request
    };
  };
