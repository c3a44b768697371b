import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound, Problem } from '#lib/api/problem.ts';
import { changeUsers } from './change-users.server.ts';
import { type UserSelection, maxAtOnce, sentences, type UserDetails } from './contract.ts';
import { matchingUsers, userOf } from './read-users.server.ts';

/** Archives one user. Throws 404 if there is no such user or they are already archived, otherwise as `archiveUsers` does. */
export async function archiveUser(deps: AccountsJobDeps, id: string, context: ActionContext): Promise<void> {
  const { changed } = await archiveUsers(deps, { ids: [id] }, context);
  if (changed === 0) throw notFound(sentences.gone);
}

/**
 * Archives all selected users who are not archived yet, or none: their sessions and mailed links end, but their e-mail stays
 * taken. Throws 403 if the ids include the caller, otherwise as `changeUsers` does. If the selection is a filter, the caller
 * is left out instead.
 */
export function archiveUsers(deps: AccountsJobDeps, selection: UserSelection, context: ActionContext) {
  const self = context.actor.id;
  return inTransaction(deps.db, async (tx) => {
    const selectedIds = await idsOf(tx, selection);
    const isSelfLeftOut = selection.all !== undefined && selectedIds.includes(self);
    const ids = isSelfLeftOut ? selectedIds.filter((id) => id !== self) : selectedIds;
    const at = deps.clock.now();
    const { changes } = await changeUsers(tx, ids, { ...context, at }, (locked) => {
      const users = locked.filter(({ archived_at }) => !archived_at);
      if (users.some(({ id }) => id === self)) throw new Problem(403, sentences.notYourself);
      return { users, columns: { archived_at: at, pending_email: null } };
    });
    return { changed: changes.length, ids: changes.map(({ before }) => before.id), isSelfLeftOut };
  });
}

/** The ids of the selected users; a filter is evaluated again, in the transaction. */
async function idsOf(tx: Tx, { ids, all }: UserSelection): Promise<string[]> {
  if (ids) return ids;
  if (!all) throw badInput({ path: 'ids', message: sentences.noneSelected });
  const rows = await matchingUsers(tx, all)
    .select('id')
    .limit(maxAtOnce + 1)
    .execute();
  if (rows.length > maxAtOnce) throw badInput({ path: 'all', message: sentences.tooMany });
  return rows.map(({ id }) => id);
}

/** Restores an archived user, who has to sign in again. Throws 404 if there is no such user, otherwise as `changeUsers` does. */
export async function restoreUser(deps: AccountsJobDeps, id: string, context: ActionContext): Promise<UserDetails> {
  await restoreUsers(deps, [id], context);
  return userOf(deps.db, context.actor, id);
}

/** Restores archived users, all or none; users who are not archived are left unchanged. */
export function restoreUsers(deps: AccountsJobDeps, selection: readonly string[], context: ActionContext) {
  return inTransaction(deps.db, async (tx) => {
    const { changes } = await changeUsers(tx, selection, { ...context, at: deps.clock.now() }, (locked) => ({
      users: locked.filter(({ archived_at }) => archived_at),
      columns: { archived_at: null },
    }));
    return { changed: changes.length, ids: changes.map(({ before }) => before.id) };
  });
}
