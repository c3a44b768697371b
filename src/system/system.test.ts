import { newId } from '#lib/uuid.ts';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { makeMetrics } from '#platform/metrics/metrics.server.ts';
import { testApp } from '../../test/app.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { longTest } from '../../test/long.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import { readMetrics } from '../../test/read-metrics.ts';
import { startReceiver } from '../../test/receiver.ts';
import type { Check, Health, JobsOverview, Update } from './contract.ts';
import { keepFailedJobs } from './failed-jobs.server.ts';
import { makeHealth, runCheck } from './checks/check.server.ts';
import { reclaimableMemory } from './checks/machine-checks.server.ts';
import { shopChecks } from './checks/shop-checks.server.ts';
import { isNewer, lookForUpdate } from './update-notice.server.ts';

const receiver = await startReceiver();
const environment = { UPDATE_URL: `${receiver.origin}/newest.json`, METRICS_TOKEN: 'token-of-the-tests-'.repeat(2) };
const shop = await testApp({ environment, metrics: makeMetrics({ warn() {} }) });
const { ask, deps } = shop;
const { db, clock, jobs } = deps;
/** A new administrator each time, because sessions expire while the clock advances. */
const asManager = async () => ({ token: (await makeAdministrator(deps, { claims: ['ManageUserPermissions'] })).token });

const health = async (): Promise<Health> => (await ask<Health>('GET', '/v1/system/health', await asManager())).body;
const overview = async (): Promise<JobsOverview> =>
  (await ask<JobsOverview>('GET', '/v1/system/jobs', await asManager())).body;
const backupAge = async (): Promise<number | undefined> => {
  const { bytes } = await ask('GET', '/metrics', { headers: { authorization: `Bearer ${environment.METRICS_TOKEN}` } });
  return readMetrics(bytes.toString()).find(({ name }) => name === 'spruce_backup_age_seconds')?.value;
};
/** One check, made now, with parts of the environment replaced. */
const checkNow = (key: string, env: object = {}): Promise<Check> => {
  const check = shopChecks.find((one) => one.key === key);
  if (!check) throw new Error(`No check ${key}.`);
  return runCheck(check, { ...deps, env: { ...deps.env, ...env } });
};

test('every check has a state and a figure, and what to do if it is not well', async () => {
  const { checks, version } = await health();
  expect(checks.map(({ key }) => key)).toEqual(shopChecks.map(({ key }) => key));
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const { key, state, figure, advice, ms } of checks) {
    expect.soft(figure, key).not.toBe('');
    if (state === 'warning' || state === 'failing') expect.soft(advice, key).not.toBe('');
    expect.soft(ms, key).toBeLessThan(10_000);
  }
  const stateOf = Object.fromEntries(checks.map(({ key, state }) => [key, state]));
  expect(stateOf).toMatchObject({
    schema: 'ok',
    files: 'ok',
    jobs: 'ok',
    'mail-server': 'off',
    backup: 'ok',
  });
  expect(checks.find(({ key }) => key === 'database')?.figure).toMatch(/^PostgreSQL \d+/);
});

test('a service that does not answer delays no other check, and its own ends after three seconds', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening));
  afterAll(() => void silent.close());
  const address = silent.address();
  const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const read = makeHealth(shopChecks, { ...deps, env: { ...deps.env, smtpUrl } }, '1.0.0');
  const start = performance.now();
  const { checks, state } = await read();
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(checks.find(({ key }) => key === 'mail-server')).toMatchObject({ state: 'failing' });
  expect(checks.find(({ key }) => key === 'database')).not.toMatchObject({ state: 'failing' });
  expect(state).toBe('failing');
});

longTest('a check that hangs is cut off', async () => {
  const hanging = { key: 'x', name: 'X', group: 'Data', run: () => new Promise<never>(() => {}) } as const;
  const start = performance.now();
  expect(await runCheck(hanging, deps)).toMatchObject({ state: 'failing', figure: 'No answer within 3 s' });
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('many readers share one look', async () => {
  let looks = 0;
  const check = {
    key: 'x',
    name: 'X',
    group: 'Data',
    run: async () => {
      looks++;
      return { state: 'ok', figure: 'x' } as const;
    },
  } as const;
  const read = makeHealth([check], deps, '1.0.0');
  await Promise.all(Array.from({ length: 20 }, read));
  expect(looks).toBe(1);
});

test('what is wrong is said', async () => {
  expect(await checkNow('clock')).toMatchObject({ state: 'failing' }); // the clock of the tests stands
  expect(await checkNow('files', {})).toMatchObject({ state: 'ok' });
  expect(await checkNow('certificate', { publicUrl: 'https://127.0.0.1:1' })).toMatchObject({ state: 'off' });
  expect(await checkNow('certificate', { publicUrl: 'http://shop.example.com' })).toMatchObject({
    state: 'warning',
    figure: 'http://shop.example.com is not encrypted',
  });
  expect(await checkNow('payment', { publicUrl: 'https://shop.example.com' })).toMatchObject({
    state: 'warning',
    figure: 'Test provider: no money is taken',
  });
  expect(await checkNow('limits', { rateLimit: true })).toMatchObject({ state: 'ok' });
  expect(await checkNow('limits')).toMatchObject({ state: 'warning' });
  const wrongSmtp = await checkNow('mail-server', { smtpUrl: 'smtp://user:hunter2secret@127.0.0.1:1' });
  expect(wrongSmtp).toMatchObject({ state: 'failing' });
  expect(JSON.stringify(wrongSmtp)).not.toContain('hunter2secret');
});

test('a folder that cannot be written fails the check of the files', async () => {
  if (process.getuid?.() === 0) {
    // Root may write anywhere, so a file stands where the folder should be.
    const { rm } = await import('node:fs/promises');
    await rm(`${deps.env.dataDir}/files`, { recursive: true, force: true });
    await writeFile(`${deps.env.dataDir}/files`, '');
    expect(await checkNow('files')).toMatchObject({ state: 'failing' });
    await rm(`${deps.env.dataDir}/files`);
  } else {
    await chmod(deps.env.dataDir, 0o500);
    expect(await checkNow('files')).toMatchObject({ state: 'failing' });
    await chmod(deps.env.dataDir, 0o700);
  }
  expect(await checkNow('files')).toMatchObject({ state: 'ok' });
});

test('payments that stay unsettled and mails that failed are warned of', async () => {
  const product = await makeProduct(db, { onHand: 5 });
  const { body } = await checkOut(shop, checkoutOf([{ product }]));
  await jobs.finishAll();
  expect(await checkNow('mail')).toMatchObject({ figure: 'Written to files, last sent 0 s ago' });
  const reserved = { payment: 'awaiting', number: null };
  await db.updateTable('orders').set(reserved).where('id', '=', body.orderId).execute();
  expect(await checkNow('waiting-orders')).toMatchObject({ state: 'ok' });
  clock.advance(2 * 3_600_000);
  expect(await checkNow('waiting-orders')).toMatchObject({ state: 'warning', figure: '1 payment' });
  const at = clock.now();
  const failed = { kind: 'order-mail', data: '{}', area: 'orders', created_at: at, give_up_at: at, failed_at: at };
  await db
    .insertInto('unsent_mails')
    .values({ ...failed, id: randomUUID(), attempts: 1, reason: 'No.' })
    .execute();
  expect(await checkNow('mail')).toMatchObject({
    state: 'warning',
    figure: 'last sent 2 h ago, 1 failed, 0 being retried',
  });
  await db.deleteFrom('unsent_mails').execute();
});

/** A job of its own kind that fails until `mended`. */
const state = { mended: false, runs: 0 };
const failing = jobKind<{ of: string }>('fails-in-tests', { retries: 0 });
jobs.work(failing, async ({ of }) => {
  state.runs++;
  if (!state.mended) throw new Error(`no luck with ${of}\nand more`);
});
await jobs.install();
const addFailing = async (of = 'kim@example.com') => {
  await db.transaction().execute((tx) => jobs.enqueue(tx, failing, { of }));
  await expect(jobs.finishAll()).rejects.toThrow('no luck');
};

test('a failed job is listed with its reason, without an address, and can be retried', async () => {
  await addFailing();
  expect(await checkNow('jobs')).toMatchObject({ state: 'warning', figure: '0 waiting, 0 running, 1 failed' });
  const { failed, failedTotal, queues } = await overview();
  expect(failed).toMatchObject([
    {
      queue: 'fails-in-tests',
      label: 'Fails in tests',
      attempts: 1,
      reason: expect.stringContaining('no luck with [e-mail]') as string,
    },
  ]);
  expect(failedTotal).toBe(1);
  expect(queues[0]).toMatchObject({ name: 'fails-in-tests', failed: 1 });
  expect(queues.find(({ name }) => name === 'order-mail')?.label).toBe('Order confirmations');
  state.mended = true;
  const id = failed[0]?.id ?? '';
  const answer = await ask('POST', `/v1/system/jobs/${id}/retry`, await asManager());
  expect(answer.body).toEqual({ count: 1, message: 'The job is being retried.' });
  const before = state.runs;
  await jobs.finishAll();
  expect(state.runs).toBe(before + 1);
  expect((await overview()).failedTotal).toBe(0);
  const again = await ask('POST', `/v1/system/jobs/${id}/retry`, await asManager());
  expect([again.status, again.message]).toEqual([404, 'This job has not failed, or it is no longer there.']);
  expect(state.runs).toBe(before + 1);
});

test('two people who retry the same job retry it once', async () => {
  state.mended = false;
  await addFailing();
  state.mended = true;
  const [job] = (await overview()).failed;
  const answers = await Promise.all(
    [await asManager(), await asManager()].map((who) => ask('POST', `/v1/system/jobs/${job?.id}/retry`, who)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const before = state.runs;
  await jobs.finishAll();
  expect(state.runs).toBe(before + 1);
});

test('all failed jobs of a queue, or all at all, are retried at once, and the change is recorded', async () => {
  state.mended = false;
  for (const of of ['one', 'two', 'three']) await addFailing(of);
  const none = await ask('POST', '/v1/system/jobs/retry', { ...(await asManager()), body: { queue: 'order-mail' } });
  expect(none.body).toEqual({ count: 0, message: 'There are no failed jobs.' });
  state.mended = true;
  const all = await ask('POST', '/v1/system/jobs/retry', { ...(await asManager()), body: {} });
  expect(all.body).toEqual({ count: 3, message: '3 jobs are being retried.' });
  await jobs.finishAll();
  const { rows } = await sql<{ after: object }>`
    select after from audit_log where action = 'job-retry' order by at desc, id desc limit 1`.execute(db);
  expect(rows[0]?.after).toEqual({ jobs: 3, queues: 'Fails in tests' });
});

test('failed jobs stay for two weeks', async () => {
  state.mended = false;
  await addFailing();
  await keepFailedJobs(db);
  const { rows } = await sql<{ days: number }>`
    select deletion_seconds / 86400 as days from jobs.job where state = 'failed' and name = ${failing.name}`.execute(
    db,
  );
  expect(rows).toEqual([{ days: 14 }]);
  state.mended = true;
  await ask('POST', '/v1/system/jobs/retry', { ...(await asManager()), body: {} });
  await jobs.finishAll();
});

test('jobs that nobody does are an alarm', async () => {
  await db.transaction().execute((tx) => jobs.enqueue(tx, failing, { of: 'late' }));
  await sql`update jobs.job set created_on = now() - interval '20 minutes', start_after = now() - interval '20 minutes'
    where state = 'created' and name = ${failing.name}`.execute(db);
  expect(await checkNow('jobs')).toMatchObject({
    state: 'failing',
    figure: '1 waiting, the oldest for 20 min, 0 running, 0 failed',
  });
  await jobs.finishAll();
});

test('jobs that wait behind a long one, or while the shop is in maintenance mode, are no alarm', async () => {
  const twentyMinutesAgo = sql`now() - interval '20 minutes'`;
  await db.transaction().execute((tx) => jobs.enqueue(tx, failing, { of: 'one' }));
  await db.transaction().execute((tx) => jobs.enqueue(tx, failing, { of: 'other' }));
  await sql`update jobs.job set created_on = ${twentyMinutesAgo}, start_after = ${twentyMinutesAgo}
    where state = 'created' and name = ${failing.name}`.execute(db);
  await sql`insert into maintenance (is_on, reason, since, switched_by) values (true, '', now(), 'a test')
    on conflict (id) do update set is_on = true`.execute(db);
  expect(await checkNow('jobs')).toMatchObject({
    state: 'ok',
    figure: expect.stringMatching(/; paused by maintenance mode$/),
  });
  await sql`update maintenance set is_on = false`.execute(db);
  expect(await checkNow('jobs')).toMatchObject({ state: 'failing' });
  await sql`update jobs.job set state = 'active', started_on = now()
    where id = (select id from jobs.job where state = 'created' and name = ${failing.name} limit 1)`.execute(db);
  expect(await checkNow('jobs')).toMatchObject({
    state: 'warning',
    figure: '1 waiting, the oldest for 20 min, 1 running, 0 failed',
  });
  await sql`update jobs.job set started_on = ${twentyMinutesAgo} where state = 'active' and name = ${failing.name}`.execute(
    db,
  );
  expect(await checkNow('jobs'), 'the process of the long one has died').toMatchObject({
    state: 'failing',
    figure: '2 waiting, the oldest for 20 min, 0 running, 0 failed',
  });
  await sql`update jobs.job set state = 'completed' where state = 'active' and name = ${failing.name}`.execute(db);
  await jobs.finishAll();
});

test('a webhook is shown for a day after it was given up', async () => {
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const add = (hours: number) =>
    db
      .insertInto('webhook_deliveries')
      .values({
        id: newId(),
        type: 'submission.created',
        data: '{}',
        url_host: 'x',
        tries_left: 0,
        created_at: hoursAgo(hours),
      })
      .execute();
  await sql`insert into webhook_secrets (id, secret, created_at) values (${newId()}, 'x', ${clock.now()})`.execute(db);
  await add(49);
  expect(await checkNow('webhook')).toMatchObject({ state: 'ok' });
  await add(30);
  expect(await checkNow('webhook')).toMatchObject({
    state: 'warning',
    figure: 'Last two days: 0 delivered, 0 being retried, 1 given up',
  });
});

test('only processes that serve or do jobs, and have not ended, are counted', async () => {
  const add = (role: string, version: string, seconds: number) =>
    sql`insert into nodes (id, version, role, schema_min, schema_max, started_at, beat_at)
      values (${newId()}, ${version}, ${role}, '', '', now(), now() - make_interval(secs => ${seconds}))`.execute(db);
  expect(await checkNow('nodes')).toMatchObject({ state: 'warning' });
  await add('web,worker', '1.2.0', 40); // it has been replaced
  await add('command', '1.1.0', 1);
  await add('web,worker', '1.2.1', 0);
  expect(await checkNow('nodes')).toMatchObject({ state: 'ok', figure: '1 process of version 1.2.1' });
  await add('worker', '1.2.0', 0);
  expect(await checkNow('nodes')).toMatchObject({ state: 'warning' });
  await sql`delete from nodes`.execute(db);
});

test('a mail server that refuses the sign-in is asked once a minute', async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts++;
    socket.end('554 No.\r\n');
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  afterAll(() => void server.close());
  const address = server.address();
  const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const mailServer = shopChecks.filter(({ key }) => key === 'mail-server');
  const read = makeHealth(mailServer, { ...deps, env: { ...deps.env, smtpUrl } }, '1.0.0');
  expect((await read()).state).toBe('failing');
  const later = performance.now() + 30_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect((await read()).state).toBe('failing');
  expect(attempts).toBe(1);
  vi.mocked(performance.now).mockReturnValue(later + 60_000);
  await read();
  expect(attempts).toBe(2);
});

test('under a limit, memory that only caches files counts as free', async () => {
  const root = join(deps.env.dataDir, 'container');
  await mkdir(join(root, 'proc/self'), { recursive: true });
  await mkdir(join(root, 'sys/fs/cgroup/system.slice/spruce.service'), { recursive: true });
  await writeFile(join(root, 'proc/self/cgroup'), '0::/system.slice/spruce.service\n');
  await writeFile(
    join(root, 'sys/fs/cgroup/system.slice/spruce.service/memory.stat'),
    'anon 5\nactive_file 7\ninactive_file 123456\n',
  );
  expect([reclaimableMemory(root), reclaimableMemory(join(root, 'none'))]).toEqual([123_456, 0]);
});

test('the archive says what to do', async () => {
  const own = { walArchive: true, databaseUrl: undefined };
  expect(await checkNow('archive', own)).toMatchObject({ state: 'off', figure: 'Begins when the shop runs' });
  await mkdir(join(deps.env.dataDir, 'wal-archive'));
  const fails = (reason: string) => writeFile(join(deps.env.dataDir, 'wal-archive/failure.txt'), reason);
  await fails('The WAL archive fails: there is not enough free space on the disk.');
  expect((await checkNow('archive', own)).advice).toContain('Free space on the disk');
  await fails('The WAL archive fails: EACCES.');
  expect((await checkNow('archive', own)).advice).not.toContain('Free space');
});

test('an old or failed backup and a failed restore drill are an alarm', async () => {
  const ago = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const installed = (hours: number) => sql`update schema_migrations set started_at = ${ago(hours)}`.execute(db);
  await installed(25);
  expect(await checkNow('backup')).toMatchObject({ state: 'ok', figure: 'None yet, the first is made tonight' });
  expect(await checkNow('drill')).toMatchObject({ state: 'ok', figure: 'None yet, the first runs on Sunday' });
  await installed(10 * 24);
  expect(await backupAge()).toBe(10 * 24 * 3_600); // so that the alert is raised
  expect(await checkNow('backup')).toMatchObject({ state: 'failing', figure: 'There is none' });
  expect(await checkNow('drill')).toMatchObject({ state: 'warning', figure: 'None yet' });
  const add = (hours: number, error: string | null) =>
    sql`insert into backups (id, kind, place, file_name, is_encrypted, app_version, started_at, beat_at, finished_at, verified_at, error)
      values (${newId()}, 'scheduled', 'folder', ${newId()}, false, '1.0.0', ${ago(hours)}, ${ago(hours)}, ${ago(hours)},
        ${error ? null : ago(hours)}, ${error})`.execute(db);
  await add(30, null);
  expect(await checkNow('backup')).toMatchObject({ state: 'failing', figure: 'Last 1 day ago' });
  await add(5, null);
  expect(await checkNow('backup')).toMatchObject({ state: 'ok', figure: 'Last 5 h ago' });
  expect(await backupAge()).toBe(5 * 3_600);
  await add(1, 'The disk is full.');
  expect(await checkNow('backup')).toMatchObject({ state: 'warning', figure: 'Last 5 h ago; a later one failed' });
  const drill = (hours: number, ok: boolean, error: string | null) =>
    sql`insert into restore_drills (id, at, beat_at, finished_at, ok, seconds, error)
      values (${newId()}, ${ago(hours)}, ${ago(hours)}, ${ago(hours)}, ${ok}, 95, ${error})`.execute(db);
  await drill(48, true, null);
  expect(await checkNow('drill')).toMatchObject({ state: 'ok', figure: 'Last 2 days ago, took 1 min' });
  await drill(1, false, 'The sums differ.');
  expect(await checkNow('drill')).toMatchObject({ state: 'failing' });
  const running = (minutes: number) =>
    sql`insert into restore_drills (id, at, beat_at) values (${newId()}, ${ago(minutes / 60)}, ${ago(minutes / 60)})`.execute(
      db,
    );
  await sql`delete from restore_drills where not ok`.execute(db);
  await running(10); // its process was killed
  expect(await checkNow('drill')).toMatchObject({ state: 'warning', figure: expect.stringContaining('interrupted') });
  await sql`update restore_drills set beat_at = ${clock.now()} where finished_at is null`.execute(db);
  expect(await checkNow('drill')).toMatchObject({ state: 'ok', figure: 'Running for 10 min' });
});

const newest = { version: '99.1.0', severity: 'security', url: 'https://example.com/99', sentence: 'Mends a leak.' };
const known = async () =>
  (await ask<{ update: Update | null }>('GET', '/v1/system/update', await asManager())).body.update;

test('a newer version is shown, and a wrong answer changes nothing', async () => {
  expect(await known()).toBeNull();
  const installed = (days: number) =>
    sql`update schema_migrations set started_at = ${new Date(clock.now().getTime() - days * 86_400_000)}`.execute(db);
  await installed(2);
  expect(await checkNow('update')).toMatchObject({ state: 'ok', figure: expect.stringMatching(/looked for daily$/) });
  await installed(4);
  expect(await checkNow('update')).toMatchObject({
    state: 'warning',
    figure: expect.stringMatching(/has never answered$/),
  });
  receiver.answer = (response) => response.end(JSON.stringify(newest));
  await lookForUpdate(deps);
  expect(await known()).toEqual(newest);
  expect(await checkNow('update')).toMatchObject({ state: 'failing', advice: 'Mends a leak. https://example.com/99' });
  for (const wrong of ['no JSON', JSON.stringify({ ...newest, url: 'javascript:alert(1)' }), 'x'.repeat(30_000)]) {
    receiver.answer = (response) => response.end(wrong);
    await lookForUpdate(deps);
    expect(await known()).toEqual(newest);
  }
  receiver.answer = (response) => response.end(JSON.stringify({ ...newest, version: '0.0.1' }));
  await lookForUpdate(deps);
  expect(await known()).toBeNull();
  expect(await checkNow('update')).toMatchObject({ state: 'ok', figure: expect.stringMatching(/is the newest$/) });
  await sql`update system_events set at = ${new Date(clock.now().getTime() - 4 * 86_400_000)} where name = 'update'`.execute(
    db,
  );
  expect(await checkNow('update')).toMatchObject({
    state: 'warning',
    figure: expect.stringMatching(/last answered 4 days ago$/),
  });
  const { path, headers } = receiver.came[0] ?? { path: '', headers: {} };
  expect([path, headers.referer, headers.cookie]).toEqual(['/newest.json', undefined, undefined]);
});

test('versions are compared by number', () => {
  expect([isNewer('1.10.0', '1.9.3'), isNewer('1.9.3', '1.10.0'), isNewer('1.0.0', '1.0.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
