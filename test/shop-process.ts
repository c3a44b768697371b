/**
 * A server process for tests that kill it: all but the pages, on the database that SHOP_CONNECTION names. Its clock goes
 * SHOP_AHEAD_MS ahead, so that what was interrupted need not be waited for.
 */
import { createApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { openDb } from '#infra/db.server.ts';
import { readEnv } from '#infra/env.server.ts';
import { openLog } from '#infra/log.server.ts';

const env = readEnv(process.env);
const log = openLog('error');
const connection = JSON.parse(process.env['SHOP_CONNECTION'] ?? '{}') as Parameters<typeof openDb>[0]; // the test wrote it
const { deps, begin } = await compose({ env, log, database: openDb(connection, log), connection });
const ahead = Number(process.env['SHOP_AHEAD_MS'] ?? 0);
deps.clock = { now: () => new Date(Date.now() + ahead) };
const app = await createApp(deps, { pages: false });
await begin();
await app.listen({ port: env.port, host: '127.0.0.1' });
process.stdout.write('ready\n');
