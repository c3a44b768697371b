import { sql } from 'kysely';
import type { FlowDeps } from '#accounts/sign-in/sessions.server.ts';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import type { ActionContext } from '#company/service.server.ts';
import { toldOf } from './changing.server.ts';
import { type ChosenUsers, mostAtOnce, sentences, type UserDetails } from './contract.ts';
import { demandManagerLeft, demandMayChange, type LockedUser, holdUsers } from './locking.server.ts';
import { filtered, userOf } from './service.server.ts';

export interface Changed {
  changed: number;
  /** Whom, so that it can be undone. */
  ids: string[];
}

interface Archived extends Changed {
  /** Whether the caller was among all of a filter, and stays. */
  isSelfLeftOut: boolean;
}

/** Archives one user. 404 where there is none to archive, else as `archiveUsers`. */
export async function archiveUser(deps: FlowDeps, id: string, context: ActionContext): Promise<void> {
  const { changed } = await archiveUsers(deps, { ids: [id] }, context);
  if (changed === 0) throw notFound(sentences.gone);
}

/**
 * Archives all chosen users who are not archived yet: their sessions and mailed links end, their e-mail stays taken. All
 * or none: 403 where one is the caller, or an administrator whom the caller may not change; 409 where nobody who can manage
 * users and permissions would be left. Who means all of a filter means all others: the caller is left out of those.
 */
export function archiveUsers(
  deps: FlowDeps,
  chosen: ChosenUsers,
  { actor, requestId }: ActionContext,
): Promise<Archived> {
  return inTransaction(deps.db, async (tx) => {
    const meant = await idsOf(tx, chosen);
    const isSelfLeftOut = chosen.all !== undefined && meant.includes(actor.id);
    const held = await holdUsers(tx, actor, isSelfLeftOut ? meant.filter((id) => id !== actor.id) : meant);
    const leaving = [...held.users.values()].filter(({ isArchived }) => !isArchived);
    if (leaving.some(({ id }) => id === actor.id)) throw new Problem(403, sentences.notYourself);
    for (const user of leaving) demandMayChange(held.claims, user);
    const ids = leaving.map(({ id }) => id);
    demandManagerLeft(held, new Set(ids));
    const at = deps.clock.now();
    await tx
      .updateTable('users')
      .set({ archived_at: at, pending_email: null, version: sql`version + 1` })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    await endAll(tx, ids, at);
    await auditAll(tx, linesOf(leaving, { actor, requestId, action: 'archive', at }));
    return { changed: ids.length, ids, isSelfLeftOut };
  });
}

/** A list is found anew, so that nobody is archived who came to it since it was shown under another filter. */
async function idsOf(tx: Tx, { ids, all }: ChosenUsers): Promise<string[]> {
  if (ids) return ids;
  if (!all) throw badInput({ path: 'ids', message: sentences.noneChosen });
  const rows = await filtered(tx, all)
    .select('id')
    .limit(mostAtOnce + 1)
    .execute();
  if (rows.length > mostAtOnce) throw badInput({ path: 'all', message: sentences.tooMany });
  return rows.map(({ id }) => id);
}

/** Ended for good: whoever is restored signs in anew. */
async function endAll(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  for (const table of ['sessions', 'mailed_links'] as const) {
    await tx
      .updateTable(table)
      .set({ ended_at: at })
      .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
      .where('ended_at', 'is', null)
      .execute();
  }
}

/** Brings one archived user back. 404 where there is none, 403 for an administrator whom the caller may not change. */
export async function restoreUser(deps: FlowDeps, id: string, context: ActionContext): Promise<UserDetails> {
  await restoreUsers(deps, [id], context);
  return userOf(deps.db, context.actor, id);
}

/** Brings archived users back, all or none; those who are not archived stay as they are. */
export function restoreUsers(
  deps: FlowDeps,
  chosen: readonly string[],
  { actor, requestId }: ActionContext,
): Promise<Changed> {
  return inTransaction(deps.db, async (tx) => {
    const held = await holdUsers(tx, actor, chosen);
    const coming = [...held.users.values()].filter(({ isArchived }) => isArchived);
    for (const user of coming) demandMayChange(held.claims, user);
    const ids = coming.map(({ id }) => id);
    await tx
      .updateTable('users')
      .set({ archived_at: null, version: sql`version + 1` })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    await auditAll(tx, linesOf(coming, { actor, requestId, action: 'restore', at: deps.clock.now() }));
    return { changed: ids.length, ids };
  });
}

/** One line for each: a user who leaves is told as they were, one who comes back as they are. */
const linesOf = (
  users: readonly LockedUser[],
  { action, ...rest }: ActionContext & { action: 'archive' | 'restore'; at: Date },
) =>
  users.map((user) => ({
    ...rest,
    action,
    entity: 'user',
    entityId: user.id,
    [action === 'archive' ? 'before' : 'after']: toldOf(user),
  }));
