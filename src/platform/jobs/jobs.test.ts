import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { stoppedClock, systemClock } from '../process/clock.server.ts';
import type { Due } from './job-schedule.server.ts';
import { type Jobs, jobKind, makeJobs } from './jobs.server.ts';
import type { JobRun } from './run-job.server.ts';

const { db, pool } = await freshDatabase();
const log = pino({ level: 'silent' });

const opened: Jobs[] = [];
const openJobs = (): Jobs => {
  const jobs = makeJobs({ pool, clock: systemClock, log });
  opened.push(jobs);
  return jobs;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
});

test('a job runs if its transaction commits, and disappears if it rolls back', async () => {
  const kind = jobKind<{ n: number }>('commit');
  const done: number[] = [];
  const jobs = openJobs();
  jobs.work(kind, async ({ n }) => void done.push(n));
  await jobs.start();
  await db.transaction().execute((tx) => jobs.enqueue(tx, kind, { n: 1 }));
  const rolledBack = db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, kind, { n: 2 });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await db.transaction().execute((tx) => jobs.enqueue(tx, kind, { n: 3 }));
  await vi.waitFor(() => expect(done).toEqual([1, 3]), { timeout: 120_000 });
});

test('many jobs run without pauses in between', async () => {
  const kind = jobKind<{ n: number }>('many');
  const done: number[] = [];
  const jobs = openJobs();
  jobs.work(kind, async ({ n }) => void done.push(n));
  await jobs.start();
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 50; n++) await jobs.enqueue(tx, kind, { n });
  });
  await vi.waitFor(() => expect(done).toHaveLength(50), { timeout: 120_000 });
  expect(new Set(done).size).toBe(50);
});

test.each([
  ['daily', 'day'],
  ['hourly', 'hour'],
] as const)('a %s job runs once a %s, however many processes there are', async (often, time) => {
  const kind = jobKind<object>(often);
  let done = 0;
  for (let process = 0; process < 3; process++) {
    const jobs = openJobs();
    jobs[often](kind, async () => void done++);
    await jobs.start();
  }
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 120_000 });
  const { rows } = await sql<object>`
    select singleton_on = date_trunc(${time}, now() at time zone 'utc') as "isOfNow" from jobs.job where name = ${kind.name}`.execute(
    db,
  );
  expect(rows).toEqual([{ isOfNow: true }]);
});

test('a failed job is retried', async () => {
  const kind = jobKind<object>('retry');
  let attempts = 0;
  const jobs = openJobs();
  jobs.work(kind, async () => {
    attempts++;
    if (attempts === 1) throw new Error('The first one fails.');
  });
  await jobs.start();
  await db.transaction().execute((tx) => jobs.enqueue(tx, kind, {}));
  const bringForward = async () => {
    await pool.query(`update jobs.job set start_after = now() where name = 'retry'`); // the delay of the retry is longer than a test may take
    expect(attempts).toBe(2);
  };
  await vi.waitFor(bringForward, { timeout: 60_000, interval: 200 });
});

test('finishAll runs due jobs, including those added by jobs, and throws their errors', async () => {
  const first = jobKind<object>('first');
  const second = jobKind<{ fails: boolean }>('second');
  const done: string[] = [];
  const jobs = openJobs();
  jobs.work(second, async ({ fails }) => {
    if (fails) throw new Error('This one fails.');
    done.push('second');
  });
  jobs.work(first, async (_, { id }: JobRun) => {
    done.push('first');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await db.transaction().execute((tx) => jobs.enqueue(tx, second, { fails: false }));
  });
  await jobs.install();
  await db.transaction().execute((tx) => jobs.enqueue(tx, first, {}));
  expect(done).toEqual([]);
  await jobs.finishAll();
  expect(done).toEqual(['first', 'second']);
  await db.transaction().execute((tx) => jobs.enqueue(tx, second, { fails: true }));
  await expect(jobs.finishAll()).rejects.toThrow('This one fails.');
});

test('stopping waits for the running job', async () => {
  const kind = jobKind<object>('slow');
  const seen: string[] = [];
  const jobs = openJobs();
  jobs.work(kind, async () => {
    seen.push('begun');
    await sleep(300);
    seen.push('ended');
  });
  await jobs.start();
  await db.transaction().execute((tx) => jobs.enqueue(tx, kind, {}));
  await vi.waitFor(() => expect(seen).toContain('begun'), { timeout: 120_000 });
  await jobs.stop();
  expect(seen).toEqual(['begun', 'ended']);
});

test('two processes share a queue and run each job once', async () => {
  const kind = jobKind<{ n: number }>('shared');
  const done: number[] = [];
  const both = [openJobs(), openJobs()];
  for (const jobs of both) jobs.work(kind, async ({ n }) => void done.push(n));
  await Promise.all(both.map((jobs) => jobs.start()));
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 20; n++) await both[n % 2]?.enqueue(tx, kind, { n });
  });
  await vi.waitFor(() => expect(done).toHaveLength(20), { timeout: 120_000 });
  await sleep(200);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('a job whose data is newer than a process knows is left to a newer process; an old one is upgraded', async () => {
  const former = jobKind<{ n: number }>('versions');
  const today = jobKind<{ numbers: number[] }>('versions', {
    version: 2,
    upgrade: (data) => ({ numbers: [(data as { n: number }).n] }), // version 1
  });
  const done: unknown[] = [];
  const [older, newer] = [openJobs(), openJobs()];
  older.work(former, async (data) => void done.push(['older', data]));
  newer.work(today, async (data) => void done.push(['newer', data]));
  await older.install();
  await newer.install();
  await db.transaction().execute((tx) => newer.enqueue(tx, today, { numbers: [1, 2] }));
  await older.finishAll();
  expect(done).toEqual([]);
  await db.transaction().execute((tx) => older.enqueue(tx, former, { n: 3 }));
  await newer.finishAll();
  expect(done).toEqual(
    expect.arrayContaining([
      ['newer', { numbers: [1, 2] }],
      ['newer', { numbers: [3] }],
    ]),
  );
  const { rows } = await pool.query(`select retry_count from jobs.job where name like 'versions%' and retry_count > 0`);
  expect(rows).toEqual([]);
});

test('paused, jobs wait; resumed, they run', async () => {
  const kind = jobKind<object>('pausing');
  let done = 0;
  const jobs = openJobs();
  jobs.work(kind, async () => void done++);
  await jobs.start();
  await jobs.pause();
  await db.transaction().execute((tx) => jobs.enqueue(tx, kind, {}));
  await sleep(2_500); // longer than the interval of polling
  expect(done).toBe(0);
  await jobs.resume();
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 60_000 });
});

test('a recurring job is added at the start with the instant at which it was due, once for all processes', async () => {
  const kind = jobKind<Due>('recurring');
  const runs: string[] = [];
  const clock = stoppedClock('2026-03-02T01:00:00Z');
  for (let process = 0; process < 2; process++) {
    const jobs = makeJobs({ pool, clock, log });
    opened.push(jobs);
    jobs.recurring(kind, { time: '03:00' }, async ({ due }) => void runs.push(due));
    await jobs.start();
  }
  await vi.waitFor(() => expect(runs).toEqual(['2026-03-01T16:00:00.000Z']), { timeout: 120_000 });
});
