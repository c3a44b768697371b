import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { createApp, createHealthApp } from '../src/app.server.ts';
import { compose } from '../src/compose.server.ts';
import { answerWhileStarting } from '#platform/http/answer-while-starting.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { openDb } from '#platform/db/db.server.ts';
import { holdNewNodes } from '#platform/db/live-nodes.server.ts';
import { switchMaintenance } from '#platform/maintenance/maintenance.server.ts';
import { makeMetrics } from '#platform/metrics/metrics.server.ts';
import { joinNodes } from '#platform/nodes/join-nodes.server.ts';
import { refusePooler } from '#platform/nodes/refuse-pooler.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { startNode } from '#platform/nodes/start-node.server.ts';
import { testApp } from './app.ts';
import { freshDatabase } from './database.ts';
import { freePort } from './own-shop.ts';
import { longTest } from './long.ts';
import { startReceiver } from './receiver.ts';

const database = await freshDatabase();
const { db, pool, connection } = database;
const { deps, askOf, logLines } = await testApp({ database });
const log = pino({ level: 'silent' });
const migrations = join(import.meta.dirname, '../migrations');

test('a process is listed with its version and schema, and beats until it stops', async () => {
  const node = await startNode({ database, direct: connection, log, role: 'web' });
  const row = await db.selectFrom('nodes').selectAll().where('id', '=', node.id).executeTakeFirst();
  expect(row).toMatchObject({ version: '0.1.0', role: 'web', schema_max: expect.stringMatching(/^\d{4}-/) });
  expect(node.unfitReason()).toBeUndefined();
  await node.leave();
  const beats = () => db.selectFrom('nodes').select('beat_at').where('id', '=', node.id).executeTakeFirst();
  const last = await beats();
  await sleep(100);
  expect(await beats()).toEqual(last);
  await db.deleteFrom('nodes').execute();
});

longTest('a heartbeat that waited for a contract migration is from after it', async () => {
  const own = openDb(connection, log); // its one session shows how far the heartbeat is
  const node = await joinNodes({ db: own.db, log, role: 'web' });
  const sessions = async (where: string) =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
      )
    ).rowCount;
  await expect.poll(() => sessions("query like 'delete from nodes%' and state = 'idle'")).toBe(1); // the first has ended
  const migratedAt = await db.transaction().execute(async (tx) => {
    await holdNewNodes(tx);
    const waits = "query like 'insert into \"nodes\"%' and wait_event_type = 'Lock'";
    await expect.poll(() => sessions(waits), { timeout: 20_000 }).toBe(1);
    return (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)).rows[0]?.at;
  });
  const beats = async () => (await pool.query('select from nodes where beat_at >= $1', [migratedAt])).rowCount;
  await expect.poll(beats, { timeout: 5_000 }).toBe(1); // before the next one
  await node.leave();
  await own.close();
  await db.deleteFrom('nodes').execute();
});

test('a process does not join a database that a newer version has contracted', async () => {
  const newer = { name: '9999-less', phase: 'contract', started_at: new Date(), by_version: '9.0.0' };
  await db.insertInto('schema_migrations').values(newer).execute();
  await expect(joinNodes({ db, log, role: 'web' })).rejects.toThrow('made by a newer version of Spruce');
  expect(await db.selectFrom('nodes').selectAll().execute()).toEqual([]);
  await db.deleteFrom('schema_migrations').where('name', '=', '9999-less').execute();
});

test('readyz says why a process should get no requests, and nothing else is affected', async () => {
  let reason: string | undefined = 'shutting down';
  const app = await createApp({ ...deps, unreadyReason: () => reason }, { pages: false });
  const ask = askOf(app);
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable', reason } });
  expect((await ask('GET', '/v1/products')).status).toBe(200);
  reason = undefined;
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  await app.close();
});

test('a process that only does jobs tells its health and its metrics, and nothing else', async () => {
  const metrics = makeMetrics(log);
  const token = 'a token of the tests';
  const app = createHealthApp({ ...deps, metrics, env: { ...deps.env, metricsToken: token } });
  const ask = askOf(app);
  const statusOf = async (path: string) => (await ask('GET', path)).status;
  const linesBefore = logLines.length;
  const paths = ['/healthz', '/readyz', '/metrics', '/v1/products', '/?key=secret'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 401, 404, 404]);
  const answer = await ask('GET', '/metrics', { token });
  expect([answer.status, String(answer.bytes)]).toEqual([200, expect.stringContaining('spruce_mail_sent_total 0')]);
  expect(logLines.slice(linesBefore)).toEqual([]);
  metrics.stop();
  await app.close();
});

/** Starts the jobs and rounds of a process with these variables; returns how to stop it. */
async function startProcess(variables: Partial<Env>) {
  const composed = await compose({ env: { ...deps.env, ...variables }, log, database, connection });
  await composed.startBackgroundWork();
  return composed;
}
const setMaintenance = (isOn: boolean) => switchMaintenance(db, { isOn, by: 'a test', at: new Date() });
const states = async () => (await pool.query<{ state: string }>('select distinct state from jobs.job')).rows;

longTest('a contract migration that had to wait is done later, and what was saved before it is recorded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-contract-'));
  for (const name of await readdir(migrations)) await symlink(join(migrations, name), join(folder, name));
  const contract = "export const phase = 'contract';\nexport async function up() {}\n";
  await writeFile(join(folder, '9000-contract.ts'), contract);
  const at = sql<Date>`now() - interval '20 s'`;
  const former = { id: newId(), version: '0.0.1', role: 'web', schema_min: '', schema_max: '', started_at: at };
  await db
    .insertInto('nodes')
    .values({ ...former, beat_at: at })
    .execute();
  const calls: string[] = [];
  const migration = {
    folder,
    beforeChange: async (pending: readonly string[]) => void calls.push(`before ${pending.join()}`),
    afterChange: async () => void calls.push('after'),
  };
  const node = await startNode({ database, direct: connection, log, role: 'web', migration });
  expect(calls).toEqual([]);
  await expect.poll(() => calls).toEqual(['before 9000-contract', 'after']);
  await node.leave();
  await db.deleteFrom('schema_migrations').where('name', '=', '9000-contract').execute();
  await db.deleteFrom('nodes').execute();
  await rm(folder, { recursive: true });
});

longTest(
  'a process that only serves takes no jobs and plans none; a worker does both, and pauses in maintenance mode',
  async () => {
    const web = await startProcess({ role: ['web'] });
    expect(await states()).toEqual([]);
    await db.transaction().execute((tx) => web.deps.jobs.enqueue(tx, jobKind('checkout-sweep'), {}));
    await sleep(2_500); // longer than the interval of polling
    expect(await states()).toEqual([{ state: 'created' }]);
    await web.stop();

    await setMaintenance(true);
    const worker = await startProcess({ role: ['worker'] });
    await sleep(2_500);
    expect(await states()).toEqual([{ state: 'created' }]);
    await setMaintenance(false);
    await expect.poll(states).toEqual([{ state: 'completed' }]);
    await worker.stop();
  },
);

longTest('a worker purges the shared cache in maintenance mode too', async () => {
  const cache = await startReceiver();
  await db.deleteFrom('cache_purges').execute();
  const worker = await startProcess({ role: ['worker'], purgeUrl: cache.origin });
  await setMaintenance(true);
  await inTransaction(db, (tx) => publishChange(tx, 'catalogue'));
  const purged = () => cache.came.map(({ headers }) => headers['surrogate-key']);
  await expect.poll(purged).toContain('catalogue');
  expect(purged()).toContain('settings');
  await worker.stop();
  await setMaintenance(false);
});

longTest('a database error at the end of maintenance mode delays the background work, and no more', async () => {
  const logged: string[] = [];
  const level = { level: 'error', write: (line: string) => void logged.push(line) };
  const env: Env = { ...deps.env, role: ['worker'] };
  await setMaintenance(true);
  const worker = await compose({ env, log: pino(level, level), database, connection });
  await worker.startBackgroundWork();
  const refused = `
    create function refuse_jobs() returns trigger language plpgsql as $$ begin raise 'no jobs'; end $$;
    create trigger refuse_jobs before insert on jobs.job for each row execute function refuse_jobs()`;
  await pool.query(refused);
  await setMaintenance(false);
  await expect.poll(() => logged.join('')).toContain('background work could not be paused or resumed');
  await pool.query('drop trigger refuse_jobs on jobs.job');
  const mail = { id: newId(), kind: 'refund-mail', data: '{}', area: 'orders', created_at: new Date(), attempts: 1 };
  const due = new Date(Date.now() - 1_000);
  await db
    .insertInto('unsent_mails')
    .values({ ...mail, give_up_at: due, next_try_at: due })
    .execute();
  const next = async () => (await db.selectFrom('unsent_mails').select('next_try_at').executeTakeFirst())?.next_try_at;
  await expect.poll(next).not.toEqual(due);
  await worker.stop();
});

test('while it starts, a process says that it lives and what it waits for', async () => {
  const place = { port: await freePort(), host: '127.0.0.1' };
  const starting = await answerWhileStarting(place);
  const ask = (path: string) => fetch(`http://127.0.0.1:${place.port}${path}`);
  expect((await ask('/healthz')).status).toBe(200);
  starting.setReason('waiting for migration');
  const ready = await ask('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', reason: 'waiting for migration' }]);
  const other = await ask('/v1/products');
  expect([other.status, other.headers.get('retry-after')]).toEqual([502, '2']); // so that a proxy asks another node
  const inBrowser = await fetch(`http://127.0.0.1:${place.port}/`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([inBrowser.status, await inBrowser.text()]).toEqual([502, expect.stringContaining('This site is starting')]);
  await starting.close();
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
});

test('attempts to sign in and mails are limited for all processes together, other requests for each', async () => {
  const one = await testApp({ environment: { RATE_LIMIT: 'on' }, database });
  const other = one.askOf(await createApp(one.deps, { pages: false }));
  /** The statuses of so many requests, by turns to both; those that a busy machine turns away are repeated. */
  const statuses = async (count: number, method: 'GET' | 'POST', path: string) => {
    const answers: number[] = [];
    for (let n = 0; answers.length < count; n++) {
      const ask = n % 2 === 0 ? one.ask : other;
      const { status } = await ask(method, path, { ip: '203.0.113.77', ...(method === 'POST' && { body: {} }) });
      if (status !== 503) answers.push(status);
    }
    return answers;
  };
  const sent = await statuses(21, 'POST', '/v1/contact-us/send');
  expect(sent.map((status) => status === 429)).toEqual(sent.map((_, n) => n === 20));
  expect(await statuses(260, 'GET', '/v1/addresses/suggest?q=12%20exam')).not.toContain(429);
  const { rows } = await pool.query<{ key: string }>('select key from request_counts');
  expect(rows.filter(({ key }) => key.includes('203.0.113'))).toEqual([]);
});

test('a connection straight to the server is no pooler, however busy the server is', async () => {
  await Promise.all([
    ...Array.from({ length: 4 }, () => refusePooler(connection, 'DATABASE_URL')),
    ...Array.from({ length: 50 }, () => pool.query('select pg_sleep(0.01)')),
  ]);
});
