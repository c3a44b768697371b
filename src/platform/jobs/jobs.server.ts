import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Recurrence } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import type { Tx } from '../db/db.server.ts';
import type { Tracer } from '../process/trace.server.ts';
import { type Due, type Scheduled, startSchedule } from './job-schedule.server.ts';
import { withTrace } from './job-trace.server.ts';
import { type Claimed, type JobRun, runJob, type Running } from './run-job.server.ts';

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
  /**
   * Raised when the data's shape changes. Jobs of each version have a queue of their own, so a process of a former release leaves jobs
   * of a newer version to newer processes. 1 by default.
   */
  readonly version?: number;
  /** Converts data of an older version to the current one; without it, the handler gets the data unchanged. */
  upgrade?(data: object, version: number): Data;
  /** Stores the job in a table of its own, in the transaction that adds it; `OwnQueue` takes it from there. */
  store?(tx: Tx, data: Data, at: Date): Promise<void>;
  /** Never set; carries the type. */
  readonly data?: Data;
}

type JobOptions<Data extends object> = Partial<Pick<JobKind<Data>, 'retries' | 'isLong' | 'version' | 'upgrade'>>;

/** Declares a kind of job: `export const orderMail = jobKind<{ orderId: string }>('order-mail')`. */
export const jobKind = <Data extends object>(name: string, options: JobOptions<Data> = {}): JobKind<Data> => ({
  name,
  retries: 10,
  isLong: false,
  ...options,
});

/** The name of the queue of a kind's jobs: the kind's name, followed by its version from version 2 on. */
export const queueOf = ({ name, version = 1 }: Pick<JobKind<object>, 'name' | 'version'>): string =>
  version === 1 ? name : `${name}-v${version}`;

/** Must be idempotent: a process may die after the work is done and before this is recorded. */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Jobs that wait in a table of their own instead of the queue's. */
export interface OwnQueue {
  start(): void;
  /** Takes no more jobs until `start`; running jobs continue. */
  pause(): void;
  /** Resolves once no job runs. */
  ended(): Promise<void>;
  /** Looks for jobs now. */
  wake(): void;
  /** Runs all due jobs one after another; returns their number. */
  finish(): Promise<number>;
}

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
   * in case no process was running: the handler gets the instant at which it was due last, and must return if it has run for that.
   */
  recurring(kind: JobKind<Due>, recurrence: Recurrence, handler: JobHandler<Due>): void;
  enqueue<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data): Promise<void>;
  /** Adds a job that is due after `seconds`. */
  enqueueLater<Data extends object>(tx: Tx, kind: JobKind<Data>, later: { data: Data; seconds: number }): Promise<void>;
  /** Creates the queues, so that jobs can be added; runs no jobs. */
  install(): Promise<void>;
  /** Creates the queues and runs jobs as they arrive. */
  start(): Promise<void>;
  /** Takes no more jobs until `resume`; running jobs continue. */
  pause(): Promise<void>;
  /** Takes jobs again after a pause; if this fails, everything is still paused. */
  resume(): Promise<void>;
  /** Runs all due jobs one after another, whether `start` was called or not; throws what a handler throws. */
  finishAll(): Promise<void>;
  /** Takes no more jobs, waits 10 s for running ones and returns the rest to the queue. A mail not sent by then is claimed again 15 minutes later. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
  tracer?: Tracer | undefined;
  /** Whether this process maintains the queue's tables; true by default. */
  supervises?: boolean;
  /** Runs the jobs of kinds that have `store`. */
  own?: OwnQueue;
}

interface Worker extends Scheduled {
  kind: JobKind<object>;
  handler: JobHandler<object>;
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
export function makeJobs({ pool, clock, log, tracer, supervises = true, own }: JobsOptions): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    schedule: false,
    supervise: supervises,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  const workers: Worker[] = [];
  const running: Running = { log, tracer };
  const wake = new Map<string, () => void>();
  let stopSchedule = () => {};
  const install = async () => {
    await boss.start();
    for (const worker of workers) await makeQueue(boss, worker);
  };
  const pause = async () => {
    stopSchedule();
    wake.clear();
    own?.pause();
    await Promise.all(workers.map(({ queue }) => boss.offWork(queue, { wait: false })));
  };
  const resume = async () => {
    try {
      for (const worker of workers) wake.set(worker.queue, await startWorker(boss, worker, running));
      stopSchedule = await startSchedule(boss, workers, { clock, log });
      own?.start();
    } catch (error) {
      await pause();
      throw error;
    }
  };
  return {
    install,
    work: (kind, handler) => void workers.push(...workersOf(kind, handler)),
    daily: (kind, handler) => void workers.push({ kind, queue: queueOf(kind), handler, everySeconds: day }),
    hourly: (kind, handler) => void workers.push({ kind, queue: queueOf(kind), handler, everySeconds: hour }),
    recurring: (kind, recurrence, handler) =>
      void workers.push({ kind, queue: queueOf(kind), handler: handler as JobHandler<object>, recurrence }), // the handler takes this kind's data
    async enqueue(tx, kind, data) {
      const queue = queueOf(kind);
      if (kind.store) await kind.store(tx, data, clock.now());
      else await boss.send(queue, withTrace(data), { db: fromKysely(tx) });
      const wakeWorker = () => (kind.store ? own?.wake() : wake.get(queue)?.());
      setTimeout(wakeWorker, likelyCommittedAfterMs).unref();
    },
    async enqueueLater(tx, kind, { data, seconds }) {
      await boss.send(queueOf(kind), withTrace(data), { db: fromKysely(tx), startAfter: seconds });
    },
    async start() {
      await install();
      await resume();
    },
    resume,
    pause,
    finishAll: () => finishQueues({ boss, pool, own }, workers, running),
    async stop() {
      stopSchedule();
      own?.pause();
      const mostWait = sleep(stopAfterMs, undefined, { ref: false });
      await Promise.all([
        boss.stop({ graceful: true, timeout: stopAfterMs, close: false }),
        Promise.race([own?.ended(), mostWait]),
      ]);
    },
  };
}

/** A worker for each version of the kind's data. */
function workersOf<Data extends object>(kind: JobKind<Data>, handler: JobHandler<Data>): Worker[] {
  const { version: newest = 1, upgrade } = kind;
  return Array.from({ length: newest }, (_, place) => {
    const version = place + 1;
    const isOld = version < newest && upgrade !== undefined;
    const handle: JobHandler<object> = (data, run) => handler(isOld ? upgrade(data, version) : (data as Data), run); // the queue holds data of its kind and version
    return { kind: kind as JobKind<object>, queue: queueOf({ ...kind, version }), handler: handle };
  });
}

async function makeQueue(boss: PgBoss, { kind: { retries, isLong }, queue: name }: Worker): Promise<void> {
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
  // connection was in use by a transaction, all transactions would wait forever.
  await boss.findJobs(name, { id: newId() });
}

/** Starts the worker of one kind of jobs; returns a function that wakes it. */
async function startWorker(boss: PgBoss, worker: Worker, running: Running): Promise<() => void> {
  const options = { batchSize: 1, pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const;
  const ids: string[] = []; // still empty if the first job comes before the worker's id
  const wake = () => ids.forEach((id) => boss.notifyWorker(id));
  const id = await boss.work(worker.queue, options, async (claimed: Claimed[]) => {
    wake(); // there may be more jobs
    for (const job of claimed) await runJob(worker, job, running); // one at a time, because a failure repeats the whole batch
  });
  ids.push(id);
  return wake;
}

/** Runs due jobs. A job may add jobs of another kind, so this repeats until a pass runs none. */
async function finishQueues(
  { boss, pool, own }: Pick<JobsOptions, 'pool' | 'own'> & { boss: PgBoss },
  workers: readonly Worker[],
  running: Running,
): Promise<void> {
  for (let done = 1; done > 0; ) {
    done = (await own?.finish()) ?? 0;
    const due = await dueQueues(pool);
    for (const worker of workers) if (due.has(worker.queue)) done += await finishQueue(boss, worker, running);
  }
}

/** The queues with due jobs, in one query: fetching from each of the forty queues takes forty times as long. */
async function dueQueues(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct name from ${schema}.job where state < 'active' and start_after <= ${schema}.job_now()`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Runs the due jobs of one queue; returns their number. */
async function finishQueue(boss: PgBoss, worker: Worker, running: Running): Promise<number> {
  const name = worker.queue;
  for (let done = 0; ; done++) {
    const [job] = await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true });
    if (!job) return done;
    try {
      await runJob(worker, job, running);
    } catch (error) {
      await boss.fail(name, job.id, { message: String(error) });
      throw error;
    }
    await boss.complete(name, job.id);
  }
}
