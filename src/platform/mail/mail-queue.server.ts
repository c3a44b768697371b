import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { minuteMs } from '#lib/durations.ts';
import { newId } from '#lib/uuid.ts';
import type { Clock } from '../process/clock.server.ts';
import type { Db, Tx } from '../db/db.server.ts';
import { namesOf, recordset } from '../db/recordset.server.ts';
import { noteEvent } from '../db/system-events.server.ts';
import { type JobKind, type OwnQueue, queueOf } from '../jobs/jobs.server.ts';
import type { Metrics } from '../metrics/metrics.server.ts';
import { makeSpareTime } from '../process/spare-time.server.ts';
import { currentTrace, runInTrace, type Tracer } from '../process/trace.server.ts';
import { makeSender } from './mail-sender.server.ts';
import { type Mail, MailFault, type OutgoingMail } from './send-mail.server.ts';
import {
  type ClaimedMail,
  claimDueMails,
  mailTriesMs,
  recordFailedMail,
  removeSentMails,
  retryMailsNow,
} from './unsent-mails.server.ts';

/*
 * Mails are stored in `unsent_mails` until they have been sent. Workers claim them there, a few at a time. A failed one is retried for
 * three days at growing intervals and then stays there as failed until somebody sends it again.
 */

/** The part of the back office that is responsible for a mail; it decides who may see it and send it again. */
export type MailArea = 'orders' | 'submissions' | 'enquiries' | 'accounts' | 'purchasing';

interface MailKindOptions<Data> {
  area: MailArea;
  /** As in `JobKind`; the function that writes the mail must understand the data of all versions. */
  version?: number;
  /** The id of the order, submission, enquiry, user or purchase order that the mail is about; null if there is none. */
  subjectOf(data: Data): string | null;
}

/** A kind of mail: `jobs.enqueue` stores a mail as unsent, in the caller's transaction. */
export interface MailKind<Data extends object> extends JobKind<Data> {
  /** The row of a mail for `storeMails`. */
  row(data: Data, at: Date): object;
}

/** Declares a kind of mail. */
export function mailKind<Data extends object>(
  name: string,
  { area, subjectOf, version = 1 }: MailKindOptions<Data>,
): MailKind<Data> {
  const row = (data: Data, at: Date) => ({
    id: newId(at.getTime()),
    kind: queueOf({ name, version }),
    data,
    area,
    subject_id: subjectOf(data),
    created_at: at,
    give_up_at: new Date(at.getTime() + mailTriesMs),
    next_try_at: at,
    trace: currentTrace() ?? null,
  });
  const store = async (tx: Tx, data: Data, at: Date) => void (await storeMails([row(data, at)]).execute(tx));
  return { name, version, retries: 0, isLong: false, row, store };
}

const rowColumns = `id uuid, kind text, data jsonb, area text, subject_id uuid, created_at timestamptz, give_up_at timestamptz,
  next_try_at timestamptz, trace jsonb`;

/** Stores mails as unsent: a statement, or a part `with ... as (...)` of one. Nothing is stored unless `condition` holds. */
export const storeMails = (rows: readonly object[], condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  sql`insert into unsent_mails (${namesOf(rowColumns)}) select r.* from ${recordset(rows, rowColumns)} where ${condition}`;

/** Makes mails due now and retries them for three more days. Returns how many of `ids` exist and are not being sent. */
export async function sendAgain({ clock }: { clock: Clock }, tx: Tx, ids: readonly string[]): Promise<number> {
  const at = clock.now();
  const { numUpdatedRows } = await tx
    .updateTable('unsent_mails')
    .set({ failed_at: null, next_try_at: at, give_up_at: new Date(at.getTime() + mailTriesMs) })
    .where('id', 'in', ids)
    .where('reason', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Builds a mail just before it is sent; undefined if there is nothing left to send. */
export type WriteMail<Data> = (data: Data) => Promise<OutgoingMail | undefined>;

/** The mails of all slices, waiting in `unsent_mails`. */
export interface MailQueue extends OwnQueue {
  /** Registers how a kind of mail is written, before the queue starts. `sent` is called after the mail has been sent. */
  work<Data extends object>(kind: JobKind<Data>, write: WriteMail<Data>, sent?: (data: Data) => Promise<unknown>): void;
}

interface QueueDeps {
  db: Db;
  clock: Clock;
  mail: Mail;
  log: FastifyBaseLogger;
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
}

interface Handler {
  write: WriteMail<unknown>;
  sent?: ((data: unknown) => Promise<unknown>) | undefined;
}

/** How an attempt ended; without an error, `isSent` is false if there was nothing to send. */
interface Attempt {
  claimed: ClaimedMail;
  isSent: boolean;
  /** Whether it failed because of the mail server. */
  isOfServer?: boolean;
  error?: unknown;
}

/** If a mail breaks the connection so soon after another was sent, it is taken for the cause. */
const serverIsThereMs = minuteMs;

/** A mail that has waited this long no longer waits for the shop to be idle. */
const patienceMs = 10_000;

/** How often a mail that was sent makes those due that failed because of the server. */
const retryOthersEveryMs = 5_000;

/** Creates the queue of the process. It claims mails as soon as they can be sent, and records many of them at once. */
export function makeMailQueue(deps: QueueDeps): MailQueue {
  const { db, clock, log, metrics } = deps;
  const handlers = new Map<string, Handler>();
  const inSpareTime = makeSpareTime();
  const claim = (kinds: readonly string[], most: number) => claimDueMails(db, { kinds, most, now: clock.now() });
  let turn = 0;
  /** The kinds take turns to be first, so that many mails of one kind do not delay others. */
  const claimInTurn = (most: number) => {
    const kinds = [...handlers.keys()];
    const first = turn++ % Math.max(kinds.length, 1);
    return claim([...kinds.slice(first), ...kinds.slice(0, first)], most);
  };
  let retriedOthersAt = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;

  async function attempt(claimed: ClaimedMail, isAlone = false): Promise<Attempt> {
    const { id, kind, data, attempts, dueAt, trace } = claimed;
    const handler = handlers.get(kind);
    const span = deps.tracer?.start(`job ${kind}`, 'consumer', trace.traceparent);
    return runInTrace({ ...trace, traceparent: span?.traceparent ?? trace.traceparent }, async () => {
      try {
        const isUrgent = isAlone || clock.now().getTime() - dueAt.getTime() > patienceMs;
        const mail = await inSpareTime(async () => handler?.write(data), { isUrgent });
        if (mail) await deps.mail.send({ ...mail, id });
        if (mail) log.info({ mailId: id, kind, attempts }, 'a mail was sent');
        span?.end({ 'messaging.destination.name': kind, 'messaging.message.id': id });
        return { claimed, isSent: mail !== undefined };
      } catch (error) {
        span?.end({ 'messaging.destination.name': kind, 'messaging.message.id': id }, true);
        const isOfServer = error instanceof MailFault && error.isOfServer;
        const isServerThere = clock.now().getTime() - sentAt <= serverIsThereMs;
        const isServerAway = isOfServer && !(error.mayBeOfMail && isServerThere);
        const isFinal = await recordFailedMail(db, claimed, { error, isServerAway, now: clock.now() });
        const details = { err: error, mailId: id, kind, attempts };
        if (isFinal) metrics?.mailsFailed.add();
        if (isFinal) log.error(details, 'a mail has failed for good');
        else log.warn(details, 'a mail could not be sent, and will be retried');
        return { claimed, isSent: false, isOfServer, error };
      }
    });
  }

  async function record(all: readonly Attempt[]): Promise<void> {
    const ended = all.filter(({ error }) => error === undefined);
    if (ended.length === 0) return;
    const sent = ended.filter(({ isSent }) => isSent);
    for (const { claimed } of sent) {
      metrics?.mailsSent.add();
      await handlers
        .get(claimed.kind)
        ?.sent?.(claimed.data)
        .catch((error: unknown) =>
          log.error({ err: error, mailId: claimed.id }, 'could not note that a mail was sent'),
        );
    }
    const ids = ended.map(({ claimed }) => claimed.id);
    await removeSentMails(db, ids);
    if (sent.length === 0) return;
    const now = clock.now();
    sentAt = now.getTime();
    const hadFailed = sent.some(({ claimed }) => claimed.attempts > 1);
    if (!hadFailed && now.getTime() - retriedOthersAt < retryOthersEveryMs) return;
    retriedOthersAt = now.getTime();
    await retryMailsNow(db, now);
    await noteEvent(db, 'mail-sent', now);
  }

  const sender = makeSender({ claim: claimInTurn, attempt, record, log });
  return {
    ...sender,
    work: (kind, write, sent) => {
      const handler = { write, sent } as Handler; // `store` stored this kind's data
      for (let version = 1; version <= (kind.version ?? 1); version++)
        handlers.set(queueOf({ ...kind, version }), handler);
    },
    async finish() {
      for (let done = 0; ; done++) {
        const [claimed] = await claim([...handlers.keys()], 1);
        if (!claimed) return done;
        await record([await attempt(claimed, true)]);
      }
    },
  };
}
