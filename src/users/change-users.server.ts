import { sql } from 'kysely';
import { type LockedUser, updateUsers } from '#accounts/profile/write-users.server.ts';
import { type ActionContext, type Actor, notSignedIn, requireAccess } from '#platform/access/actor.server.ts';
import { auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { conflict, Problem, requireVersion } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';
import { isManager, managesPermissions, mayChange, type UserRights } from './permissions.ts';

export interface UserChange {
  users: readonly LockedUser[];
  columns: Partial<LockedUser>;
  version?: number | undefined;
}

interface Change {
  before: LockedUser;
  after: LockedUser;
}

/**
 * Changes users on behalf of an administrator, all or none, and records the changes. `decide` gets the existing users of `ids`, locked,
 * and returns what to change. Throws 401 or 403 if the caller may no longer manage users; 403 if the caller may not change one of the
 * users or grant a claim; 409 if `version` is outdated, the e-mail is taken, or nobody who can manage users and permissions would be
 * left. Returns the actual changes, and the caller's claims after them.
 */
export async function changeUsers(
  tx: Tx,
  ids: readonly string[],
  { actor, requestId, at }: ActionContext & { at: Date },
  decide: (users: readonly LockedUser[]) => UserChange,
): Promise<{ changes: Change[]; claims: readonly Claim[] }> {
  const { claims, locked } = await lockUsers(tx, actor, ids);
  const requested = new Set(ids);
  const { users, columns, version } = decide(locked.filter(({ id }) => requested.has(id)));
  const all = users.map((before) => ({ before, after: { ...before, ...columns } }));
  for (const { before, after } of all) {
    if (!mayChange(claims, valuesOf(before))) throw new Problem(403, sentences.notYours);
    requireVersion(version, before.version);
    demandMayGrant(claims, valuesOf(before), valuesOf(after));
  }
  const leaving = all.filter(({ before, after }) => isActiveManager(before) && !isActiveManager(after));
  const managers = locked.filter(isActiveManager);
  if (leaving.length > 0 && leaving.length === managers.length) throw conflict(sentences.lastManager);
  const changes = all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  const changed = changes.map(({ before }) => before);
  await updateUsers(tx, changed, columns, at);
  const entries = changes.map((change) => ({ actor, requestId, at, ...auditEntryOf(change) }));
  await auditAll(tx, entries);
  const self = changes.find(({ after }) => after.id === actor.id)?.after;
  return { changes, claims: self ? claimsOf(self) : claims };
}

/**
 * Locks the given users, the caller, and everybody who can manage users and permissions, until the transaction ends: if two
 * managers archive each other, the second is refused. Throws 401 or 403 if the caller may no longer manage users.
 */
export async function lockUsers(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<{ claims: readonly Claim[]; locked: LockedUser[] }> {
  const isManagerRow = sql<boolean>`(user_type = ${administratorType} and archived_at is null
    and claims @> array['ManageUsers', 'ManageUserPermissions'])`;
  const locked = await tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([sql<boolean>`id = any(${[actor.id, ...ids]}::uuid[])`, isManagerRow]))
    .orderBy('id') // a fixed order prevents deadlocks
    .forNoKeyUpdate()
    .execute();
  const self = locked.find(({ id }) => id === actor.id);
  if (!self || self.archived_at) throw notSignedIn();
  const claims = claimsOf(self);
  requireAccess({ ...actor, userType: self.user_type, claims }, 'ManageUsers');
  return { claims, locked };
}

const claimsOf = (user: LockedUser) => user.claims as Claim[]; // only known claims are ever granted

/** The values of a user that the audit log stores. */
export const valuesOf = (user: LockedUser) => ({
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  mobile: user.mobile,
  userType: user.user_type,
  usersClaims: user.claims,
});

const isActiveManager = (user: LockedUser): boolean => !user.archived_at && isManager(valuesOf(user));

/** The audit entry of a change. While a user is archived, their values count as null. */
const auditEntryOf = ({ before, after }: Change) => ({
  action: before.archived_at ? 'restore' : after.archived_at ? 'archive' : 'update',
  entity: 'user',
  entityId: before.id,
  before: before.archived_at ? null : valuesOf(before),
  after: after.archived_at ? null : valuesOf(after),
});

/** Throws 403 if the caller may not give a user this type or these claims. */
export function demandMayGrant(claims: readonly string[], before: UserRights | null, after: UserRights): void {
  if (after.userType !== administratorType) return;
  if (!managesPermissions(claims)) throw new Problem(403, sentences.cannotPromote);
  const earlierClaims = before?.userType === administratorType ? before.usersClaims : [];
  const grantsMissingClaim = after.usersClaims.some(
    (claim) => !earlierClaims.includes(claim) && !claims.includes(claim),
  );
  if (grantsMissingClaim) throw new Problem(403, sentences.beyondOwn);
}
