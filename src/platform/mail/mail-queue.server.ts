import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import { type Db, inTransaction, type Tx } from '../db/db.server.ts';
import { isConnectionLost } from '../db/lost-connection.server.ts';
import { type JobHandler, type JobKind, type Jobs, queueOf } from '../jobs/jobs.server.ts';
import type { Metrics } from '../metrics/metrics.server.ts';
import { currentTrace, runInTrace, type Trace } from '../process/trace.server.ts';
import { noteEvent } from '../db/system-events.server.ts';
import { type Mail, MailFault, type OutgoingMail } from './send-mail.server.ts';
import { type Rounds, startRounds } from '../process/periodic-rounds.server.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';

/*
 * Mails are stored in `unsent_mails` until they have been sent. A failed one is retried for three days at growing intervals and then
 * stays there as failed until somebody sends it again. Each kind has its own job queue, so that mails of one kind do not delay others.
 */

/** The part of the back office that is responsible for a mail; it decides who may see it and send it again. */
export type MailArea = 'orders' | 'submissions' | 'enquiries' | 'accounts' | 'purchasing';

/** The data of a queued job. If there are two jobs for one attempt, the second does nothing. */
interface MailJob {
  mailId: string;
  attempt: number;
}

/** How long a failed mail is retried. */
export const mailTriesMs = 72 * hourMs;

/** The waits after failed attempts; the last one repeats. */
const waitsMs = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * minuteMs);

/** Longer than any attempt takes: after this time the process must have died, and the attempt is repeated. */
const longestTryMs = 15 * minuteMs;

/** How many e-mails of each kind are sent at once. */
const mailsAtOnce = 4;

interface MailKindOptions<Data> {
  area: MailArea;
  /** As in `JobKind`; the function that writes the mail must understand the data of all versions. */
  version?: number;
  /** The id of the order, submission, enquiry, user or purchase order that the mail is about; null if there is none. */
  subjectOf(data: Data): string | null;
}

/** Declares a kind of mail: `jobs.enqueue` stores a mail as unsent, in the caller's transaction. */
export const mailKind = <Data extends object>(
  name: string,
  { area, subjectOf, version = 1 }: MailKindOptions<Data>,
): JobKind<Data> => ({
  name,
  version,
  retries: 10,
  isLong: false,
  concurrency: mailsAtOnce,
  async store(tx, data, at): Promise<MailJob> {
    const id = newId(at.getTime());
    await tx
      .insertInto('unsent_mails')
      .values({
        id,
        kind: queueOf({ name, version }),
        data: JSON.stringify(data),
        area,
        subject_id: subjectOf(data),
        created_at: at,
        give_up_at: new Date(at.getTime() + mailTriesMs),
        next_try_at: new Date(at.getTime() + longestTryMs), // by then its job has run or is lost
        trace: JSON.stringify(currentTrace() ?? null),
      })
      .execute();
    return { mailId: id, attempt: 0 };
  },
});

interface QueueDeps {
  db: Db;
  clock: Clock;
  mail: Mail;
  log: FastifyBaseLogger;
  jobs: Jobs;
  metrics?: Metrics | undefined;
}

/** Builds a mail just before it is sent; undefined if there is nothing left to send. */
export type WriteMail<Data> = (data: Data) => Promise<OutgoingMail | undefined>;

/** The job handler of a kind of mail: `jobs.work(kind, mailJobHandler(deps, write))`. `sent` is called after the mail has been sent. */
export function mailJobHandler<Data extends object>(
  deps: QueueDeps,
  write: WriteMail<Data>,
  sent?: (data: Data) => Promise<unknown>,
): JobHandler<Data> {
  return async (job) => {
    const { mailId, attempt } = job as unknown as MailJob; // made by `store`
    const claimed = await claim(deps, mailId, attempt);
    if (!claimed) return;
    // A mail that is retried later belongs to the request that caused it, not to the request that made it due.
    const trace = { ...claimed.trace, traceparent: currentTrace()?.traceparent ?? claimed.trace.traceparent };
    await runInTrace(trace, () => sendClaimed(deps, claimed, write, sent));
  };
}

async function sendClaimed<Data extends object>(
  deps: QueueDeps,
  claimed: Claimed,
  write: WriteMail<Data>,
  sent?: (data: Data) => Promise<unknown>,
): Promise<void> {
  const { id, kind, attempts } = claimed;
  const data = claimed.data as Data; // `store` stored it
  let mail: OutgoingMail | undefined;
  try {
    mail = await write(data);
    if (mail) await deps.mail.send({ ...mail, id });
  } catch (error) {
    return recordFailure(deps, claimed, error);
  }
  await recordSent(deps, id);
  if (mail) {
    deps.log.info({ mailId: id, kind, attempts }, 'a mail was sent');
    deps.metrics?.mailsSent.add();
    await sent?.(data);
    await noteEvent(deps.db, 'mail-sent', deps.clock.now());
  }
  if (attempts > 1) await retryOthersNow(deps);
}

interface Claimed {
  id: string;
  kind: string;
  data: unknown;
  attempts: number;
  giveUpAt: Date;
  trace: Trace;
}

async function claim({ db, clock }: QueueDeps, id: string, attempt: number): Promise<Claimed | undefined> {
  const row = await db
    .updateTable('unsent_mails')
    .set({
      attempts: attempt + 1,
      next_try_at: new Date(clock.now().getTime() + longestTryMs),
      reason: null, // so that nobody can send it again meanwhile
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('next_try_at', 'is not', null)
    .returning(['id', 'kind', 'data', 'attempts', 'give_up_at as giveUpAt', 'trace'])
    .executeTakeFirst();
  return row && { ...row, trace: (row.trace ?? {}) as Trace }; // written by `store`
}

const recordPauseMs = 200;
const recordTries = 300;

/** Removes a mail that has been sent. Waits up to a minute if the database is away, because otherwise the mail would be sent again. */
async function recordSent({ db }: QueueDeps, id: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.deleteFrom('unsent_mails').where('id', '=', id).execute();
      return;
    } catch (error) {
      if (!isConnectionLost(error) || tries === recordTries) throw error;
      await sleep(recordPauseMs);
    }
  }
}

async function recordFailure(
  deps: QueueDeps,
  { id, kind, attempts, giveUpAt }: Claimed,
  error: unknown,
): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const isFinal = (error instanceof MailFault && error.isFinal) || now >= giveUpAt;
  const wait = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0;
  const next = new Date(Math.min(now.getTime() + wait, giveUpAt.getTime()));
  const reason = error instanceof MailFault ? error.reason : 'The e-mail could not be written.';
  const state = isFinal ? { next_try_at: null, failed_at: now } : { next_try_at: next };
  await db
    .updateTable('unsent_mails')
    .set({ ...state, reason })
    .where('id', '=', id)
    .execute();
  const details = { err: error, mailId: id, kind, attempts };
  if (isFinal) deps.metrics?.mailsFailed.add();
  if (isFinal) log.error(details, 'a mail has failed for good');
  else log.warn(details, 'a mail could not be sent, and will be retried');
}

/** Makes other waiting mails due now: a mail that had failed before was sent, so the mail server is back. */
async function retryOthersNow({ db, clock }: QueueDeps): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('unsent_mails')
    .set({ next_try_at: now })
    .where('next_try_at', '>', now)
    .where('reason', 'is not', null) // leaves out mails being sent
    .where(sql<boolean>`next_try_at - ${now}::timestamptz > ${`${longestTryMs} ms`}::interval`) // leaves out mails that already have a job
    .execute();
}

const mostInRound = 200;

/** Adds jobs for the mails that are due. Returns their number. */
export async function queueDueMails({ db, clock, jobs }: Pick<QueueDeps, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('unsent_mails')
      .select(['id', 'kind', 'attempts'])
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(mostInRound)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return 0;
    const next_try_at = new Date(now.getTime() + longestTryMs);
    const ids = due.map(({ id }) => id);
    await tx.updateTable('unsent_mails').set({ next_try_at }).where('id', 'in', ids).execute();
    for (const { id, kind, attempts } of due) await addJob(jobs, tx, { kind, mailId: id, attempt: attempts });
    return due.length;
  });
}

const addJob = (jobs: Jobs, tx: Tx, { kind, ...job }: MailJob & { kind: string }): Promise<void> =>
  jobs.enqueue<MailJob>(tx, { name: kind, retries: 10, isLong: false }, job);

/**
 * Makes mails due now and retries them for three more days. Returns how many of `ids` exist and are not being sent.
 */
export async function sendAgain(
  { jobs, clock }: Pick<QueueDeps, 'jobs' | 'clock'>,
  tx: Tx,
  ids: readonly string[],
): Promise<number> {
  const at = clock.now();
  const rows = await tx
    .updateTable('unsent_mails')
    .set({
      failed_at: null,
      next_try_at: new Date(at.getTime() + longestTryMs),
      give_up_at: new Date(at.getTime() + mailTriesMs),
    })
    .where('id', 'in', ids)
    .where('reason', 'is not', null)
    .returning(['id', 'kind', 'attempts'])
    .execute();
  for (const { id, kind, attempts } of rows) await addJob(jobs, tx, { kind, mailId: id, attempt: attempts });
  return rows.length;
}

const roundEveryMs = 5_000;

/** Looks for due mails every few seconds, until stopped. */
export const startMailRetries = (deps: Omit<QueueDeps, 'mail'>): Rounds =>
  startRounds(() => queueDueMails(deps), {
    everyMs: roundEveryMs,
    failed: (error) => deps.log.error({ err: error }, 'could not look for mails that are due'),
  });
