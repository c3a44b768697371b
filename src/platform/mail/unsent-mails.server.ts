import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hourMs, minuteMs } from '#lib/durations.ts';
import type { Db } from '../db/db.server.ts';
import { isConnectionLost } from '../db/lost-connection.server.ts';
import type { Trace } from '../process/trace.server.ts';
import { MailFault, serverReasons } from './send-mail.server.ts';

/** How long a failed mail is retried. */
export const mailTriesMs = 72 * hourMs;

/** The waits after failed attempts; the last one repeats. */
const waitsMs = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * minuteMs);

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

/** Removes mails that have been sent. Waits up to a minute if the database is away, because otherwise they would be sent again. */
export async function removeSentMails(db: Db, ids: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql`delete from unsent_mails where id = any(${ids}::uuid[])`.execute(db);
      return;
    } catch (error) {
      if (!isConnectionLost(error) || tries === recordTries) throw error;
      await sleep(recordPauseMs);
    }
  }
}

/** Stores why a mail was not sent and when it is tried again. Returns whether it has failed for good. */
export async function recordFailedMail(
  db: Db,
  { id, attempts, giveUpAt }: ClaimedMail,
  { error, now }: { error: unknown; now: Date },
): Promise<boolean> {
  const fault = error instanceof MailFault ? error : undefined;
  const isFinal = fault?.isFinal === true || now >= giveUpAt;
  // Trying again costs little while the server can't be reached: nothing is sent, and one mail at a time is tried.
  const place = fault?.isOfServer ? 0 : Math.min(attempts, waitsMs.length) - 1;
  const next = new Date(Math.min(now.getTime() + (waitsMs[place] ?? 0), giveUpAt.getTime()));
  const state = isFinal ? { next_try_at: null, failed_at: now } : { next_try_at: next };
  await db
    .updateTable('unsent_mails')
    .set({ ...state, reason: fault?.reason ?? 'The e-mail could not be written.' })
    .where('id', '=', id)
    .execute();
  return isFinal;
}

/** Makes waiting mails due: all that have failed, or only those that have failed because of the mail server. */
export async function retryMailsNow(db: Db, now: Date, { all }: { all: boolean }): Promise<void> {
  await sql`
    update unsent_mails set next_try_at = ${now}
    where next_try_at > ${now} and ${all ? sql`reason is not null` : sql`reason = any(${serverReasons}::text[])`}`.execute(
    db,
  );
}
