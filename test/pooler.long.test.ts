import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { refusePooler } from '#platform/nodes/refuse-pooler.server.ts';
import { answers, type ExternalPostgres, externalPostgres } from './external-postgres.ts';
import { freePort } from './own-shop.ts';

/** The real PgBouncer (`apt-get install pgbouncer`); these tests run where it is installed. */
const bouncer = '/usr/sbin/pgbouncer';
// oxlint-disable-next-line vitest/no-disabled-tests, vitest/valid-title -- not a test itself
const poolerTest = test.runIf(existsSync(bouncer));

let server: ExternalPostgres;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await externalPostgres();
  await server.start();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await server.end();
});

/** Starts PgBouncer before the server; returns the connection through it. */
async function pooled(mode: 'transaction' | 'session', settings = ''): Promise<Connection & { port: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-pgbouncer-'));
  const port = await freePort();
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
spruce = host=127.0.0.1 port=${server.connection.port} user=spruce
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits
${settings}
`,
  );
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(bouncer, [...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  closing.push(() => end(child, folder));
  const connection = { host: '127.0.0.1', port, user: 'spruce', database: 'spruce' };
  while (!(await answers(connection))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    await sleep(20);
  }
  return connection;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true });
}

const refusal = /Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself/;

poolerTest.each([
  ['its connections in the order of their use', ''],
  ['its connections in turn', 'server_round_robin = 1'],
])('a pooler in transaction mode that lends %s is refused, idle or busy', async (_, settings) => {
  const connection = await pooled('transaction', settings);
  for (let n = 0; n < 20; n++) await expect(refusePooler(connection, 'DATABASE_URL')).rejects.toThrow(refusal);
  const traffic = new pg.Pool({ ...connection, max: 8 });
  let isOpen = true;
  const busy = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (isOpen) await traffic.query('select pg_sleep(0.002)');
    }),
  );
  let missed = 0;
  for (let n = 0; n < 200; n++)
    await refusePooler(connection, 'DATABASE_URL').then(
      () => (missed += 1),
      (error: Error) => expect(error.message).toMatch(refusal),
    );
  isOpen = false;
  await busy;
  await traffic.end();
  expect(missed).toBe(0);
});

poolerTest('a pooler in session mode is accepted', async () => {
  const connection = await pooled('session');
  for (let n = 0; n < 20; n++) await refusePooler(connection, 'DATABASE_URL');
});

poolerTest('if it were not noticed, the migration itself would refuse to run without its lock', async () => {
  const connection = await pooled('transaction', 'server_round_robin = 1\nmin_pool_size = 4');
  const open = Array.from({ length: 4 }, () => new pg.Client(connection));
  await Promise.all(open.map((client) => client.connect()));
  await Promise.all(open.map((client) => client.query('select pg_sleep(0.1)'))); // so that there are four server connections
  const { db, close } = openDb({ ...connection, prepare: false }, console);
  await expect(migrate(db)).rejects.toThrow('Set DATABASE_DIRECT_URL');
  await close();
  await Promise.all(open.map((client) => client.end()));
});

poolerTest('the server, a command and the doctor name the variable; with it, they work', async () => {
  const { port } = await pooled('transaction');
  const urlOf = (at: number) => `postgres://spruce@127.0.0.1:${at}/spruce`;
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-pooler-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const run = async (file: string, args: string[], more: Record<string, string> = {}) => {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      DATA_DIR: dataDir,
      DATABASE_URL: `${urlOf(port)}?pgbouncer=true`,
      PAYMENT_PROVIDER: 'test',
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      PORT: String(await freePort()),
      ...more,
    };
    const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  };
  const sentence =
    "DATABASE_URL goes through a connection pooler in transaction mode, through which the database can't be migrated. Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself.\n";
  const command = 'src/platform/maintenance/command.server.ts';
  expect(await run('src/main.server.ts', [])).toBe(sentence);
  expect(await run(command, ['off'])).toBe(sentence);
  expect(await run('src/system/doctor/command.server.ts', [])).toContain(
    '✗ Direct connection    DATABASE_URL goes through a connection pooler in transaction mode.\n',
  );
  const { db, close } = openDb(server.connection, console);
  await sql`create database fresh`.execute(db); // the other tests have begun to migrate theirs
  await close();
  const direct = { DATABASE_DIRECT_URL: urlOf(Number(server.connection.port)).replace(/spruce$/, 'fresh') };
  expect(await run(command, ['off'], direct)).toBe('Maintenance mode is off: changes are accepted.\n');
  const wrong = { DATABASE_DIRECT_URL: urlOf(port) };
  expect(await run(command, ['off'], wrong)).toBe(
    'DATABASE_DIRECT_URL goes through a connection pooler in transaction mode. Set it to the address of the PostgreSQL server itself.\n',
  );
});
