import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import type { Tx } from '../db/db.server.ts';

/** A kind of work that is done later, with what it needs to know: ids, never addresses or bodies. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** How often a failed job is tried again, at growing distances of 5 s to 1 hour. */
  readonly retries: number;
  /**
   * For hours, not minutes: who does it says every 10 s that it goes on, and a job whose process has gone is tried again
   * within two minutes.
   */
  readonly isLong: boolean;
  /** How many are done at a time; one where left out. */
  readonly atOnce?: number;
  /** Stores the data elsewhere, in the transaction that adds the job; answers what the job carries in its place. */
  keep?(tx: Tx, data: Data, at: Date): Promise<object>;
  /** Never set; it carries the type. */
  readonly data?: Data;
}

/** States a kind of job once: `export const orderMail = jobKind<{ orderId: string }>('order-mail')`. */
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

/** Must bear being run twice for one job: a process may end after the work and before the note that it is done. */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Jobs in the same database: a job exists if, and only if, the transaction that needs it commits. */
export interface Jobs {
  /** Says who does the jobs of a kind. Before `install` or `start`. */
  work<Data extends object>(kind: JobKind<Data>, handler: JobHandler<Data>): void;
  /** The same for what is due once a day, at no certain hour, in whichever process comes first. */
  daily(kind: JobKind<object>, handler: JobHandler<object>): void;
  /** The same for what is due once an hour. */
  hourly(kind: JobKind<object>, handler: JobHandler<object>): void;
  enqueue<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data): Promise<void>;
  /** The same for what is not due before `seconds` have gone by. */
  enqueueLater<Data extends object>(tx: Tx, kind: JobKind<Data>, later: { data: Data; seconds: number }): Promise<void>;
  /** Makes the queues, so that jobs can be added; none is done. */
  install(): Promise<void>;
  /** `install`, and then does jobs as they come. */
  start(): Promise<void>;
  /** Does all that are due now, one after another, whether started or not; throws what a handler throws. */
  finishAll(): Promise<void>;
  /** Takes no more, waits 10 s for those in hand, gives the rest back to be tried again. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
}

interface Worker {
  kind: JobKind<object>;
  handler: JobHandler<object>;
  /** How often it is due by itself; undefined for what others add. */
  everySeconds?: number;
}

const schema = 'jobs';
const stopAfterMs = 10_000;

/** Workers look for jobs this often, and at once when they are woken. */
const lookEverySeconds = 2;

/** A worker is woken so long after a job was added; the transaction that adds it can't say when it has committed. */
const likelyCommittedAfterMs = 30;
const hour = 3_600;
const day = 24 * hour;

/** Opens the queue on the service's own connections. Nothing is reached before `install`. */
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
  let endRegular = () => {};
  const install = async () => {
    await boss.start();
    for (const { kind } of workers) await makeQueue(boss, kind);
  };
  return {
    install,
    // The handler takes what its kind brings.
    work: (kind, handler) => void workers.push({ kind, handler: handler as JobHandler<object> }),
    daily: (kind, handler) => void workers.push({ kind, handler, everySeconds: day }),
    hourly: (kind, handler) => void workers.push({ kind, handler, everySeconds: hour }),
    async enqueue(tx, kind, data) {
      const carried = kind.keep ? await kind.keep(tx, data, clock.now()) : data;
      await boss.send(kind.name, carried, { db: fromKysely(tx) });
      setTimeout(() => wake.get(kind.name)?.(), likelyCommittedAfterMs).unref();
    },
    async enqueueLater(tx, kind, { data, seconds }) {
      await boss.send(kind.name, data, { db: fromKysely(tx), startAfter: seconds });
    },
    async start() {
      await install();
      for (const worker of workers) wake.set(worker.kind.name, await listen(boss, worker, log));
      endRegular = await addRegular(boss, workers, log);
    },
    finishAll: () => finishQueues(boss, workers, log),
    stop() {
      endRegular();
      return boss.stop({ graceful: true, timeout: stopAfterMs, close: false });
    },
  };
}

/** Adds what is due hourly or daily, now and within an hour of each hour or midnight (UTC), once for all processes; answers how to end it. */
async function addRegular(boss: PgBoss, workers: readonly Worker[], log: FastifyBaseLogger): Promise<() => void> {
  const add = async () => {
    for (const { kind, everySeconds } of workers)
      if (everySeconds !== undefined) await boss.send(kind.name, {}, { singletonSeconds: everySeconds });
  };
  const failed = (error: unknown) => log.error({ err: error }, 'could not add the regular jobs');
  const timer = setInterval(() => void add().catch(failed), hour * 1_000).unref();
  await add();
  return () => clearInterval(timer);
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
  // The library reads about a queue when it is first used, over a connection of its own. Were that in `enqueue`, so many
  // transactions at once as there are connections would wait for one more for ever.
  await boss.findJobs(name, { id: newId() });
}

type Claimed = JobWithMetadata<object>;

/** Begins to do one kind of jobs; answers how to wake who does them. */
async function listen(boss: PgBoss, worker: Worker, log: FastifyBaseLogger): Promise<() => void> {
  const options = { batchSize: 1, pollingIntervalSeconds: lookEverySeconds, includeMetadata: true } as const;
  const ids: string[] = [];
  const wake = () => ids.forEach((id) => boss.notifyWorker(id));
  for (let started = 0; started < (worker.kind.atOnce ?? 1); started++) {
    const id = await boss.work(worker.kind.name, options, async (claimed: Claimed[]) => {
      wake(); // where there was one job there may be more
      for (const job of claimed) await run(worker, job, log); // one: a failure would repeat all of a batch
    });
    ids.push(id);
  }
  return wake;
}

/** Does what is due. A job may add jobs of another kind, so this goes on until a round finds none. */
async function finishQueues(boss: PgBoss, workers: readonly Worker[], log: FastifyBaseLogger): Promise<void> {
  for (let done = 1; done > 0; ) {
    done = 0;
    for (const worker of workers) done += await finishQueue(boss, worker, log);
  }
}

/** Does what is due in one queue; answers how many that were. */
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
    // finishAll claims jobs itself, and those come without a signal, whatever the type says.
    await handler(job.data, { id: job.id, signal: job.signal ?? AbortSignal.any([]) });
    log.debug(details, 'job done');
  } catch (error) {
    const isLast = job.retryCount >= job.retryLimit;
    if (isLast) log.error({ ...details, err: error }, 'job failed for good');
    else log.warn({ ...details, err: error }, 'job failed, will be tried again');
    throw error;
  }
}
