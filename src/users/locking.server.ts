import { sql } from 'kysely';
import { type Actor, requireAccess, notSignedIn } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { conflict, Problem } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';
import { isManager, managesPermissions, mayChange } from './permissions.ts';

/** A user's row, locked until the transaction ends. */
export interface LockedUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  userType: number;
  usersClaims: string[];
  version: number;
  isArchived: boolean;
}

export interface LockedUsers {
  /** The caller's current claims. */
  claims: readonly Claim[];
  /** The requested users that exist, by id. */
  users: Map<string, LockedUser>;
  /** All administrators who can manage users and permissions. */
  managers: LockedUser[];
}

/**
 * Locks the given users, the caller and all who can manage users and permissions until the transaction ends, so that of
 * two managers who archive each other the second is refused. Throws 401 or 403 if the caller lost the right to manage
 * users meanwhile.
 */
export async function lockUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedUsers> {
  const isManagerRow = sql<boolean>`(user_type = ${administratorType} and archived_at is null
    and claims @> array['ManageUsers', 'ManageUserPermissions'])`;
  const rows: LockedUser[] = await tx
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'mobile', 'user_type as userType'])
    .select(['claims as usersClaims', 'version'])
    .select((eb) => eb('archived_at', 'is not', null).$castTo<boolean>().as('isArchived'))
    .where((eb) => eb.or([sql<boolean>`id = any(${[actor.id, ...ids]}::uuid[])`, isManagerRow]))
    .orderBy('id') // a fixed order prevents deadlocks
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const self = byId.get(actor.id);
  if (!self || self.isArchived) throw notSignedIn();
  const claims = self.usersClaims as Claim[]; // only known claims are ever granted
  requireAccess({ ...actor, userType: self.userType, claims }, 'ManageUsers');
  const requested = new Set(ids);
  return {
    claims,
    users: new Map(rows.filter(({ id }) => requested.has(id)).map((row) => [row.id, row])),
    managers: rows.filter((row) => !row.isArchived && isManager(row)),
  };
}

/** Throws 403 if the caller may not change this user. */
export function demandMayChange(claims: readonly string[], user: LockedUser): void {
  if (!mayChange(claims, user)) throw new Problem(403, sentences.notYours);
}

/** Throws 403 if the caller may not give a user this type or these claims. */
export function demandMayGrant(
  claims: readonly string[],
  before: Pick<LockedUser, 'userType' | 'usersClaims'> | null,
  after: Pick<LockedUser, 'userType' | 'usersClaims'>,
): void {
  if (after.userType !== administratorType) return;
  if (!managesPermissions(claims)) throw new Problem(403, sentences.cannotPromote);
  const heldClaims = before?.userType === administratorType ? before.usersClaims : [];
  const grantsMissingClaim = after.usersClaims.some((claim) => !heldClaims.includes(claim) && !claims.includes(claim));
  if (grantsMissingClaim) throw new Problem(403, sentences.beyondOwn);
}

/** Throws 409 if no manager of users and permissions would be left without those in `leaving`. */
export function demandManagerLeft({ managers }: LockedUsers, leaving: ReadonlySet<string>): void {
  const affectsManagers = managers.some(({ id }) => leaving.has(id));
  if (affectsManagers && managers.every(({ id }) => leaving.has(id))) throw conflict(sentences.lastManager);
}
