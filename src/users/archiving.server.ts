import { sql } from 'kysely';
import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { auditValuesOf } from './editing.server.ts';
import { type UserSelection, maxAtOnce, sentences, type UserDetails } from './contract.ts';
import { demandManagerLeft, demandMayChange, type LockedUser, lockUsers } from './locking.server.ts';
import { filtered, userOf } from './service.server.ts';

export interface ChangedUsers {
  changed: number;
  /** The users that were changed, so that it can be undone. */
  ids: string[];
}

interface ArchivedUsers extends ChangedUsers {
  /** Whether the caller matched the filter and was left out. */
  isSelfLeftOut: boolean;
}

/** Archives one user. Throws 404 if there is none to archive, otherwise as `archiveUsers`. */
export async function archiveUser(deps: AccountsJobDeps, id: string, context: ActionContext): Promise<void> {
  const { changed } = await archiveUsers(deps, { ids: [id] }, context);
  if (changed === 0) throw notFound(sentences.gone);
}

/**
 * Archives all selected users who are not archived yet: their sessions and mailed links end, their e-mail stays taken.
 * All or none. Throws 403 if one is the caller or an administrator whom the caller may not change; 409 if no
 * administrator who can manage users and permissions would be left. When the selection is a filter, the caller is left
 * out.
 */
export function archiveUsers(
  deps: AccountsJobDeps,
  selection: UserSelection,
  { actor, requestId }: ActionContext,
): Promise<ArchivedUsers> {
  return inTransaction(deps.db, async (tx) => {
    const selectedIds = await idsOf(tx, selection);
    const isSelfLeftOut = selection.all !== undefined && selectedIds.includes(actor.id);
    const locked = await lockUsers(
      tx,
      actor,
      isSelfLeftOut ? selectedIds.filter((id) => id !== actor.id) : selectedIds,
    );
    const archiving = [...locked.users.values()].filter(({ isArchived }) => !isArchived);
    if (archiving.some(({ id }) => id === actor.id)) throw new Problem(403, sentences.notYourself);
    for (const user of archiving) demandMayChange(locked.claims, user);
    const ids = archiving.map(({ id }) => id);
    demandManagerLeft(locked, new Set(ids));
    const at = deps.clock.now();
    await tx
      .updateTable('users')
      .set({ archived_at: at, pending_email: null, version: sql`version + 1` })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    await endSessionsAndLinks(tx, ids, at);
    await auditAll(tx, auditEntriesOf(archiving, { actor, requestId, action: 'archive', at }));
    return { changed: ids.length, ids, isSelfLeftOut };
  });
}

/** Resolves the filter again in the transaction; it is the one that the list was shown with. */
async function idsOf(tx: Tx, { ids, all }: UserSelection): Promise<string[]> {
  if (ids) return ids;
  if (!all) throw badInput({ path: 'ids', message: sentences.noneSelected });
  const rows = await filtered(tx, all)
    .select('id')
    .limit(maxAtOnce + 1)
    .execute();
  if (rows.length > maxAtOnce) throw badInput({ path: 'all', message: sentences.tooMany });
  return rows.map(({ id }) => id);
}

/** Sessions are not restored: a restored user signs in again. */
async function endSessionsAndLinks(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  for (const table of ['sessions', 'mailed_links'] as const) {
    await tx
      .updateTable(table)
      .set({ ended_at: at })
      .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
      .where('ended_at', 'is', null)
      .execute();
  }
}

/** Restores an archived user. Throws 404 if there is none, 403 for an administrator whom the caller may not change. */
export async function restoreUser(deps: AccountsJobDeps, id: string, context: ActionContext): Promise<UserDetails> {
  await restoreUsers(deps, [id], context);
  return userOf(deps.db, context.actor, id);
}

/** Restores archived users, all or none; users who are not archived are left unchanged. */
export function restoreUsers(
  deps: AccountsJobDeps,
  selection: readonly string[],
  { actor, requestId }: ActionContext,
): Promise<ChangedUsers> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockUsers(tx, actor, selection);
    const restoring = [...locked.users.values()].filter(({ isArchived }) => isArchived);
    for (const user of restoring) demandMayChange(locked.claims, user);
    const ids = restoring.map(({ id }) => id);
    await tx
      .updateTable('users')
      .set({ archived_at: null, version: sql`version + 1` })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    await auditAll(tx, auditEntriesOf(restoring, { actor, requestId, action: 'restore', at: deps.clock.now() }));
    return { changed: ids.length, ids };
  });
}

/** One audit entry per user, with the values in `before` when archived and in `after` when restored. */
const auditEntriesOf = (
  users: readonly LockedUser[],
  { action, ...rest }: ActionContext & { action: 'archive' | 'restore'; at: Date },
) =>
  users.map((user) => ({
    ...rest,
    action,
    entity: 'user',
    entityId: user.id,
    [action === 'archive' ? 'before' : 'after']: auditValuesOf(user),
  }));
