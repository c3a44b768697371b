import { sql } from 'kysely';
import { badInput, conflict, type Fault, notFound, requireVersion } from '#lib/api/problem.ts';
import { addDays, addYears, type Day, dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { poNumberFault } from '../accounts/po-number.ts';
import type { SiteAccess } from '../accounts/site-access.server.ts';
import { itemFaults } from '../lists/change-lists.server.ts';
import type { Run, StandingInput } from './contract.ts';
import { runColumns, runJoins } from './read-standing-orders.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { firstFrom, firstWithout, type Series } from './standing-days.ts';
import { runMail } from './standing-mails.server.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** A standing order of a site, as one of its people may change it. */
export interface OwnStanding {
  buyer: SiteAccess;
  id: string;
  version?: number | undefined;
}

/** Makes a standing order from a list, in the name of the buyer, and returns its id. Throws 409 if the list has one. */
export function addStandingOrder(
  { db, clock }: ChangeDeps,
  { buyer, listId }: { buyer: SiteAccess; listId: string },
  input: StandingInput,
  context: ActionContext,
): Promise<string> {
  const work = inTransaction(db, async (tx) => {
    const at = clock.now();
    const { account, site, memberId } = buyer;
    const list = await tx
      .selectFrom('order_lists')
      .select('id')
      .where('id', '=', listId)
      .where('site_id', '=', site.id)
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    if (!list) throw notFound(sentences.listGone);
    await requireValid(tx, { buyer, input, today: dayOf(at) });
    const id = newId(at.getTime());
    const row = { id, account_id: account.id, site_id: site.id, list_id: listId, member_id: memberId };
    await tx
      .insertInto('standing_orders')
      .values({ ...row, ...columnsOf(input), next_on: input.firstOn, created_at: at })
      .execute();
    await writeItems(tx, id, input.items);
    await note(tx, buyer, { ...context, at, action: 'add-standing-order', after: await contentOf(tx, id) });
    return id;
  });
  return refuseDuplicate(work, 'standing_orders_list_key', 'listId', sentences.listTaken);
}

/**
 * Changes a standing order; it is ordered in the name of the buyer from then on, and goes on if the program had paused it. Throws 409 for
 * an outdated version.
 */
export const saveStandingOrder = (
  deps: ChangeDeps,
  { buyer, id, version }: OwnStanding,
  input: StandingInput,
  context: ActionContext,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const stored = await lockStanding(tx, buyer, id);
    requireVersion(version, stored.version);
    await requireValid(tx, { buyer, input, today: dayOf(at), before: stored.firstOn });
    const before = await contentOf(tx, id);
    const isOther = input.every !== stored.every || input.firstOn !== stored.firstOn;
    const open = await openRunOf(tx, id);
    if (open && isOther && firstFrom(input, open.dueOn) !== open.dueOn)
      await skipOpenRun(tx, { id, memberId: buyer.memberId, at });
    const days = isOther || stored.pauseReason !== '' ? { next_on: await nextDay(tx, id, input, dayOf(at)) } : {};
    await tx
      .updateTable('standing_orders')
      .set({ ...columnsOf(input), ...days, member_id: buyer.memberId, version: stored.version + 1 })
      .set(isOther ? { skip_on: [] } : {})
      .set(stored.pauseReason === '' ? {} : { paused_at: null, pause_reason: '' })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('standing_order_items').where('standing_order_id', '=', id).execute();
    await writeItems(tx, id, input.items);
    const isNews = stored.memberId !== buyer.memberId || stored.needsConfirm !== input.needsConfirm;
    if (isNews) await notifyAgain({ tx, jobs: deps.jobs }, id, at);
    await note(tx, buyer, { ...context, at, action: 'update-standing-order', before, after: await contentOf(tx, id) });
  });

/** Notifies the orderer of the open run again, after a change of the orderer or of how it is ordered; so it is not ordered before tomorrow. */
async function notifyAgain({ tx, jobs }: { tx: Tx; jobs: Deps['jobs'] }, id: string, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update standing_order_runs set notified_at = ${at}, tried_at = null where standing_order_id = ${id} and state = 'open' returning id`.execute(
    tx,
  );
  for (const run of rows) await jobs.enqueue(tx, runMail, { runId: run.id, about: 'due' });
}

/** Pauses a standing order, which skips its open run, or resumes it with its next day after today that has no run yet. */
export const pauseStandingOrder = (
  deps: ChangeDeps,
  { buyer, id, isPaused }: OwnStanding & { isPaused: boolean },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const stored = await lockStanding(tx, buyer, id);
    if ((stored.pausedAt !== null) === isPaused) return;
    const days = isPaused ? {} : { next_on: await nextDay(tx, id, stored, dayOf(at)) };
    const set = { paused_at: isPaused ? at : null, pause_reason: '', ...days };
    await tx.updateTable('standing_orders').set(set).where('id', '=', id).execute();
    if (isPaused) await skipOpenRun(tx, { id, memberId: buyer.memberId, at });
    const actor = await userOf(tx, buyer.memberId);
    const after = { ...(await contentOf(tx, id)), isPaused };
    await note(tx, buyer, { actor, at, action: isPaused ? 'pause-standing-order' : 'resume-standing-order', after });
  });

/** Ends a standing order, and skips its open run. */
export const endStandingOrder = (deps: ChangeDeps, { buyer, id }: OwnStanding, context: ActionContext): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    await lockStanding(tx, buyer, id);
    const before = await contentOf(tx, id);
    await tx.updateTable('standing_orders').set({ ended_at: at }).where('id', '=', id).execute();
    await skipOpenRun(tx, { id, memberId: buyer.memberId, at });
    await note(tx, buyer, { ...context, at, action: 'end-standing-order', before });
  });

/**
 * Skips a day of a standing order, or takes that back before the day has passed. Throws 409 if the day has been ordered or missed, or if a
 * paused order would be ordered after all, and 400 if it is none of the coming days.
 */
export const skipDay = (
  deps: ChangeDeps,
  { buyer, id, on, isSkipped }: OwnStanding & { on: Day; isSkipped: boolean },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const today = dayOf(at);
    const stored = await lockStanding(tx, buyer, id);
    const { rows: runs } = await sql<Pick<Run, 'id' | 'state'>>`
      select ${runColumns} from standing_order_runs r ${runJoins} where r.standing_order_id = ${id} and r.due_on = ${on}`.execute(
      tx,
    );
    const [run] = runs;
    if (run) {
      if (!isSkipped && stored.pausedAt !== null) throw conflict(sentences.paused);
      const [from, to] = isSkipped ? (['open', 'skipped'] as const) : (['skipped', 'open'] as const);
      const { rows } = await sql`
        update standing_order_runs set state = ${to}, member_id = ${isSkipped ? buyer.memberId : null}, decided_at = ${isSkipped ? at : null}
        where id = ${run.id} and state = ${from} and (${isSkipped} or due_on >= ${today}) returning 1`.execute(tx);
      if (rows.length === 0 && run.state !== to) throw conflict(endedSentence(run.state));
      return;
    }
    if (on < stored.nextOn || on <= today || firstFrom(stored, on) !== on || on > addYears(today, 1))
      throw badInput({ path: 'on', message: sentences.notOneOfItsDays });
    const others = stored.skipOn.filter((day) => day !== on && day >= today);
    const skipOn = isSkipped ? [...others, on] : others;
    await sql`update standing_orders set skip_on = ${skipOn}::date[] where id = ${id}`.execute(tx);
  });

/** Why a run can no longer be ordered or skipped; an open one if its standing order has ended. */
export const endedSentence = (state: Run['state']): string =>
  ({
    open: sentences.ended,
    ordered: sentences.ordered,
    approval: sentences.waits,
    declined: sentences.declined,
    withdrawn: sentences.withdrawn,
    skipped: sentences.skipped,
    missed: sentences.missed,
  })[state];

/** Skips the open run of a standing order, if there is one. */
async function skipOpenRun(tx: Tx, { id, memberId, at }: { id: string; memberId: string; at: Date }): Promise<void> {
  await sql`
    update standing_order_runs set state = 'skipped', member_id = ${memberId}, decided_at = ${at}
    where standing_order_id = ${id} and state = 'open'`.execute(tx);
}

interface LockedStanding extends Series {
  memberId: string;
  needsConfirm: boolean;
  nextOn: Day;
  skipOn: Day[];
  pausedAt: Date | null;
  pauseReason: string;
  version: number;
}

async function lockStanding(tx: Tx, { site }: SiteAccess, id: string): Promise<LockedStanding> {
  const { rows } = await sql<LockedStanding>`
    select member_id as "memberId", needs_confirm as "needsConfirm", every, first_on as "firstOn", next_on as "nextOn", skip_on as "skipOn", paused_at as "pausedAt", pause_reason as "pauseReason", version
    from standing_orders where id = ${id} and site_id = ${site.id} and ended_at is null for update`.execute(tx);
  const [stored] = rows;
  if (!stored) throw notFound(sentences.notFound);
  return stored;
}

const columnsOf = ({ every, firstOn, needsConfirm, poNumber }: StandingInput) => ({
  every,
  first_on: firstOn,
  needs_confirm: needsConfirm,
  po_number: poNumber,
});

/** The first day of the series after today that has no run yet. */
async function nextDay(tx: Tx, id: string, series: Series, today: Day): Promise<Day> {
  const { rows } = await sql<{ dueOn: Day }>`
    select due_on as "dueOn" from standing_order_runs where standing_order_id = ${id} and due_on > ${today}`.execute(
    tx,
  );
  return firstWithout(
    series,
    addDays(today, 1),
    rows.map(({ dueOn }) => dueOn),
  );
}

async function openRunOf(tx: Tx, id: string): Promise<{ dueOn: Day } | undefined> {
  const { rows } = await sql<{ dueOn: Day }>`
    select due_on as "dueOn" from standing_order_runs where standing_order_id = ${id} and state = 'open'`.execute(tx);
  return rows[0];
}

/** The user behind one of the account's people, for the history. */
const userOf = (tx: Tx, memberId: string) =>
  tx
    .selectFrom('trade_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName'])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow();

interface Checked {
  buyer: SiteAccess;
  input: StandingInput;
  today: Day;
  /** The first day as it was, which may have passed. */
  before?: Day;
}

/** Throws 400 with all faults of the input. */
async function requireValid(tx: Tx, { buyer, input, today, before }: Checked): Promise<void> {
  const { firstOn, poNumber, items } = input;
  const isComing = firstOn > today && firstOn <= addYears(today, 1);
  const poFault = poNumberFault(buyer.account, poNumber);
  const faults: Fault[] = [
    ...(isComing || firstOn === before ? [] : [{ path: 'firstOn', message: sentences.firstDay }]),
    ...(poFault === undefined ? [] : [{ path: 'poNumber', message: poFault }]),
    ...(await itemFaults(tx, items, sentences)),
  ];
  if (faults.length > 0) throw badInput(...faults);
}

async function writeItems(tx: Tx, id: string, items: StandingInput['items']): Promise<void> {
  const rows = items.map(({ itemId, quantity }, position) => ({ item_id: itemId, quantity, position }));
  await sql`
    insert into standing_order_items (standing_order_id, item_id, quantity, position)
    select ${id}::uuid, item_id, quantity, position from ${recordset(rows, 'item_id uuid, quantity integer, position integer')}`.execute(
    tx,
  );
}

const note = (
  tx: Tx,
  { account }: SiteAccess,
  entry: Omit<Parameters<typeof audit>[1], 'entity' | 'entityId'>,
): Promise<void> => audit(tx, { ...entry, entity: 'trade-account', entityId: account.id });

/** A standing order as it is recorded in the account's history. */
async function contentOf(tx: Tx, id: string): Promise<object> {
  const { rows } = await sql<object>`
    select t.name as site, l.name as list, s.every, s.first_on as "firstOn", s.needs_confirm as "needsConfirm", s.po_number as "poNumber", (
      select json_agg(p.code || ': ' || i.quantity order by i.position)
      from standing_order_items i join product_items p on p.id = i.item_id where i.standing_order_id = s.id) as items
    from standing_orders s join trade_sites t on t.id = s.site_id join order_lists l on l.id = s.list_id where s.id = ${id}`.execute(
    tx,
  );
  return rows[0] ?? {};
}
