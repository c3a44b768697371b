import { sql } from 'kysely';
import { type Actor, demand, notSignedIn } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { conflict, Problem } from '#lib/api/problem.ts';
import { sentences } from './contract.ts';
import { isManager, managesPermissions, mayChange } from './rights.ts';

/** A user as they stand while the transaction holds them. */
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
  /** Claims of whoever asks, as they are now. */
  claims: readonly Claim[];
  /** Those that were asked for and are there, by id. */
  users: Map<string, LockedUser>;
  /** Those who can manage users and permissions. */
  managers: LockedUser[];
}

/**
 * Holds some users, whoever changes them, and all who can manage users and permissions, until the transaction ends: of two
 * managers who archive each other one comes second and is refused. Throws 401 or 403 where the caller's own right to
 * manage users went meanwhile.
 */
export async function holdUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedUsers> {
  const managing = sql<boolean>`(user_type = ${administratorType} and archived_at is null
    and claims @> array['ManageUsers', 'ManageUserPermissions'])`;
  const rows: LockedUser[] = await tx
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'mobile', 'user_type as userType'])
    .select(['claims as usersClaims', 'version'])
    .select((eb) => eb('archived_at', 'is not', null).$castTo<boolean>().as('isArchived'))
    .where((eb) => eb.or([sql<boolean>`id = any(${[actor.id, ...ids]}::uuid[])`, managing]))
    .orderBy('id') // everybody in the same order, or two would wait for each other
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const self = byId.get(actor.id);
  if (!self || self.isArchived) throw notSignedIn();
  const claims = self.usersClaims as Claim[]; // only known ones are ever granted
  demand({ ...actor, userType: self.userType, claims }, 'ManageUsers');
  const wanted = new Set(ids);
  return {
    claims,
    users: new Map(rows.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row])),
    managers: rows.filter((row) => !row.isArchived && isManager(row)),
  };
}

/** 403 where the caller may not change this user. */
export function demandMayChange(claims: readonly string[], user: LockedUser): void {
  if (!mayChange(claims, user)) throw new Problem(403, sentences.notYours);
}

/** 403 where a user would become what the caller may not make of them. */
export function demandMayMake(
  claims: readonly string[],
  before: Pick<LockedUser, 'userType' | 'usersClaims'> | null,
  after: Pick<LockedUser, 'userType' | 'usersClaims'>,
): void {
  if (after.userType !== administratorType) return;
  if (!managesPermissions(claims)) throw new Problem(403, sentences.cannotPromote);
  const had = before?.userType === administratorType ? before.usersClaims : [];
  const isBeyond = after.usersClaims.some((claim) => !had.includes(claim) && !claims.includes(claim));
  if (isBeyond) throw new Problem(403, sentences.beyondOwn);
}

/** 409 where nobody who can manage users and permissions would be left once `leaving` no longer can. */
export function demandManagerLeft({ managers }: LockedUsers, leaving: ReadonlySet<string>): void {
  const isTouched = managers.some(({ id }) => leaving.has(id));
  if (isTouched && managers.every(({ id }) => leaving.has(id))) throw conflict(sentences.lastManager);
}
