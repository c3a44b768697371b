import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import { lastOf, nextOf, type Recurrence } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import type { Tx } from '../db/db.server.ts';

/** A kind of background work, with the data it needs: ids, never addresses or bodies. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** How often a failed job is retried, at growing intervals from 5 s to 1 hour. */
  readonly retries: number;
  /**
   * Whether the work takes hours: then its worker sends a heartbeat every 10 s, and a job whose process has died is
   * retried within two minutes.
   */
  readonly isLong: boolean;
  /** How many jobs run at a time; 1 by default. */
  readonly concurrency?: number;
  /** Stores the data elsewhere, in the transaction that adds the job; returns the job's own data. */
  store?(tx: Tx, data: Data, at: Date): Promise<object>;
  /** Never set; carries the type. */
  readonly data?: Data;
}

/** Declares a kind of job: `export const orderMail = jobKind<{ orderId: string }>('order-mail')`. */
export const jobKind = <Data extends object>(name: string, { retries = 10, isLong = false } = {}): JobKind<Data> => ({
  name,
  retries,
  isLong,
});

export interface JobRun {
  id: string;
  /** Fires when the process stops and can't wait any longer. */
  signal: AbortSignal;
}

/** Must be idempotent: a process may die after the work is done and before this is recorded. */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Jobs in the same database: a job exists if, and only if, the transaction that adds it commits. */
export interface Jobs {
  /** Registers the handler of a kind; to be called before `install` or `start`. */
  work<Data extends object>(kind: JobKind<Data>, handler: JobHandler<Data>): void;
  /** Registers work that is due once a day, at no particular hour, in one of the processes. */
  daily(kind: JobKind<object>, handler: JobHandler<object>): void;
  /** Registers work that is due once an hour. */
  hourly(kind: JobKind<object>, handler: JobHandler<object>): void;
  /**
   * Registers work that is due at a time on the business' clock. The job is added at that time, and again at the start and every hour,
   * in case no process was running: the handler gets the instant at which it was due last, and must return if that is done.
   */
  recurring(kind: JobKind<Due>, recurrence: Recurrence, handler: JobHandler<Due>): void;
  enqueue<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data): Promise<void>;
  /** Adds a job that is due after `seconds`. */
  enqueueLater<Data extends object>(tx: Tx, kind: JobKind<Data>, later: { data: Data; seconds: number }): Promise<void>;
  /** Creates the queues, so that jobs can be added; runs none. */
  install(): Promise<void>;
  /** Creates the queues and runs jobs as they arrive. */
  start(): Promise<void>;
  /** Runs all due jobs one after another, whether started or not; throws what a handler throws. */
  finishAll(): Promise<void>;
  /** Takes no more jobs, waits 10 s for running ones and returns the rest to the queue. */
  stop(): Promise<void>;
}

/** The data of a recurring job. */
export interface Due {
  /** When it was due, as an ISO instant. */
  due: string;
}

export interface JobsOptions {
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
}

interface Worker {
  kind: JobKind<object>;
  handler: JobHandler<object>;
  /** The interval of a scheduled kind; undefined for kinds that are enqueued. */
  everySeconds?: number;
  recurrence?: Recurrence;
}

const schema = 'jobs';
const stopAfterMs = 10_000;

/** The interval at which workers poll the queue; a woken worker polls at once. */
const pollSeconds = 2;

/** A worker is woken this long after a job was added: by then the transaction, which can't report its commit, has likely committed. */
const likelyCommittedAfterMs = 30;
const hour = 3_600;
const day = 24 * hour;

/** The job queue, on the connections of `pool`. Connects only at `install`. */
export function makeJobs({ pool, clock, log }: JobsOptions): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    schedule: false,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  const workers: Worker[] = [];
  const wake = new Map<string, () => void>();
  let stopSchedule = () => {};
  const install = async () => {
    await boss.start();
    for (const { kind } of workers) await makeQueue(boss, kind);
  };
  return {
    install,
    // A handler receives the data of its own kind.
    work: (kind, handler) => void workers.push({ kind, handler: handler as JobHandler<object> }),
    daily: (kind, handler) => void workers.push({ kind, handler, everySeconds: day }),
    hourly: (kind, handler) => void workers.push({ kind, handler, everySeconds: hour }),
    recurring: (kind, recurrence, handler) =>
      void workers.push({ kind, handler: handler as JobHandler<object>, recurrence }),
    async enqueue(tx, kind, data) {
      const carried = kind.store ? await kind.store(tx, data, clock.now()) : data;
      await boss.send(kind.name, carried, { db: fromKysely(tx) });
      setTimeout(() => wake.get(kind.name)?.(), likelyCommittedAfterMs).unref();
    },
    async enqueueLater(tx, kind, { data, seconds }) {
      await boss.send(kind.name, data, { db: fromKysely(tx), startAfter: seconds });
    },
    async start() {
      await install();
      for (const worker of workers) wake.set(worker.kind.name, await startWorker(boss, worker, log));
      stopSchedule = await startSchedule(boss, workers, { clock, log });
    },
    finishAll: () => finishQueues(boss, workers, log),
    stop() {
      stopSchedule();
      return boss.stop({ graceful: true, timeout: stopAfterMs, close: false });
    },
  };
}

/**
 * Adds the scheduled jobs at once, again every hour, and when a recurring one is due. The queue drops a job that has been added for the
 * same hour, day (UTC) or due time, perhaps by another process. Returns a function that stops the schedule.
 */
async function startSchedule(
  boss: PgBoss,
  workers: readonly Worker[],
  { clock, log }: Pick<JobsOptions, 'clock' | 'log'>,
): Promise<() => void> {
  const add = async () => {
    for (const { kind, everySeconds, recurrence } of workers) {
      if (everySeconds !== undefined) await boss.send(kind.name, {}, { singletonSeconds: everySeconds });
      if (recurrence === undefined) continue;
      const due = lastOf(recurrence, clock.now()).toISOString();
      await boss.send(kind.name, { due }, { singletonKey: due, singletonSeconds: hour });
    }
  };
  const failed = (error: unknown) => log.error({ err: error }, 'could not add the scheduled jobs');
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const wait = () => {
    if (isStopped) return;
    const now = clock.now();
    const waits = workers.map(({ recurrence }) =>
      recurrence ? nextOf(recurrence, now).getTime() - now.getTime() : Infinity,
    );
    timer = setTimeout(() => void add().catch(failed).finally(wait), Math.min(hour * 1_000, ...waits)).unref();
  };
  await add();
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function makeQueue(boss: PgBoss, { name, retries, isLong }: JobKind<object>): Promise<void> {
  const options = {
    retryLimit: retries,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: isLong ? 6 * 3600 : 300,
    ...(isLong && { heartbeatSeconds: 20 }),
    deleteAfterSeconds: day,
  };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
  // The library loads a queue's settings at its first use, over another connection. If that happened in `enqueue` while every
  // connection was in use by a transaction, all would wait forever.
  await boss.findJobs(name, { id: newId() });
}

type Claimed = JobWithMetadata<object>;

/** Starts the workers of one kind of jobs; returns a function that wakes them. */
async function startWorker(boss: PgBoss, worker: Worker, log: FastifyBaseLogger): Promise<() => void> {
  const options = { batchSize: 1, pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const;
  const ids: string[] = [];
  const wake = () => ids.forEach((id) => boss.notifyWorker(id));
  for (let started = 0; started < (worker.kind.concurrency ?? 1); started++) {
    const id = await boss.work(worker.kind.name, options, async (claimed: Claimed[]) => {
      wake(); // there may be more jobs
      for (const job of claimed) await run(worker, job, log); // one at a time, because a failure repeats the whole batch
    });
    ids.push(id);
  }
  return wake;
}

/** Runs due jobs. A job may add jobs of another kind, so this repeats until a pass finds none. */
async function finishQueues(boss: PgBoss, workers: readonly Worker[], log: FastifyBaseLogger): Promise<void> {
  for (let done = 1; done > 0; ) {
    done = 0;
    for (const worker of workers) done += await finishQueue(boss, worker, log);
  }
}

/** Runs the due jobs of one queue; returns their number. */
async function finishQueue(boss: PgBoss, worker: Worker, log: FastifyBaseLogger): Promise<number> {
  const { name } = worker.kind;
  for (let done = 0; ; done++) {
    const [job] = await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true });
    if (!job) return done;
    try {
      await run(worker, job, log);
    } catch (error) {
      await boss.fail(name, job.id, { message: String(error) });
      throw error;
    }
    await boss.complete(name, job.id);
  }
}

async function run({ kind, handler }: Worker, job: Claimed, log: FastifyBaseLogger): Promise<void> {
  const details = { job: kind.name, jobId: job.id, attempt: job.retryCount + 1 };
  try {
    // Jobs claimed by finishAll come without a signal, despite the type.
    await handler(job.data, { id: job.id, signal: job.signal ?? AbortSignal.any([]) });
    log.debug(details, 'job done');
  } catch (error) {
    const isLast = job.retryCount >= job.retryLimit;
    if (isLast) log.error({ ...details, err: error }, 'job failed for good');
    else log.warn({ ...details, err: error }, 'job failed, will be retried');
    throw error;
  }
}
