import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hourMs, minuteMs } from '#lib/durations.ts';
import type { Db } from '../db/db.server.ts';
import type { Trace } from '../process/trace.server.ts';
import { MailFault, serverReasons } from './send-mail.server.ts';

/** How long a failed mail is retried. */
export const mailTriesMs = 72 * hourMs;

/** The waits after failed attempts; the last one repeats. */
const waitsMs = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * minuteMs);

/** A mail that could not be written waits for at most 15 minutes: the first three waits. */
const waitsBeforeWriting = 3;

const unwritable = 'The e-mail could not be written.';
const brokenOff = 'The connection to the mail server broke off.';

/** Longer than any attempt takes: after this time the process must have died, and the attempt is repeated. */
const longestTryMs = 15 * minuteMs;

/** A mail that this process is sending; no other process takes it meanwhile. */
export interface ClaimedMail {
  id: string;
  kind: string;
  data: unknown;
  /** With this one. */
  attempts: number;
  giveUpAt: Date;
  /** Since when it was due. */
  dueAt: Date;
  trace: Trace;
}

/** Claims at most `most` due mails: the oldest of each kind, then the second of each, and so on; kinds in the given order. */
export async function claimDueMails(
  db: Db,
  { kinds, most, now }: { kinds: readonly string[]; most: number; now: Date },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<Omit<ClaimedMail, 'trace'> & { trace: Trace | null }>`
    with due as (
      select m.id, m.next_try_at, k.turn, row_number() over (partition by m.kind order by m.next_try_at, m.id) as place
      from unnest(${kinds}::text[]) with ordinality as k(kind, turn) cross join lateral (
        select id, kind, next_try_at from unsent_mails u where u.kind = k.kind and next_try_at <= ${now}
        order by next_try_at, id limit ${most} for update skip locked
      ) m
    )
    update unsent_mails u set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + longestTryMs)},
      reason = null -- so that nobody can send it again meanwhile
    from (select id, next_try_at from due order by place, turn limit ${most}) d where u.id = d.id
    returning u.id, kind, data, attempts, give_up_at as "giveUpAt", d.next_try_at as "dueAt", trace`.execute(db);
  return rows.map((row) => ({ ...row, trace: row.trace ?? {} }));
}

const recordPauseMs = 200;
const recordTries = 300;

/** Removes mails that have been sent. Tries it for a minute if the database fails, because otherwise they would be sent again. */
export async function removeSentMails(db: Db, ids: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql`delete from unsent_mails where id = any(${ids}::uuid[])`.execute(db);
      return;
    } catch (error) {
      if (tries === recordTries) throw error;
      await sleep(recordPauseMs);
    }
  }
}

interface Failure {
  error: unknown;
  /** Whether the mail server can't be reached, or refuses every mail. */
  isServerAway: boolean;
  now: Date;
}

/** Stores why a mail was not sent and when it is tried again. Returns whether it has failed for good. */
export async function recordFailedMail(
  db: Db,
  { id, attempts, giveUpAt }: ClaimedMail,
  { error, isServerAway, now }: Failure,
): Promise<boolean> {
  const fault = error instanceof MailFault ? error : undefined;
  const isFinal = fault?.isFinal === true || now >= giveUpAt;
  // A server that is away is asked by one mail at a time, and what keeps a mail from being written is here: no need to wait for long.
  const most = isServerAway ? 1 : fault ? waitsMs.length : waitsBeforeWriting;
  const place = Math.min(attempts, most) - 1;
  const next = new Date(Math.min(now.getTime() + (waitsMs[place] ?? 0), giveUpAt.getTime()));
  const state = isFinal ? { next_try_at: null, failed_at: now } : { next_try_at: next };
  await db
    .updateTable('unsent_mails')
    .set({ ...state, reason: fault ? (fault.isOfServer && !isServerAway ? brokenOff : fault.reason) : unwritable })
    .where('id', '=', id)
    .execute();
  return isFinal;
}

/** Makes the mails due that have failed because the mail server was away. */
export async function retryMailsNow(db: Db, now: Date): Promise<void> {
  await sql`
    update unsent_mails set next_try_at = ${now}
    where next_try_at > ${now} and reason = any(${serverReasons}::text[])`.execute(db);
}
