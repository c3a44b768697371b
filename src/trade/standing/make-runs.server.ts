import { sql } from 'kysely';
import { addDays, type Day } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { readBuyerAccess } from '../accounts/site-access.server.ts';
import { personOf } from '../people/person-name.server.ts';
import { eachOf } from './each-of.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { firstFrom, nextAfter, type Series } from './standing-days.ts';
import { pausedMail, runMail } from './standing-mails.server.ts';

/** How many days before an order is due its orderer is notified. */
const noticeDays = 2;

interface DueStanding extends Series {
  id: string;
  siteId: string;
  memberId: string;
  nextOn: Day;
  skipOn: Day[];
  orderer: string;
  isArchived: boolean;
}

type RunDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>;

/**
 * Makes the runs that are due within two days, and mails their orderers. What nobody confirmed before counts as missed. A standing order
 * whose orderer may no longer order, or whose list was archived, is paused instead, which its account's contact reads. May run at any time
 * and on several nodes: each day of a standing order gets one run. `only` is the id of a standing order that was changed just now.
 */
export async function makeRuns(deps: RunDeps, today: Day, only?: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from standing_orders s join trade_accounts a on a.id = s.account_id and a.status in ('open', 'hold')
    where s.ended_at is null and s.paused_at is null and s.next_on <= ${addDays(today, noticeDays)} and (${only ?? null}::uuid is null or s.id = ${only ?? null}::uuid) order by s.next_on, s.id`.execute(
    deps.db,
  );
  await eachOf(deps, rows, ({ id }) =>
    inTransaction(deps.db, async (tx) => {
      const due = await lockRunning(tx, id);
      if (!due || due.nextOn > addDays(today, noticeDays)) return;
      if (!(await pauseIfNeeded({ ...deps, tx }, due))) await makeRun({ ...deps, tx }, due, today);
    }),
  );
}

/** Pauses the standing orders with an open run whose orderer may no longer order, or whose list was archived, before they are ordered. */
export async function pauseUnable(deps: RunDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from standing_order_runs r join standing_orders s on s.id = r.standing_order_id
    where r.state = 'open' and s.ended_at is null and s.paused_at is null`.execute(deps.db);
  await eachOf(deps, rows, ({ id }) =>
    inTransaction(deps.db, async (tx) => {
      const standing = await lockRunning(tx, id);
      if (standing) await pauseIfNeeded({ ...deps, tx }, standing);
    }),
  );
}

/** Locks a standing order that is neither paused nor ended. */
async function lockRunning(tx: Tx, id: string): Promise<DueStanding | undefined> {
  const { rows } = await sql<DueStanding>`
    select s.id, s.site_id as "siteId", s.member_id as "memberId", s.every, s.first_on as "firstOn", s.next_on as "nextOn", s.skip_on as "skipOn",
      ${personOf('s.member_id')} as orderer, l.archived_at is not null as "isArchived"
    from standing_orders s join order_lists l on l.id = s.list_id
    where s.id = ${id} and s.ended_at is null and s.paused_at is null for update of s`.execute(tx);
  return rows[0];
}

/** Pauses a standing order that cannot go on as it is, and mails the account's contact person. Returns whether it did. */
async function pauseIfNeeded({ tx, clock, jobs }: RunDeps & { tx: Tx }, standing: DueStanding): Promise<boolean> {
  const { id } = standing;
  const reason = await pauseReasonOf(tx, standing);
  if (reason === undefined) return false;
  await tx
    .updateTable('standing_orders')
    .set({ paused_at: clock.now(), pause_reason: reason })
    .where('id', '=', id)
    .execute();
  await jobs.enqueue(tx, pausedMail, { standingOrderId: id });
  return true;
}

async function makeRun({ tx, clock, jobs }: RunDeps & { tx: Tx }, due: DueStanding, today: Day): Promise<void> {
  const { id, skipOn } = due;
  const at = clock.now();
  const on = due.nextOn < today ? firstFrom(due, today) : due.nextOn; // days that passed while nothing ran are left out
  const isDue = on <= addDays(today, noticeDays);
  const next = isDue ? nextAfter(due, on) : on;
  await tx
    .updateTable('standing_orders')
    .set({ next_on: next, skip_on: skipOn.filter((day) => day >= next) })
    .where('id', '=', id)
    .execute();
  if (!isDue) return;
  const isSkipped = skipOn.includes(on);
  await sql`
    update standing_order_runs set state = 'missed', decided_at = ${at} where standing_order_id = ${id} and state = 'open'`.execute(
    tx,
  );
  const runId = newId(at.getTime());
  const row = { id: runId, standing_order_id: id, due_on: on, notified_at: at };
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('standing_order_runs')
    .values({ ...row, ...(isSkipped && { state: 'skipped', decided_at: at }) })
    .onConflict((conflicting) => conflicting.columns(['standing_order_id', 'due_on']).doNothing())
    .executeTakeFirst();
  if (made === 1n && !isSkipped) await jobs.enqueue(tx, runMail, { runId, about: 'due' });
}

/** Why a standing order cannot go on as it is. */
async function pauseReasonOf(
  tx: Tx,
  { memberId, siteId, orderer, isArchived }: DueStanding,
): Promise<string | undefined> {
  if (isArchived) return sentences.listArchived;
  return (await readBuyerAccess(tx, { memberId, siteId })) ? undefined : sentences.ordererLeft(orderer);
}
